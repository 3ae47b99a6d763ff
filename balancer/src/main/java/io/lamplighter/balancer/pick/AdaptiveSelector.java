package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * {@code adaptive}: of the nodes that are about the least loaded, the next in weighted round robin.
 *
 * <pre>
 * s_i = inflight_i / c_i           c_i its weight, of which {@value #CORE} stand for the capacity of one core
 * candidates: s_i ≤ min s + 1/{@value #SLACK}
 * </pre>
 *
 * <p>Why not simply the least: capacities are estimates, and several balancers see the same ones. Were each to run after the least
 * load, all would run to the same node.
 *
 * <p>For groups of up to {@value LeastLoadSelector#MOST_NODES} nodes; all are looked at. A turn that falls to a node that is no
 * candidate is lost. Threads: any number pick.
 */
final class AdaptiveSelector implements Selector {
    static final int CORE = 100;
    static final int SLACK = 8;

    private final Candidates candidates;
    private final int[] weights;
    private final WeightedSelector rotation;

    AdaptiveSelector(Candidates candidates, WeightedSelector rotation) {
        this.candidates = candidates;
        this.weights = candidates.withoutClosed(candidates.weights());
        this.rotation = rotation;
    }

    @Override
    public @Nullable Node pick(PickContext context, long nowMs) {
        int least = -1;
        long leastLoad = 0;
        for (int i = 0; i < weights.length; i++) {
            if (weights[i] > 0 && candidates.isFree(i, context, nowMs)) {
                long load = candidates.node(i).inFlight();
                if (least < 0 || load * weights[least] < leastLoad * weights[i]) {
                    least = i;
                    leastLoad = load;
                }
            }
        }
        if (least < 0) {
            return null;
        }
        Node node = takeInTurn(leastLoad, weights[least], context, nowMs);
        if (node == null) {
            node = candidates.tryTake(least, context, nowMs);
        }
        return node != null ? node : candidates.draw(weights, rotation.ticket(), context, nowMs);
    }

    private @Nullable Node takeInTurn(long leastLoad, int weight, PickContext context, long nowMs) {
        for (int misses = 0; misses < WeightedSelector.MAX_MISSES; misses++) {
            int turn = rotation.nextInTurn();
            if (turn < 0) {
                return null; // all weights were taken away meanwhile
            }
            if (weights[turn] > 0 && isCandidate(turn, leastLoad, weight)) {
                Node node = candidates.tryTake(turn, context, nowMs);
                if (node != null) {
                    return node;
                }
            }
        }
        return null;
    }

    /** {@code s ≤ least s + 1 / SLACK}, multiplied out so that nothing is rounded. */
    private boolean isCandidate(int i, long leastLoad, int weightOfLeast) {
        long load = candidates.node(i).inFlight();
        return SLACK * CORE * load * weightOfLeast <= (SLACK * CORE * leastLoad + weightOfLeast) * weights[i];
    }
}
