package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A node at random, in proportion to the weights; or the less loaded of two such. After more than {@value #MAX_MISSES} misses
 * round robin, as nginx's {@code random}. For a choice by time nginx has no code to compare with: the two are compared by
 * {@link ExpectedTime} as {@code least_time} does.
 *
 * <p>Threads: any number pick; the source of chance must bear that.
 */
final class RandomSelector implements Selector {
    /** As in ngx_stream_upstream_random_module.c and ngx_stream_upstream_hash_module.c. */
    static final int MAX_MISSES = 20;

    private static final int NOBODY = -1;

    private final Candidates candidates;
    private final WeightRanges ranges;
    private final WeightedSelector roundRobin;
    private final LongUnaryOperator randomBelow;
    private final @Nullable Load load;

    private RandomSelector(
            Candidates candidates, WeightedSelector roundRobin, LongUnaryOperator randomBelow, @Nullable Load load) {
        this.candidates = candidates;
        this.ranges = new WeightRanges(candidates.weights());
        this.roundRobin = roundRobin;
        this.randomBelow = randomBelow;
        this.load = load;
    }

    /** @param randomBelow gives an evenly distributed number from 0 to its argument - 1 */
    static RandomSelector one(Candidates candidates, WeightedSelector roundRobin, LongUnaryOperator randomBelow) {
        return new RandomSelector(candidates, roundRobin, randomBelow, null);
    }

    /** As {@link #one}, but draws two different nodes and takes the one with less {@code load} for its weight. */
    static RandomSelector two(
            Candidates candidates, Load load, WeightedSelector roundRobin, LongUnaryOperator randomBelow) {
        return new RandomSelector(candidates, roundRobin, randomBelow, load);
    }

    @Override
    public @Nullable Node pick(PickContext context, long nowMs) {
        if (candidates.size() < 2 || ranges.sum() == 0) {
            return roundRobin.pick(context, nowMs);
        }
        int first = NOBODY;
        int misses = 0;
        while (misses <= MAX_MISSES) {
            int drawn = ranges.at(randomBelow.applyAsLong(ranges.sum()));
            if (drawn == first || !candidates.isFree(drawn, context, nowMs)) {
                misses++;
            } else if (load != null && first == NOBODY) {
                first = drawn;
            } else {
                int chosen = load == null ? drawn : lessLoaded(load, first, drawn, nowMs);
                Node node = candidates.tryTake(chosen, context, nowMs);
                if (node != null) {
                    return node;
                }
                misses++;
            }
        }
        return roundRobin.pick(context, nowMs);
    }

    /** The second on a tie, as nginx does. */
    private int lessLoaded(Load load, int first, int second, long nowMs) {
        int[] weights = candidates.weights();
        long firstLoad = load.of(candidates.node(first), nowMs) * weights[second];
        long secondLoad = load.of(candidates.node(second), nowMs) * weights[first];
        return secondLoad > firstLoad ? first : second;
    }
}
