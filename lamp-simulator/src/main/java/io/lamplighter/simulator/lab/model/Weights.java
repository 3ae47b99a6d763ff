package io.lamplighter.simulator.lab.model;

import java.util.OptionalInt;

/** What stands as {@code weight=} on the server lines. */
public enum Weights {
    /** Nothing. */
    NONE,
    /** What an administrator knows of the nodes: {@link NodeSpec#weight()}. */
    CONFIGURED,
    /** What the nodes can really do when the run begins, which nobody knows in practice. */
    TRUE;

    private static final int UNIT = 10;

    OptionalInt of(NodeSpec node) {
        return switch (this) {
            case NONE -> OptionalInt.empty();
            case CONFIGURED -> OptionalInt.of(node.weight());
            case TRUE -> OptionalInt.of((int) Math.max(1, Math.round(UNIT * node.capacity())));
        };
    }
}
