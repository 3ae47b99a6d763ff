package io.lamplighter.balancer.predict;

/**
 * The mean absolute error of recent one-step forecasts, and beside it that of the last-value forecast over the same steps: an
 * exponentially weighted mean in which a step counts {@code 2/(N+1)}, with {@code N} the length of the window, and a plain mean
 * of the steps until there are {@code (N+1)/2}.
 */
final class ForecastError {
    private final double share;
    private long steps;
    private double own;
    private double lastValue;

    ForecastError(int length) {
        this.share = 2.0 / (length + 1);
    }

    /** A step without a forecast counts for neither. */
    void step(double forecast, double lastValueForecast, double value) {
        if (Double.isNaN(forecast)) {
            return;
        }
        steps++;
        double weight = Math.max(share, 1.0 / steps);
        own += weight * (Math.abs(value - forecast) - own);
        lastValue += weight * (Math.abs(value - lastValueForecast) - lastValue);
    }

    /** Not-a-number before the first step. */
    double own() {
        return steps == 0 ? Double.NaN : own;
    }

    /** Not-a-number before the first step. */
    double lastValue() {
        return steps == 0 ? Double.NaN : lastValue;
    }
}
