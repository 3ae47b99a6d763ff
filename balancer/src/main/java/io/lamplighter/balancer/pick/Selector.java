package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import org.jspecify.annotations.Nullable;

/** Chooses the nodes of one upstream of one generation. */
public interface Selector {
    /**
     * Chooses a node and borrows it; the caller releases it exactly once.
     *
     * @param nowMs steady clock, milliseconds
     * @return the node, or null when none can be used: all down, failed, full or tried
     */
    @Nullable
    Node pick(PickContext context, long nowMs);
}
