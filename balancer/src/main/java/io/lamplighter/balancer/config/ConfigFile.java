package io.lamplighter.balancer.config;

import java.nio.file.Path;

/**
 * A file that was read as configuration, for {@code -T}. Key files are never among them.
 *
 * @param path the file, as messages name it
 * @param text all of it
 */
public record ConfigFile(Path path, String text) {}
