package io.lamplighter.balancer.predict;

import java.util.Arrays;

/**
 * Where a fitted {@link Arima} model stands: the one-step forecast, which moves on with each value in {@code O(p + q)} and
 * allocates nothing. The filter's gain stays what it was at the end of the fit.
 */
final class ArimaState {
    private final int d;
    private final double mean;
    private final double[] ar;
    private final double[] gain;
    private final double[] state; // predicted, from the mean, and one 0 more
    private double last; // value of the series
    private double lastDifference;

    /**
     * @param series of which the last {@code d} values are needed
     * @param ar coefficients
     * @param gain of the filter, as long as the state
     */
    ArimaState(int d, double[] series, double[] ar, double mean, double[] gain, double[] state) {
        int n = series.length;
        this.d = d;
        this.mean = mean;
        this.ar = Arrays.copyOf(ar, gain.length);
        this.gain = gain;
        this.state = state;
        this.last = d > 0 ? series[n - 1] : 0;
        this.lastDifference = d > 1 ? series[n - 1] - series[n - 2] : 0;
    }

    ArimaState(ArimaState other) {
        this.d = other.d;
        this.mean = other.mean;
        this.ar = other.ar;
        this.gain = other.gain;
        this.state = other.state.clone();
        this.last = other.last;
        this.lastDifference = other.lastDifference;
    }

    /** Of the next value. */
    double forecast() {
        return last + lastDifference + mean + state[0];
    }

    /** Takes in the next value. */
    void add(double value) {
        move(value - forecast());
        if (d > 1) {
            lastDifference = value - last;
        }
        if (d > 0) {
            last = value;
        }
    }

    /** Moves on as if the next value were as forecast. */
    void advance() {
        add(forecast());
    }

    private void move(double innovation) {
        double deviation = state[0] + innovation; // of the differenced series from its mean
        for (int i = 0; i < gain.length; i++) {
            state[i] = ar[i] * deviation + state[i + 1] + gain[i] * innovation;
        }
    }
}
