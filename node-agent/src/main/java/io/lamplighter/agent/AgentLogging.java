package io.lamplighter.agent;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The agent's log: lines on standard error, information and worse. An agent says a dozen lines in a year; a logging library
 * would be a quarter of all the classes it loads, and some megabytes on each node.
 *
 * <p>Any thread may log; a line is written with one call.
 */
public final class AgentLogging implements SLF4JServiceProvider {
    private static final String PROVIDER = "slf4j.provider";
    private static final String VERBOSITY = "slf4j.internal.verbosity";

    /** What is read through this library is said by us; its own remarks are about hardware that is not there. */
    private static final String CHATTY = "oshi.";

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();
    private final ILoggerFactory loggers;

    /** For slf4j, which makes it by its name. */
    public AgentLogging() {
        // The journal puts its own time before each line.
        this(
                System.err,
                System.getenv("JOURNAL_STREAM") != null
                        ? () -> ""
                        : () -> OffsetDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.MILLIS) + " ");
    }

    /** @param prefix begins each line */
    AgentLogging(PrintStream out, Supplier<String> prefix) {
        this.loggers = name -> new LineLogger(name, out, prefix);
    }

    /** Chooses this log; has to run before the first logger is made. */
    static void configure() {
        setUnlessSet(PROVIDER, AgentLogging.class.getName());
        setUnlessSet(VERBOSITY, "WARN"); // or slf4j tells which provider it was told to take
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return loggers;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0";
    }

    @Override
    public void initialize() {
        // nothing to prepare
    }

    /** Writes what is at least as grave as {@code least}. */
    private static final class LineLogger extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1;

        private final transient PrintStream out;
        private final transient Supplier<String> prefix;
        private final Level least;

        LineLogger(String name, PrintStream out, Supplier<String> prefix) {
            this.name = name;
            this.out = out;
            this.prefix = prefix;
            this.least = name.startsWith(CHATTY) ? Level.WARN : Level.INFO;
        }

        private boolean isEnabled(Level level) {
            return level.toInt() >= least.toInt();
        }

        @Override
        public boolean isTraceEnabled() {
            return isEnabled(Level.TRACE);
        }

        @Override
        public boolean isDebugEnabled() {
            return isEnabled(Level.DEBUG);
        }

        @Override
        public boolean isInfoEnabled() {
            return isEnabled(Level.INFO);
        }

        @Override
        public boolean isWarnEnabled() {
            return isEnabled(Level.WARN);
        }

        @Override
        public boolean isErrorEnabled() {
            return isEnabled(Level.ERROR);
        }

        @Override
        protected String getFullyQualifiedCallerName() {
            return Logger.class.getName();
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level, Marker marker, String pattern, Object[] arguments, Throwable fault) {
            StringWriter text = new StringWriter();
            PrintWriter line = new PrintWriter(text);
            line.println(prefix.get() + level + " " + MessageFormatter.basicArrayFormat(pattern, arguments));
            if (fault != null) {
                fault.printStackTrace(line);
            }
            out.print(text);
        }
    }
}
