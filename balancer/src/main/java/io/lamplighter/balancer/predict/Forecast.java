package io.lamplighter.balancer.predict;

/** Forecasts of the next values of a series, each with its standard error. */
public final class Forecast {
    private final double[] values;
    private final double[] standardErrors;

    Forecast(double[] values, double[] standardErrors) {
        this.values = values;
        this.standardErrors = standardErrors;
    }

    /** How many steps ahead it reaches. */
    public int steps() {
        return values.length;
    }

    /**
     * The forecast of one value.
     *
     * @param step 1 for the next value, at most {@link #steps()}
     */
    public double value(int step) {
        return values[step - 1];
    }

    /**
     * The standard deviation of the error of {@link #value} if the model with its estimated coefficients were true.
     *
     * @param step 1 for the next value, at most {@link #steps()}
     */
    public double standardError(int step) {
        return standardErrors[step - 1];
    }
}
