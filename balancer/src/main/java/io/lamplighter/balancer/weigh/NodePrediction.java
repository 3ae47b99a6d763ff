package io.lamplighter.balancer.weigh;

import io.lamplighter.balancer.predict.Order;
import io.lamplighter.balancer.predict.Rung;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is expected of a node's next response. Times are milliseconds.
 *
 * @param predictedMs how long it will take; empty while nothing is known
 * @param thresholdMs what this is held against; empty before the first response of the group, and where the method has no
 *     threshold
 * @param isThresholdForecast false while the forecast of the group's response times is no better than the last of them, and the mean
 *     of what is expected of its nodes stands in for it
 * @param samples how many response times the prediction rests on
 * @param model the fitted model; empty where the method does without one
 */
public record NodePrediction(
        OptionalDouble predictedMs,
        OptionalDouble thresholdMs,
        boolean isThresholdForecast,
        int samples,
        Optional<Model> model) {
    /**
     * A fitted model and how good it has been.
     *
     * @param rung where on the ladder from the chosen model down to the mean it stands
     * @param order its order
     * @param errorMs mean absolute error of its recent one-step forecasts; empty before the second response
     * @param lastValueErrorMs that of the forecast that the next value will be as the last, over the same responses
     * @param isUsed whether its forecast is the prediction; if not, because it is no better, the last value is
     */
    public record Model(
            Rung rung, Order order, OptionalDouble errorMs, OptionalDouble lastValueErrorMs, boolean isUsed) {}
}
