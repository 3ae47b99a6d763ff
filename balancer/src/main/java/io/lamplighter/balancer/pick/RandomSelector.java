package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A node at random, in proportion to the weights; after more than {@value #MAX_MISSES} misses round robin, as nginx's
 * {@code random}.
 *
 * <p>Threads: any number pick; the source of chance must bear that.
 */
final class RandomSelector implements Selector {
    /** As in ngx_stream_upstream_random_module.c and ngx_stream_upstream_hash_module.c. */
    static final int MAX_MISSES = 20;

    private final Candidates candidates;
    private final WeightRanges ranges;
    private final WeightedSelector roundRobin;
    private final LongUnaryOperator randomBelow;

    /** @param randomBelow gives an evenly distributed number from 0 to its argument - 1 */
    RandomSelector(Candidates candidates, WeightedSelector roundRobin, LongUnaryOperator randomBelow) {
        this.candidates = candidates;
        this.ranges = new WeightRanges(candidates.weights());
        this.roundRobin = roundRobin;
        this.randomBelow = randomBelow;
    }

    @Override
    public @Nullable Node pick(PickContext context, long nowMs) {
        if (candidates.size() < 2 || ranges.sum() == 0) {
            return roundRobin.pick(context, nowMs);
        }
        for (int misses = 0; misses <= MAX_MISSES; misses++) {
            int drawn = ranges.at(randomBelow.applyAsLong(ranges.sum()));
            Node node = candidates.tryTake(drawn, context, nowMs);
            if (node != null) {
                return node;
            }
        }
        return roundRobin.pick(context, nowMs);
    }
}
