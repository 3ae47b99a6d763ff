package io.lamplighter.simulator.lab.model;

import java.util.ArrayList;
import java.util.List;

/**
 * What was expected of the next response of each node, response by response, and how far it was from what came. Times are
 * milliseconds.
 */
public final class ForecastLog {
    private final List<Row> rows = new ArrayList<>();
    private double errors;
    private double relativeErrors;
    private int count;

    /**
     * What was expected after a response.
     *
     * @param predictedMs of each node; not-a-number where nothing was known
     * @param thresholdMs what it is held against; not-a-number where nothing was known
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    public record Row(double[] predictedMs, double thresholdMs) {}

    /** A response came of which something may have been expected. */
    void came(double predictedMs, double tookMs) {
        if (!Double.isNaN(predictedMs) && tookMs > 0) {
            errors += Math.abs(predictedMs - tookMs);
            relativeErrors += Math.abs(predictedMs - tookMs) / tookMs;
            count++;
        }
    }

    void add(Row row) {
        rows.add(row);
    }

    /** One for each response. */
    public List<Row> rows() {
        return rows;
    }

    /** Mean absolute error of the forecasts; not-a-number if there was none. */
    double meanError() {
        return errors / count;
    }

    /** The same relative to the response times. */
    double meanRelativeError() {
        return relativeErrors / count;
    }
}
