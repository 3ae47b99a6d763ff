package io.lamplighter.balancer.config;

import java.nio.file.Path;

/**
 * One {@code error_log}.
 *
 * @param target where messages go
 * @param level the least severe level that is written
 */
public record ErrorLogConfig(Target target, Level level) {
    /** Where messages go. */
    public sealed interface Target permits ToFile, ToStandardError, SyslogConfig {}

    /** A file to append to. */
    public record ToFile(Path path) implements Target {}

    /** The standard error stream. */
    public record ToStandardError() implements Target {}

    /** nginx's levels, least severe first. */
    public enum Level {
        DEBUG(7),
        INFO(6),
        NOTICE(5),
        WARN(4),
        ERROR(3),
        CRIT(2),
        ALERT(1),
        EMERG(0);

        private final int severity;

        Level(int severity) {
            this.severity = severity;
        }

        /** Syslog's number for it, RFC 3164 section 4.1.1. */
        public int severity() {
            return severity;
        }
    }
}
