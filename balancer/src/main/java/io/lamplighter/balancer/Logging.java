package io.lamplighter.balancer;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import io.lamplighter.balancer.config.BalancerConfig;
import io.lamplighter.balancer.config.ErrorLogConfig;
import io.lamplighter.balancer.config.ErrorLogConfig.ToFile;
import io.lamplighter.balancer.config.ErrorLogConfig.ToStandardError;
import io.lamplighter.balancer.config.ErrorLogs;
import io.lamplighter.balancer.config.ServerConfig;
import io.lamplighter.balancer.config.SyslogConfig;
import io.lamplighter.balancer.measure.SessionLog;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * {@code error_log}: where diagnostics go, those of the program and those of the servers that have logs of their own. Event
 * loops never wait for a disk: lines pass through bounded queues, and when one is full the less severe are dropped first.
 *
 * <p>Threads: the one that starts and reloads.
 */
final class Logging {
    /** Marks what keeps the program from doing what it is told; SLF4J has no level above error. */
    static final Marker EMERG = MarkerFactory.getMarker("emerg");

    /** As nginx writes them: time, level in brackets, process id, text. */
    private static final String PATTERN =
            "%d{yyyy/MM/dd HH:mm:ss} [%nginxLevel] " + ProcessHandle.current().pid() + "#0: %msg";

    private static final int QUEUE_LINES = 8192;

    private Set<ErrorLogs> current = Set.of();

    /** Writes nothing anywhere. */
    static void silence() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
    }

    /** Writes as the configuration says from now on; what is queued for the old targets is written first. */
    void use(BalancerConfig config) {
        Set<ErrorLogs> logs = new LinkedHashSet<>();
        logs.add(config.errorLog());
        config.stream().servers().stream().map(ServerConfig::errorLog).forEach(logs::add);
        if (!logs.equals(current)) {
            current = logs;
            reopen();
        }
    }

    /** Opens the files anew, after something else renamed them. */
    void reopen() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        // Two appenders that write one file would overwrite each other's lines.
        Map<ErrorLogConfig.Target, Appender<ILoggingEvent>> targets = new ConcurrentHashMap<>();
        current.forEach(logs -> open(context, logs, targets));
    }

    private static void open(
            LoggerContext context, ErrorLogs logs, Map<ErrorLogConfig.Target, Appender<ILoggingEvent>> targets) {
        boolean isOfProgram = logs.name().isEmpty();
        Logger logger =
                context.getLogger(isOfProgram ? org.slf4j.Logger.ROOT_LOGGER_NAME : SessionLog.loggerName(logs));
        Level least = Level.OFF;
        for (ErrorLogConfig log : logs.targets()) {
            Appender<ILoggingEvent> target =
                    targets.computeIfAbsent(log.target(), where -> queued(context, appender(context, where)));
            logger.addAppender(filtered(context, target, log.level()));
            Level level = level(log.level());
            least = level.isGreaterOrEqual(least) ? least : level;
        }
        logger.setLevel(least);
        logger.setAdditive(isOfProgram);
        if (isOfProgram) {
            // Netty tells how it finds its native libraries and the like; that is noise below a warning, except for
            // debugging.
            context.getLogger("io.netty").setLevel(least.isGreaterOrEqual(Level.DEBUG) ? Level.WARN : least);
        }
    }

    /** Writes what is queued and closes the files. */
    void close() {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
    }

    private static Appender<ILoggingEvent> queued(LoggerContext context, Appender<ILoggingEvent> appender) {
        AsyncAppender queue = new AsyncAppender();
        queue.setContext(context);
        queue.setQueueSize(QUEUE_LINES);
        queue.setNeverBlock(true);
        queue.addAppender(appender);
        queue.start();
        return queue;
    }

    /** Passes on what is severe enough. One target may have several of these, each with a level of its own. */
    private static Appender<ILoggingEvent> filtered(
            LoggerContext context, Appender<ILoggingEvent> target, ErrorLogConfig.Level level) {
        ForwardingAppender filtered = new ForwardingAppender(target);
        filtered.setContext(context);
        filtered.addFilter(new SeverityFilter(level));
        filtered.start();
        return filtered;
    }

    private static Appender<ILoggingEvent> appender(LoggerContext context, ErrorLogConfig.Target target) {
        if (target instanceof SyslogConfig syslog) {
            SyslogAppender appender = new SyslogAppender(syslog, layout(context, PATTERN));
            appender.setContext(context);
            appender.start();
            return appender;
        }
        OutputStreamAppender<ILoggingEvent> appender =
                target instanceof ToFile file ? fileAppender(file.path().toString()) : standardError(target);
        appender.setContext(context);
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setLayout(layout(context, PATTERN + "%n%ex"));
        encoder.start();
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }

    private static PatternLayout layout(LoggerContext context, String pattern) {
        PatternLayout layout = new PatternLayout();
        layout.setContext(context);
        layout.getInstanceConverterMap().put("nginxLevel", NginxLevelConverter::new);
        layout.setPattern(pattern);
        layout.start();
        return layout;
    }

    private static OutputStreamAppender<ILoggingEvent> fileAppender(String file) {
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setFile(file);
        return appender;
    }

    private static OutputStreamAppender<ILoggingEvent> standardError(ErrorLogConfig.Target target) {
        if (!(target instanceof ToStandardError)) {
            throw new IllegalStateException("no appender for " + target);
        }
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setTarget("System.err");
        return appender;
    }

    private static Level level(ErrorLogConfig.Level level) {
        return switch (level) {
            case DEBUG -> Level.TRACE;
            case INFO -> Level.DEBUG;
            case NOTICE -> Level.INFO;
            case WARN -> Level.WARN;
            case ERROR, CRIT, ALERT, EMERG -> Level.ERROR;
        };
    }

    /** {@link #level} turned round. */
    static ErrorLogConfig.Level severity(ILoggingEvent event) {
        List<Marker> markers = event.getMarkerList();
        if (markers != null && markers.contains(EMERG)) {
            return ErrorLogConfig.Level.EMERG;
        }
        return switch (event.getLevel().toInt()) {
            case Level.TRACE_INT -> ErrorLogConfig.Level.DEBUG;
            case Level.DEBUG_INT -> ErrorLogConfig.Level.INFO;
            case Level.INFO_INT -> ErrorLogConfig.Level.NOTICE;
            case Level.WARN_INT -> ErrorLogConfig.Level.WARN;
            default -> ErrorLogConfig.Level.ERROR;
        };
    }

    /** Lets pass what is at least as severe as a level. */
    private static final class SeverityFilter extends Filter<ILoggingEvent> {
        private final ErrorLogConfig.Level least;

        SeverityFilter(ErrorLogConfig.Level least) {
            this.least = least;
            start();
        }

        @Override
        public FilterReply decide(ILoggingEvent event) {
            return severity(event).compareTo(least) < 0 ? FilterReply.DENY : FilterReply.NEUTRAL;
        }
    }

    /** Our levels in nginx's words. */
    static final class NginxLevelConverter extends ch.qos.logback.classic.pattern.ClassicConverter {
        @Override
        public String convert(ILoggingEvent event) {
            return severity(event).name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
