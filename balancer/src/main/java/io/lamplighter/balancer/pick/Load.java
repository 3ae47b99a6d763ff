package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;

/**
 * What makes a node the better choice: less load relative to its weight. Loads of two nodes are compared as products ({@code
 * load * weight of the other}), as nginx does, so that nothing is rounded.
 */
interface Load {
    /** At least 0, and small enough to be multiplied by a weight. */
    long of(Node node, long nowMs);

    /** Notes that a pick considers the node; before the first {@link #of} in that pick. */
    default void consider(Node node, long nowMs) {}

    /** How many nodes of a large group one pick looks at. */
    default int looks() {
        return 3;
    }
}
