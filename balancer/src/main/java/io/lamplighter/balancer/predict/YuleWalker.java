package io.lamplighter.balancer.predict;

/**
 * An autoregression with a mean by the Yule–Walker equations: the coefficients whose autocorrelations are those of the series.
 * Cheap, always stationary, and biased towards 0 in short series.
 */
final class YuleWalker {
    private final double mean;
    private final double[] ar;
    private final double variance;

    private YuleWalker(double mean, double[] ar, double variance) {
        this.mean = mean;
        this.ar = ar;
        this.variance = variance;
    }

    /** @param order at least 0, below the length of the series less 1 */
    static YuleWalker fit(double[] series, int order) {
        int n = series.length;
        Correlogram correlogram = Correlogram.of(series, order);
        double variance = correlogram.unexplainedVariance() * n / (n - order - 1);
        return new YuleWalker(correlogram.mean(), correlogram.autoregression(), variance);
    }

    double mean() {
        return mean;
    }

    double ar(int lag) {
        return ar[lag - 1];
    }

    /** Of the innovations, corrected for the number of coefficients. */
    double variance() {
        return variance;
    }

    /** What each value differs from its forecast by; 0 for the first ones, which have none. */
    double[] innovations(double[] series) {
        double[] innovations = new double[series.length];
        for (int t = ar.length; t < series.length; t++) {
            innovations[t] = series[t] - forecast(series, t);
        }
        return innovations;
    }

    /** The forecast of the value that follows the first {@code t}, at least the order. */
    double forecast(double[] series, int t) {
        double forecast = mean;
        for (int i = 0; i < ar.length; i++) {
            forecast += ar[i] * (series[t - 1 - i] - mean);
        }
        return forecast;
    }
}
