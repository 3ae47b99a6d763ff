package io.lamplighter.balancer.admin;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A node's durations as a Prometheus histogram with fixed buckets. Buckets rather than quantiles: they may be added up over
 * nodes and balancers, and an empty one is 0 where an unknown quantile would have to be NaN.
 *
 * <p>A recorded value belongs to the bucket of the smallest duration it may stand for, so a bound is off by no more than
 * the resolution of what was recorded, under 1 %.
 */
final class DurationBuckets {
    /** From a fast exchange in a local network to the usual longest wait of a person: 1, 2.5 and 5 of each decade. */
    private static final long[] BOUNDS_US = {
        100,
        250,
        500,
        1_000,
        2_500,
        5_000,
        10_000,
        25_000,
        50_000,
        100_000,
        250_000,
        500_000,
        1_000_000,
        2_500_000,
        5_000_000,
        10_000_000
    };

    private static final double[] BOUNDS_SECONDS = boundsSeconds();

    private DurationBuckets() {}

    static HistogramDataPointSnapshot of(Histogram us, Labels labels) {
        long[] counts = new long[BOUNDS_SECONDS.length];
        long sumUs = 0;
        int bucket = 0;
        for (HistogramIterationValue step : us.recordedValues()) {
            long valueUs = us.lowestEquivalentValue(step.getValueIteratedTo());
            while (bucket < BOUNDS_US.length && valueUs > BOUNDS_US[bucket]) {
                bucket++;
            }
            counts[bucket] += step.getCountAddedInThisIterationStep();
            sumUs += us.medianEquivalentValue(valueUs) * step.getCountAddedInThisIterationStep();
        }
        return HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS_SECONDS, counts))
                .sum(sumUs / 1e6)
                .build();
    }

    private static double[] boundsSeconds() {
        double[] seconds = new double[BOUNDS_US.length + 1];
        for (int i = 0; i < BOUNDS_US.length; i++) {
            seconds[i] = BOUNDS_US[i] / 1e6;
        }
        seconds[BOUNDS_US.length] = Double.POSITIVE_INFINITY;
        return seconds;
    }
}
