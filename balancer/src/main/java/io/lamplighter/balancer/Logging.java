package io.lamplighter.balancer;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import io.lamplighter.balancer.config.ErrorLogConfig;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * {@code error_log}: where diagnostics go. Event loops never wait for a disk: lines pass through a bounded queue, and when
 * it is full the less severe are dropped first.
 *
 * <p>Threads: the one that starts and reloads.
 */
final class Logging {
    /** As nginx writes them: time, level in brackets, process id, text. */
    private static final String PATTERN =
            "%d{yyyy/MM/dd HH:mm:ss} [%nginxLevel] " + ProcessHandle.current().pid() + "#0: %msg%n%ex";

    private static final int QUEUE_LINES = 8192;

    private List<ErrorLogConfig> current = List.of();

    /** Writes nothing anywhere. */
    static void silence() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
    }

    /** Writes to {@code targets} from now on; what is queued for the old ones is written first. */
    void use(List<ErrorLogConfig> targets) {
        if (!targets.equals(current)) {
            current = targets;
            reopen();
        }
    }

    /** Opens the files anew, after something else renamed them. */
    void reopen() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level least = Level.OFF;
        for (ErrorLogConfig target : current) {
            Level level = level(target.level());
            least = level.isGreaterOrEqual(least) ? least : level;
            root.addAppender(queued(context, appender(context, target), level));
        }
        root.setLevel(least);
        // Netty tells how it finds its native libraries and the like; that is noise below a warning, except for
        // debugging.
        context.getLogger("io.netty").setLevel(least.isGreaterOrEqual(Level.DEBUG) ? Level.WARN : least);
    }

    /** Writes what is queued and closes the files. */
    void close() {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
    }

    private static Appender<ILoggingEvent> queued(
            LoggerContext context, Appender<ILoggingEvent> appender, Level level) {
        AsyncAppender queue = new AsyncAppender();
        queue.setContext(context);
        queue.setQueueSize(QUEUE_LINES);
        queue.setNeverBlock(true);
        ThresholdFilter filter = new ThresholdFilter();
        filter.setLevel(level.levelStr);
        filter.start();
        queue.addFilter(filter);
        queue.addAppender(appender);
        queue.start();
        return queue;
    }

    private static Appender<ILoggingEvent> appender(LoggerContext context, ErrorLogConfig target) {
        OutputStreamAppender<ILoggingEvent> appender =
                target.file().isPresent() ? fileAppender(target.file().get().toString()) : standardError();
        appender.setContext(context);
        PatternLayout layout = new PatternLayout();
        layout.setContext(context);
        layout.getInstanceConverterMap().put("nginxLevel", NginxLevelConverter::new);
        layout.setPattern(PATTERN);
        layout.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setLayout(layout);
        encoder.start();
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }

    private static OutputStreamAppender<ILoggingEvent> fileAppender(String file) {
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setFile(file);
        return appender;
    }

    private static OutputStreamAppender<ILoggingEvent> standardError() {
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

    /** Our levels in nginx's words; {@link #level} turned round. */
    static final class NginxLevelConverter extends ch.qos.logback.classic.pattern.ClassicConverter {
        @Override
        public String convert(ILoggingEvent event) {
            return switch (event.getLevel().toInt()) {
                case Level.TRACE_INT -> "debug";
                case Level.DEBUG_INT -> "info";
                case Level.INFO_INT -> "notice";
                case Level.WARN_INT -> "warn";
                default -> "error";
            };
        }
    }
}
