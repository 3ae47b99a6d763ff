package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The baseline: smooth weighted round robin as nginx does it in a shared zone, every node looked at in every pick, under one
 * lock.
 */
final class NginxScan implements Selector {
    private final Node[] nodes;
    private final int[] weights;
    private final long[] current;

    NginxScan(List<Node> nodes, int[] weights) {
        this.nodes = nodes.toArray(Node[]::new);
        this.weights = weights.clone();
        this.current = new long[weights.length];
    }

    @Override
    public synchronized @Nullable Node pick(PickContext context, long nowMs) {
        int best = -1;
        long sum = 0;
        for (int i = 0; i < nodes.length; i++) {
            if (context.hasTried(nodes[i]) || !nodes[i].canBorrow(nowMs)) {
                continue;
            }
            current[i] += weights[i];
            sum += weights[i];
            best = best < 0 || current[i] > current[best] ? i : best;
        }
        if (best < 0) {
            return null;
        }
        current[best] -= sum;
        return nodes[best].tryBorrow(nowMs) ? nodes[best] : null;
    }
}
