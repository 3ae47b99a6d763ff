package io.lamplighter.balancer.config;

import io.lamplighter.balancer.variable.KeyvalLookup;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * {@code keyval_zone} and the variables that have their values from it.
 *
 * @param name of the zone
 * @param sizeBytes bound on what it holds
 * @param type what a key is
 * @param timeoutMs time after which a pair is dropped, milliseconds; 0 for never
 * @param state where pairs are kept over a restart; empty for nowhere
 * @param lookups the variables
 */
public record KeyvalZoneConfig(
        String name, long sizeBytes, KeyType type, long timeoutMs, Optional<Path> state, List<KeyvalLookup> lookups) {
    /** What a key is to the text that is looked for. */
    public enum KeyType {
        /** The text itself. */
        STRING,
        /** An IP address, or a network that the text is an address of; the longest one counts. */
        IP,
        /** What the text begins with; the longest one counts. */
        PREFIX
    }

    public KeyvalZoneConfig {
        lookups = List.copyOf(lookups);
    }
}
