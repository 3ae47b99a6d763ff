package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * Fewest sessions in flight relative to the weight; among equals, weighted round robin. Sessions are compared as products
 * ({@code conns * weight of the other}), as nginx does, so that nothing is rounded.
 *
 * <p>This one looks at every node, so a pick costs time in proportion to their number; the benchmark beside it says how
 * much. It borrows nothing while it looks: should another session change the picture before it borrows, the pick falls
 * to any free node, in proportion to the weights.
 *
 * <p>Threads: any number pick.
 */
final class LeastConnSelector implements Selector {
    private final Candidates candidates;
    private final int[] weights;
    private final WeightedSelector rotation;

    LeastConnSelector(Candidates candidates, WeightedSelector rotation) {
        this.candidates = candidates;
        this.weights = candidates.withoutClosed(candidates.weights());
        this.rotation = rotation;
    }

    @Override
    public @Nullable Node pick(PickContext context, long nowMs) {
        int best = -1;
        int bestConns = 0;
        long tiedWeight = 0;
        for (int i = 0; i < weights.length; i++) {
            if (weights[i] == 0 || !candidates.isFree(i, context, nowMs)) {
                continue;
            }
            int conns = candidates.node(i).inFlight();
            long order = best < 0 ? -1 : (long) conns * weights[best] - (long) bestConns * weights[i];
            if (order < 0) {
                best = i;
                bestConns = conns;
                tiedWeight = weights[i];
            } else if (order == 0) {
                tiedWeight += weights[i];
            }
        }
        return best < 0 ? null : take(best, bestConns, tiedWeight, context, nowMs);
    }

    private @Nullable Node take(int best, int bestConns, long tiedWeight, PickContext context, long nowMs) {
        Node node = tiedWeight == weights[best]
                ? candidates.tryTake(best, context, nowMs)
                : takeTied(weights[best], bestConns, tiedWeight, context, nowMs);
        return node != null ? node : candidates.draw(weights, rotation.ticket(), context, nowMs);
    }

    private @Nullable Node takeTied(int weight, int conns, long tiedWeight, PickContext context, long nowMs) {
        for (int misses = 0; misses < WeightedSelector.MAX_MISSES; misses++) {
            int turn = rotation.nextInTurn();
            Node node = isTied(turn, weight, conns) ? candidates.tryTake(turn, context, nowMs) : null;
            if (node != null) {
                return node;
            }
        }
        // Few of many are tied: give each its share without waiting for its turn.
        long left = Candidates.pointBelow(tiedWeight, rotation.ticket());
        for (int i = 0; i < weights.length; i++) {
            if (weights[i] > 0 && isTied(i, weight, conns) && candidates.isFree(i, context, nowMs)) {
                left -= weights[i];
                if (left < 0) {
                    return candidates.tryTake(i, context, nowMs);
                }
            }
        }
        return null;
    }

    private boolean isTied(int i, int weight, int conns) {
        return (long) candidates.node(i).inFlight() * weight == (long) conns * weights[i];
    }
}
