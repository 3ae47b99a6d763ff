package io.lamplighter.balancer.weigh;

import io.lamplighter.balancer.weigh.NodePrediction.Model;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The response times of a node or of a group in order of completion, and what the next one will be. Those older than a minute
 * leave: a node that was slow and got no more sessions must not be slow for ever.
 *
 * <p>Threads: the weigher's.
 */
interface ResponseSeries {
    long MAX_AGE_NS = TimeUnit.SECONDS.toNanos(60);

    /** Takes in the next response time, milliseconds. */
    void add(double tookMs, long nowNs);

    /** The next one, milliseconds; not-a-number while nothing is known. */
    double predictedMs(long nowNs);

    /** The last one, milliseconds; not-a-number when it is too old, or before the first. */
    double lastMs(long nowNs);

    /** How many of them count. */
    int size();

    /** Whether {@link #fit} should be called some time soon. */
    default boolean isFitDue(long nowNs) {
        return false;
    }

    /** Finds a better model for what is known. Takes its time. */
    default void fit(long nowNs) {}

    /** Whether the prediction is the series' own kind of forecast, and not what stands in for one that is no better. */
    default boolean isForecastUsed() {
        return true;
    }

    /** What the prediction comes from; empty when it is not a fitted model. */
    default Optional<Model> model() {
        return Optional.empty();
    }
}
