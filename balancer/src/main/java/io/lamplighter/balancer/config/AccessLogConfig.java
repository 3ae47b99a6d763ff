package io.lamplighter.balancer.config;

import io.lamplighter.balancer.variable.LogLine;
import io.lamplighter.balancer.variable.Template;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One {@code access_log}.
 *
 * @param target where lines go
 * @param format the line, without its end
 * @param condition a line is written unless this comes to nothing or {@code 0}; empty to write every line
 */
public record AccessLogConfig(Target target, LogLine format, Optional<Template> condition) {
    /** Where lines go. */
    public sealed interface Target permits ToFile, ToComputedFile, SyslogConfig {}

    /**
     * A file to append to.
     *
     * @param buffering how lines are collected; empty to write them as soon as may be
     */
    public record ToFile(Path path, Optional<Buffering> buffering) implements Target {}

    /**
     * How lines are collected before they are written.
     *
     * @param bytes lines are written once there are so many
     * @param flushMs lines are written once one is so old, milliseconds; 0 for no such limit
     * @param gzipLevel 1 to 9 for gzip's levels, 0 for none
     */
    public record Buffering(int bytes, long flushMs, int gzipLevel) {}

    /**
     * A file whose name depends on the session.
     *
     * @param path the name, relative to {@code directory}
     * @param cache how many files stay open
     */
    public record ToComputedFile(Path directory, Template path, Cache cache) implements Target {}

    /**
     * {@code open_log_file_cache}.
     *
     * @param files files that stay open; 0 to open and close one for each line
     * @param inactiveMs time without a line after which a file is closed, milliseconds
     * @param minUses lines within that time for a file to stay open
     * @param validMs time after which it is looked whether the file is still there, milliseconds
     */
    public record Cache(int files, long inactiveMs, int minUses, long validMs) {
        public static final Cache NONE = new Cache(0, 0, 0, 0);
    }
}
