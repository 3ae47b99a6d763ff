package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * {@code arima} and {@code response_time}: a node with nothing in flight ({@code arima} only), else one whose predicted time is
 * below the threshold, else the one nearest to it. Before the first response there is no threshold, and nodes take turns by
 * weight.
 *
 * <p>Source: Nguyen et al. 2018, response-time threshold with ARIMA. Its loop over the servers has no break; here the first hit
 * ends it. Which of several hits that is, it leaves open as well: with a cursor the first in file order after the one that was
 * taken last, without one the first in the order of preference.
 *
 * <p>All sorting is done when times or weights are published. A pick looks for an idle node among {@value #MOST_LOOKS} at most, so
 * that it costs about the same in groups of thousands, and goes past nodes that cannot be had.
 *
 * <p>Threads: any number pick.
 */
final class ForecastSelector implements Selector {
    static final int MOST_LOOKS = 16;

    private static final int NOBODY = -1;

    private final Candidates candidates;
    private final PredictedTimes times;
    private final boolean isIdleFirst;
    private final @Nullable Cursor cursor;
    private final WeightedSelector rotation;

    /** Open nodes by preference; by file where there is a cursor. */
    private final int[] order;
    /** Of these the ones below the threshold or, when none is, those nearest to it. */
    private final int[] preferred;

    private final int[] byDistance;

    /** The node taken last. A race is harmless: of two picks at the same moment the group remembers one. */
    static final class Cursor {
        private volatile int last = -1;
    }

    /**
     * @param isLowestFirst whether nodes are preferred by their times, rather than by the file
     * @param isIdleFirst whether an idle node is taken whatever its time
     * @param cursor where the turn is; null to begin with the most preferred each time. Only without {@code isLowestFirst}
     */
    ForecastSelector(
            Candidates candidates,
            PredictedTimes times,
            boolean isLowestFirst,
            boolean isIdleFirst,
            @Nullable Cursor cursor,
            WeightedSelector rotation) {
        this.candidates = candidates;
        this.times = times;
        this.isIdleFirst = isIdleFirst;
        this.cursor = cursor;
        this.rotation = rotation;
        int[] weights = candidates.withoutClosed(candidates.weights());
        List<Integer> open = IntStream.range(0, weights.length)
                .filter(i -> weights[i] > 0)
                .boxed()
                .toList();
        this.order = isLowestFirst ? sorted(open, Comparator.comparingDouble(times::rank)) : toArray(open);
        this.byDistance = sorted(open, Comparator.comparingDouble(times::distance));
        this.preferred = preferred();
    }

    /** Sorted as if by insertion: among equals the order stays. */
    private static int[] sorted(List<Integer> nodes, Comparator<Integer> by) {
        return toArray(nodes.stream().sorted(by).toList());
    }

    private static int[] toArray(List<Integer> nodes) {
        return nodes.stream().mapToInt(Integer::intValue).toArray();
    }

    private int[] preferred() {
        int[] below = IntStream.of(order).filter(times::isBelow).toArray();
        if (below.length > 0 || order.length == 0) {
            return below;
        }
        double least = times.distance(byDistance[0]);
        return IntStream.of(order).filter(i -> times.distance(i) == least).toArray();
    }

    @Override
    public @Nullable Node pick(PickContext context, long nowMs) {
        if (!times.hasThreshold()) {
            return rotation.pick(context, nowMs);
        }
        int taken = isIdleFirst ? takeIdle(context, nowMs) : NOBODY;
        if (taken == NOBODY) {
            taken = take(preferred, start(preferred), context, nowMs);
        }
        if (taken == NOBODY) {
            taken = take(byDistance, 0, context, nowMs);
        }
        if (taken == NOBODY) {
            return null;
        }
        if (cursor != null) {
            cursor.last = taken;
        }
        return candidates.node(taken);
    }

    private int takeIdle(PickContext context, long nowMs) {
        int at = start(order);
        for (int looks = Math.min(order.length, MOST_LOOKS); looks > 0; looks--) {
            int i = order[at];
            if (candidates.node(i).inFlight() == 0 && candidates.tryTake(i, 1, context, nowMs) != null) {
                return i;
            }
            at = at + 1 == order.length ? 0 : at + 1;
        }
        return NOBODY;
    }

    private int take(int[] nodes, int start, PickContext context, long nowMs) {
        int at = start;
        for (int left = nodes.length; left > 0; left--) {
            if (candidates.tryTake(nodes[at], context, nowMs) != null) {
                return nodes[at];
            }
            at = at + 1 == nodes.length ? 0 : at + 1;
        }
        return NOBODY;
    }

    /** Where to begin in nodes that are in file order if there is a cursor: behind the one taken last. */
    private int start(int[] nodes) {
        if (cursor == null) {
            return 0;
        }
        int next = cursor.last + 1;
        int low = 0;
        int high = nodes.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (nodes[middle] < next) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == nodes.length ? 0 : low;
    }
}
