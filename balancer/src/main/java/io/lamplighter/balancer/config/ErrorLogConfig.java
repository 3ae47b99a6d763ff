package io.lamplighter.balancer.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * One {@code error_log}.
 *
 * @param file the file to append to; empty for the standard error stream
 * @param level the least severe level that is written
 */
public record ErrorLogConfig(Optional<Path> file, Level level) {
    /** nginx's levels, least severe first. */
    public enum Level {
        DEBUG,
        INFO,
        NOTICE,
        WARN,
        ERROR,
        CRIT,
        ALERT,
        EMERG
    }
}
