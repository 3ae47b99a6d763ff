package io.lamplighter.balancer.weigh;

import io.lamplighter.balancer.watch.HeardReport;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The moving average of a node's rate: the first as it is, then {@code share · new + (1 - share) · old}, one step for each
 * report, however often the weights are computed from it. Of reports that arrive between two computations only the last is
 * seen, so that is one step as well. After a silence longer than the expiry time it begins anew: what the node did before says
 * nothing about it any more.
 *
 * <p>Threads: the weigher's.
 */
final class MovingAverage {
    private @Nullable HeardReport last;
    private double average; // billionths, not rounded: no error adds up

    /**
     * The average after a report, in billionths; empty, and the average unmoved, when the report tells no rate.
     *
     * @param rate what the report tells, billionths
     * @param share of the newest in the average, above 0, at most 1
     */
    OptionalLong after(HeardReport report, OptionalLong rate, double share, long expireNs) {
        if (rate.isEmpty()) {
            return rate;
        }
        if (last == null || report.arrivedNs() - last.arrivedNs() > expireNs) {
            average = rate.getAsLong();
        } else if (!report.equals(last)) {
            average = share * rate.getAsLong() + (1 - share) * average;
        }
        last = report;
        return OptionalLong.of(Math.round(average));
    }

    void forget() {
        last = null;
    }
}
