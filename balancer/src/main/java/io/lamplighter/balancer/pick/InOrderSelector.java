package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first node in order that a session has not tried: for the addresses of a name that was looked up for it.
 *
 * <p>Threads: immutable.
 */
public final class InOrderSelector implements Selector {
    private final List<Node> nodes;

    public InOrderSelector(List<Node> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    @Override
    public @Nullable Node pick(PickContext context, long nowMs) {
        for (Node node : nodes) {
            if (!context.hasTried(node) && node.tryBorrow(nowMs)) {
                return node;
            }
        }
        return null;
    }
}
