package io.lamplighter.balancer.pick;

import java.util.Arrays;

/**
 * How long each node of a group will take for its next response, as far as can be known, and the threshold that this is held
 * against: one value, made by the cold side and swapped whole.
 *
 * <p>Threads: immutable.
 */
public final class PredictedTimes {
    private final double[] times;
    private final double threshold;

    /**
     * @param times one for each node in the order of the upstream's list, in any unit; not-a-number for a node of which nothing is
     *     known, which counts as below the threshold: who never gets a session is never known
     * @param threshold in the same unit; not-a-number before the first response of the group
     */
    public PredictedTimes(double[] times, double threshold) {
        this.times = times.clone();
        this.threshold = threshold;
    }

    /** Nothing is known of so many nodes. */
    static PredictedTimes none(int nodes) {
        double[] times = new double[nodes];
        Arrays.fill(times, Double.NaN);
        return new PredictedTimes(times, Double.NaN);
    }

    boolean hasThreshold() {
        return !Double.isNaN(threshold);
    }

    /** Whether the node is below the threshold; one exactly at it is not. */
    boolean isBelow(int i) {
        return !(times[i] >= threshold);
    }

    /** For comparing: a node of which nothing is known comes before all others. */
    double rank(int i) {
        return Double.isNaN(times[i]) ? Double.NEGATIVE_INFINITY : times[i];
    }

    /** How far the node is from the threshold, on either side. */
    double distance(int i) {
        return Double.isNaN(times[i]) ? 0 : Math.abs(times[i] - threshold);
    }
}
