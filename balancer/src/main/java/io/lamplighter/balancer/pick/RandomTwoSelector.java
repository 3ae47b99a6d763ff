package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Draws two nodes at random, in proportion to the weights, and takes the one with fewer sessions in flight relative to its
 * weight; after more than {@value RandomSelector#MAX_MISSES} misses round robin, as nginx's {@code random two}.
 *
 * <p>Threads: any number pick; the source of chance must bear that.
 */
final class RandomTwoSelector implements Selector {
    private final Candidates candidates;
    private final WeightRanges ranges;
    private final WeightedSelector roundRobin;
    private final LongUnaryOperator randomBelow;

    /** @param randomBelow gives an evenly distributed number from 0 to its argument - 1 */
    RandomTwoSelector(Candidates candidates, WeightedSelector roundRobin, LongUnaryOperator randomBelow) {
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
        int first = -1;
        int misses = 0;
        while (misses <= RandomSelector.MAX_MISSES) {
            int drawn = ranges.at(randomBelow.applyAsLong(ranges.sum()));
            if (drawn == first || !candidates.isFree(drawn, context, nowMs)) {
                misses++;
            } else if (first < 0) {
                first = drawn;
            } else {
                Node node = candidates.tryTake(lessLoaded(first, drawn), context, nowMs);
                if (node != null) {
                    return node;
                }
                misses++;
            }
        }
        return roundRobin.pick(context, nowMs);
    }

    /** The second on a tie, as nginx does. */
    private int lessLoaded(int first, int second) {
        int[] weights = candidates.weights();
        long firstLoad = (long) candidates.node(first).inFlight() * weights[second];
        long secondLoad = (long) candidates.node(second).inFlight() * weights[first];
        return secondLoad > firstLoad ? first : second;
    }
}
