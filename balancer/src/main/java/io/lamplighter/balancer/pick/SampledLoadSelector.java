package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * {@code least_conn} and {@code least_time} for groups of more than {@value LeastLoadSelector#MOST_NODES} nodes: the node whose
 * turn it is in weighted round robin keeps the session unless another of {@link Load#looks} in all, the others drawn by chance
 * and weight, is less loaded for its weight. So a pick costs the same however many nodes there are.
 *
 * <p>Threads: any number pick; the source of chance must bear that.
 */
final class SampledLoadSelector implements Selector {
    /** To find so many that can be had; more are needed only where most of the weight has failed. */
    private static final int MOST_DRAWS = 20;

    private static final int NOBODY = -1;

    private final Candidates candidates;
    private final int[] weights;
    private final Load load;
    private final WeightedSelector rotation;
    private final LongUnaryOperator randomBelow;

    /** @param randomBelow gives an evenly distributed number from 0 to its argument - 1 */
    SampledLoadSelector(Candidates candidates, Load load, WeightedSelector rotation, LongUnaryOperator randomBelow) {
        this.candidates = candidates;
        this.weights = candidates.withoutClosed(candidates.weights());
        this.load = load;
        this.rotation = rotation;
        this.randomBelow = randomBelow;
    }

    @Override
    public @Nullable Node pick(PickContext context, long nowMs) {
        int best = NOBODY;
        long bestLoad = 0;
        int looks = 0;
        for (int draws = 0; draws < MOST_DRAWS && looks < load.looks(); draws++) {
            int drawn = draws == 0 ? rotation.nextInTurn() : rotation.drawn(randomBelow);
            if (drawn == NOBODY || weights[drawn] == 0 || !candidates.isFree(drawn, context, nowMs)) {
                continue;
            }
            looks++;
            load.consider(candidates.node(drawn), nowMs);
            long its = load.of(candidates.node(drawn), nowMs);
            if (best == NOBODY || its * weights[best] < bestLoad * weights[drawn]) {
                best = drawn;
                bestLoad = its;
            }
        }
        Node node = best == NOBODY ? null : candidates.tryTake(best, context, nowMs);
        return node != null ? node : candidates.draw(weights, rotation.ticket(), context, nowMs);
    }
}
