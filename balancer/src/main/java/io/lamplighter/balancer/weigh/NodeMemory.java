package io.lamplighter.balancer.weigh;

import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.watch.HeardReport;
import io.lamplighter.balancer.weigh.WeightPolicy.Verdict;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What has to be remembered of a node from one computation to the next, also over a reload.
 *
 * <p>Threads: the weigher's.
 */
final class NodeMemory {
    private final MovingAverage average = new MovingAverage();
    private final LearntCapacity capacity = new LearntCapacity();
    private final SlowStart slowStart = new SlowStart();
    private @Nullable DynamicWeight averagedFor;
    private @Nullable Verdict verdict;
    private long verdictSinceNs;

    SlowStart slowStart() {
        return slowStart;
    }

    LearntCapacity capacity() {
        return capacity;
    }

    /** The averaged rate of a report by the method's formula, billionths; empty when it tells none. */
    OptionalLong rate(DynamicWeight method, HeardReport heard, long expireNs) {
        if (!method.equals(averagedFor)) {
            averagedFor = method;
            average.forget(); // another formula's rates are other things
        }
        OptionalLong rate = RateFormula.of(method.formula())
                .rate(heard.report().hardware(), heard.report().usage());
        return average.after(heard, rate, method.smoothing(), expireNs);
    }

    /** The agent is silent. */
    void forgetReports() {
        average.forget();
        capacity.forget();
    }

    /** Since when this verdict holds, steady clock, nanoseconds. */
    long sinceNs(Verdict now, long nowNs) {
        if (!now.equals(verdict)) {
            verdict = now;
            verdictSinceNs = nowNs;
        }
        return verdictSinceNs;
    }
}
