package io.lamplighter.balancer.node;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the administrator ordered for a node. It goes before what agents and configuration say, and survives reloads.
 *
 * @param availability whether it may get new sessions; empty to leave that to the others
 * @param weight its weight, at least 0, as the others of its upstream show theirs; empty to leave that to the others
 */
public record AdminOrder(Optional<Availability> availability, OptionalInt weight) {
    /** Nothing is ordered. */
    public static final AdminOrder NONE = new AdminOrder(Optional.empty(), OptionalInt.empty());

    /** @throws IllegalArgumentException when the weight is negative */
    public AdminOrder {
        if (weight.orElse(0) < 0) {
            throw new IllegalArgumentException("weight: found " + weight.getAsInt() + ", expected at least 0");
        }
    }
}
