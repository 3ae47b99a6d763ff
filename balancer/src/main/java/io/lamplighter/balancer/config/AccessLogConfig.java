package io.lamplighter.balancer.config;

import java.nio.file.Path;

/**
 * One {@code access_log}.
 *
 * @param file the file to append to
 * @param format the line, without its end
 */
public record AccessLogConfig(Path file, Template format) {}
