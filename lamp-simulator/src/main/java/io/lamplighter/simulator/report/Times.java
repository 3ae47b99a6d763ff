package io.lamplighter.simulator.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.HdrHistogram.Histogram;

/**
 * A distribution of times, milliseconds; all 0 when nothing was measured.
 *
 * @param count how many were measured
 */
public record Times(
        long count,
        double meanMs,
        double p50Ms,
        double p90Ms,
        double p95Ms,
        double p99Ms,
        @JsonProperty("p99_9_ms") double p999Ms,
        @JsonProperty("p99_99_ms") double p9999Ms,
        double maxMs) {
    static final Times NONE = new Times(0, 0, 0, 0, 0, 0, 0, 0, 0);

    static Times of(Histogram histogram) {
        if (histogram.getTotalCount() == 0) {
            return NONE;
        }
        return new Times(
                histogram.getTotalCount(),
                histogram.getMean() / 1e6,
                ms(histogram, 50),
                ms(histogram, 90),
                ms(histogram, 95),
                ms(histogram, 99),
                ms(histogram, 99.9),
                ms(histogram, 99.99),
                histogram.getMaxValue() / 1e6);
    }

    private static double ms(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e6;
    }
}
