package io.lamplighter.simulator.cloud;

import io.lamplighter.simulator.OptionTypes;
import java.time.Duration;

/**
 * An order of a node's script: {@code 10s crash for 5s}.
 *
 * @param at since the node's start
 */
record TimedOrder(Duration at, NodeOrder order) {
    /** @throws IllegalArgumentException when the line is none; the message says what is expected */
    static TimedOrder parse(String line) {
        String[] parts = line.strip().split("\\s+", 2);
        Duration at = OptionTypes.duration(parts[0])
                .orElseThrow(() -> new IllegalArgumentException(
                        "expected TIME ORDER, such as 10s crash for 5s, found \"" + line + "\""));
        return new TimedOrder(at, NodeOrder.parse(parts.length == 2 ? parts[1] : ""));
    }
}
