package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.config.ErrorLogs;
import io.lamplighter.balancer.variable.Endpoints;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * What the error log of a server is told of its sessions: one line each, in nginx's form, with who was talking to whom.
 *
 * <p>Threads: any.
 */
public final class SessionLog {
    /** The names of all these logs begin with it. */
    public static final String PREFIX = "session";

    private final Logger logger;

    private SessionLog(Logger logger) {
        this.logger = logger;
    }

    /** The log that {@code logs} describes. */
    public static SessionLog of(ErrorLogs logs) {
        return new SessionLog(LoggerFactory.getLogger(loggerName(logs)));
    }

    /** The name of its logger. Dots would make loggers of a hierarchy of it. */
    public static String loggerName(ErrorLogs logs) {
        return logs.name().isEmpty() ? PREFIX : PREFIX + "." + logs.name().replace('.', '_');
    }

    public Logger logger() {
        return logger;
    }

    /** Whether somebody wants to know what is no trouble: to make no text in vain. */
    public boolean hasInfo() {
        return logger.isDebugEnabled();
    }

    /** Something for those who look for a fault: nginx's level debug. */
    public void debug(SessionView session, String text) {
        if (logger.isTraceEnabled()) {
            logger.trace("*{} {}", session.serial(), text);
        }
    }

    /** Something that is no trouble: nginx's level info. */
    public void info(SessionView session, String text) {
        if (logger.isDebugEnabled()) {
            logger.debug("*{} {}", session.serial(), text);
        }
    }

    /** Something that is no trouble, with the bytes that moved so far. */
    public void infoWithBytes(SessionView session, String text) {
        if (logger.isDebugEnabled()) {
            logger.debug("*{} {}{}", session.serial(), text, bytes(session));
        }
    }

    /** Something that deserves a look. */
    public void warn(SessionView session, String text) {
        log(Level.WARN, session, text);
    }

    /** Trouble. */
    public void error(SessionView session, String text) {
        log(Level.ERROR, session, text);
    }

    /**
     * Something of a given level of SLF4J's, which is one of nginx's above it where that is debug or info.
     *
     * @param text what happened, and perhaps while what was done
     */
    public void log(Level level, SessionView session, String text) {
        if (logger.isEnabledForLevel(level)) {
            logger.atLevel(level).log("*" + session.serial() + " " + text + context(session));
        }
    }

    /** Who talks to whom, to stand behind a text. */
    public static String context(SessionView session) {
        StringBuilder context = new StringBuilder();
        context.append(session.isUdp() ? ", udp client: " : ", client: ")
                .append(Endpoints.host(session.clientAddress()))
                .append(", server: ")
                .append(Endpoints.text(session.serverAddress()));
        List<NodeTry> tries = session.tries();
        if (!tries.isEmpty()) {
            context.append(", upstream: \"")
                    .append(tries.get(tries.size() - 1).address())
                    .append('"');
        }
        return context.append(bytes(session)).toString();
    }

    private static String bytes(SessionView session) {
        List<NodeTry> tries = session.tries();
        String bytes = ", bytes from/to client:" + session.bytesFromClient() + "/" + session.bytesToClient();
        if (tries.isEmpty()) {
            return bytes;
        }
        NodeTry last = tries.get(tries.size() - 1);
        return bytes + ", bytes from/to upstream:" + last.bytesFromNode() + "/" + last.bytesToNode();
    }
}
