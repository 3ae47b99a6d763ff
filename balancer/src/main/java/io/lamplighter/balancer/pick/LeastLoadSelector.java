package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * Least load relative to the weight; among equals, weighted round robin. {@code least_conn} and {@code least_time} for groups of
 * up to {@value #MOST_NODES} nodes; {@link SampledLoadSelector} is for larger ones.
 *
 * <p>This one looks at every node, as nginx does. It borrows nothing while it looks: should another session change the
 * picture before it borrows, the pick falls to any free node, in proportion to the weights.
 *
 * <p>Threads: any number pick.
 */
final class LeastLoadSelector implements Selector {
    /** So few are looked at in the time that {@link SampledLoadSelector} takes for its draws, or little more. */
    static final int MOST_NODES = 16;

    private final Candidates candidates;
    private final int[] weights;
    private final Load load;
    private final WeightedSelector rotation;

    LeastLoadSelector(Candidates candidates, Load load, WeightedSelector rotation) {
        this.candidates = candidates;
        this.weights = candidates.withoutClosed(candidates.weights());
        this.load = load;
        this.rotation = rotation;
    }

    @Override
    public @Nullable Node pick(PickContext context, long nowMs) {
        int best = -1;
        long bestLoad = 0;
        long tiedWeight = 0;
        for (int i = 0; i < weights.length; i++) {
            if (weights[i] == 0 || !candidates.isFree(i, context, nowMs)) {
                continue;
            }
            load.consider(candidates.node(i), nowMs);
            long its = load.of(candidates.node(i), nowMs);
            long order = best < 0 ? -1 : its * weights[best] - bestLoad * weights[i];
            if (order < 0) {
                best = i;
                bestLoad = its;
                tiedWeight = weights[i];
            } else if (order == 0) {
                tiedWeight += weights[i];
            }
        }
        return best < 0 ? null : take(best, bestLoad, tiedWeight, context, nowMs);
    }

    private @Nullable Node take(int best, long bestLoad, long tiedWeight, PickContext context, long nowMs) {
        Node node = tiedWeight == weights[best]
                ? candidates.tryTake(best, context, nowMs)
                : takeTied(weights[best], bestLoad, tiedWeight, context, nowMs);
        return node != null ? node : candidates.draw(weights, rotation.ticket(), context, nowMs);
    }

    private @Nullable Node takeTied(int weight, long tied, long tiedWeight, PickContext context, long nowMs) {
        for (int misses = 0; misses < WeightedSelector.MAX_MISSES; misses++) {
            int turn = rotation.nextInTurn();
            if (turn < 0) {
                return null; // all weights were taken away meanwhile
            }
            Node node = isTied(turn, weight, tied, nowMs) ? candidates.tryTake(turn, context, nowMs) : null;
            if (node != null) {
                return node;
            }
        }
        // Those tied have little of the weight: give each its share without waiting for its turn.
        long left = Candidates.pointBelow(tiedWeight, rotation.ticket());
        for (int i = 0; i < weights.length; i++) {
            if (weights[i] > 0 && isTied(i, weight, tied, nowMs) && candidates.isFree(i, context, nowMs)) {
                left -= weights[i];
                if (left < 0) {
                    return candidates.tryTake(i, context, nowMs);
                }
            }
        }
        return null;
    }

    private boolean isTied(int i, int weight, long tied, long nowMs) {
        return load.of(candidates.node(i), nowMs) * weight == tied * weights[i];
    }
}
