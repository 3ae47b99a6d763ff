package io.lamplighter.agent;

import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the interfaces can carry together in one direction: what was configured, else the sum of what they say. Virtual ones
 * say 0 or -1, which means that they do not know; then the sum is unknown and never a guess.
 *
 * <p>Not for use by several threads.
 */
final class LinkSpeed {
    private static final Logger LOG = LoggerFactory.getLogger(LinkSpeed.class);

    private final OptionalLong configured;
    private final Trouble asking = new Trouble(LOG, "measuring the bandwidth");

    /** @param configured bits per second, more than 0; empty to ask the interfaces */
    LinkSpeed(OptionalLong configured) {
        this.configured = configured;
    }

    /**
     * Bits per second of all these interfaces; empty when unknown, and then the log says once what to do.
     *
     * @param speeds what each interface says, bits per second
     */
    OptionalLong together(Map<String, Long> speeds) {
        if (configured.isPresent() || speeds.isEmpty()) {
            return configured;
        }
        TreeSet<String> silent = speeds.entrySet().stream()
                .filter(one -> one.getValue() <= 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!silent.isEmpty()) {
            asking.occurred("the speed of " + silent
                    + " is unknown, so the idle share is reported as unknown; give --bandwidth-capacity");
            return OptionalLong.empty();
        }
        asking.isOver();
        return OptionalLong.of(
                speeds.values().stream().mapToLong(Long::longValue).sum());
    }
}
