package io.lamplighter.simulator.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.lamplighter.simulator.measure.Phase;
import java.io.IOException;
import java.nio.file.Path;
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
    private static final double LOG_ROUNDING = 0.001; // seconds; the log has milliseconds

    static final Times NONE = new Times(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Of those exchanges of a run's measured part that were written into its log for a time.
     *
     * @param directory of the report
     * @param fromSeconds since the run's beginning, warm-up included; the interval of the log that begins then counts
     * @param toSeconds the same; the interval that begins then does not count
     * @throws IOException when there is no log, or it cannot be read
     */
    public static Times ofPart(Path directory, double fromSeconds, double toSeconds) throws IOException {
        Histogram exchanges = Run.merged(
                        directory.resolve(RunLog.LOG_FILE), fromSeconds - LOG_ROUNDING, toSeconds - LOG_ROUNDING)
                .get(Phase.EXCHANGE.tag());
        return exchanges == null ? NONE : of(exchanges);
    }

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
