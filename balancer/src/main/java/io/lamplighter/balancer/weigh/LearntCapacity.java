package io.lamplighter.balancer.weigh;

import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.balancer.watch.HeardReport;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a node is able to do, learnt from its reports:
 *
 * <pre>
 * u  = 1 - min(cpuIdle, bandwidthIdle)                   how busy the node was
 * mu = requests a second / u                             by that, what it could serve at most
 * </pre>
 *
 * <p>Requests are this balancer's, counted from one report to the next. mu is a moving average over {@value #AVERAGE_SECONDS} s, and
 * stays where it is after a report by which the node is nearly idle (u at or below {@value #LEAST_USE}), or between which there
 * was no request: such tell nothing. It is forgotten when the agent falls silent.
 *
 * <p>Beside it stands what the node could hold, {@link HeldSessions}.
 *
 * <p>Threads: the weigher's.
 */
final class LearntCapacity {
    private static final double AVERAGE_SECONDS = 5;
    private static final double LEAST_USE = 0.05;
    private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Most by which a weight changes from one report of its node to the next. */
    private static final double MOST_CHANGE = 2;

    private @Nullable HeardReport last;
    private Workload lastWorkload = new Workload(0, 0, 0);
    private double mu = Double.NaN;
    private final HeldSessions held = new HeldSessions();

    private double capacity = Double.NaN;
    private double capacityAtReport = Double.NaN;

    /**
     * Looks at the last report of the node.
     *
     * @param workload of the node when it arrived
     */
    void hear(HeardReport heard, Workload workload) {
        if (heard.equals(last)) {
            return;
        }
        if (last != null && heard.arrivedNs() > last.arrivedNs()) {
            learn(heard.report().usage(), (heard.arrivedNs() - last.arrivedNs()) / NS_PER_SECOND, workload);
        }
        last = heard;
        lastWorkload = workload;
        capacityAtReport = capacity;
    }

    private void learn(Usage usage, double seconds, Workload workload) {
        double idle = Math.min(usage.cpuIdle().orElse(1), usage.bandwidthIdle().orElse(1));
        double use = (double) RateFormula.billionths(1 - idle) / RateFormula.ONE;
        if (use <= LEAST_USE) {
            return;
        }
        double waited = (workload.waitedNs() - lastWorkload.waitedNs()) / NS_PER_SECOND;
        held.passed(seconds, use, workload.sessions(), waited);
        long requests = workload.requests() - lastWorkload.requests();
        if (requests > 0) {
            double found = requests / seconds / use;
            mu = Double.isNaN(mu) ? found : mu + (1 - Math.exp(-seconds / AVERAGE_SECONDS)) * (found - mu);
        }
    }

    /** The agent is silent. */
    void forget() {
        last = null;
        mu = Double.NaN;
        held.forget();
        capacityAtReport = Double.NaN;
    }

    /** Requests a second; not-a-number before it is learnt. */
    double mu() {
        return mu;
    }

    HeldSessions held() {
        return held;
    }

    /**
     * Notes the capacity that comes of it.
     *
     * @return the same, but no more than twice and no less than half of what it was at the last report
     */
    double limited(double newCapacity) {
        capacity = Double.isNaN(capacityAtReport)
                ? newCapacity
                : Math.max(capacityAtReport / MOST_CHANGE, Math.min(capacityAtReport * MOST_CHANGE, newCapacity));
        return capacity;
    }
}
