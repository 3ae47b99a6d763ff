package io.lamplighter.balancer.admin;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is expected of a node's next response. Times are milliseconds.
 *
 * @param predictedMs how long it will take; empty while nothing is known
 * @param thresholdMs what that is held against; empty where the method has no threshold, and before the first response
 * @param isThresholdForecast whether the threshold is what its method says, and not what stands in for a forecast that is no better
 *     than the last value
 * @param samples how many response times the prediction rests on
 * @param model where it comes from; empty where the method does without a fitted model
 */
public record ShownForecast(
        OptionalDouble predictedMs,
        OptionalDouble thresholdMs,
        boolean isThresholdForecast,
        int samples,
        Optional<Model> model) {
    /**
     * A fitted model and how good it has been.
     *
     * @param rung where it stands on the ladder from the model the data chose down to none, as a word
     * @param position the same as a number, 1 for the first
     * @param order its order, such as {@code (1,0,0)+mean}
     * @param errorMs mean absolute error of its one-step forecasts; empty before the second response
     * @param lastValueErrorMs that of the forecast that the next value will be as the last
     * @param isUsed whether its forecast is the prediction
     */
    public record Model(
            String rung,
            int position,
            String order,
            OptionalDouble errorMs,
            OptionalDouble lastValueErrorMs,
            boolean isUsed) {}
}
