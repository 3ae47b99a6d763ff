package io.lamplighter.balancer.predict;

/**
 * The sample autocorrelations and partial autocorrelations of a series, and the band that those of white noise stay in 95 times
 * of 100 (Box and Jenkins 1970). Autocovariances are divided by the length of the series, as is usual, which keeps all
 * partial autocorrelations between -1 and 1.
 */
final class Correlogram {
    private static final double NORMAL_QUANTILE_975 = 1.959963984540054;

    private final double mean;
    private final double[] covariance;
    private final double[] partial;
    private final double[] ar;
    private final double unexplained;
    private final int n;

    private Correlogram(double mean, double[] covariance, int n) {
        int lags = covariance.length - 1;
        this.mean = mean;
        this.covariance = covariance;
        this.n = n;
        this.partial = new double[lags];
        this.ar = new double[lags];
        this.unexplained = durbinLevinson();
    }

    /** @param lags at least 0, below the length of the series */
    static Correlogram of(double[] series, int lags) {
        int n = series.length;
        double mean = Standardised.mean(series);
        double[] covariance = new double[lags + 1];
        for (int lag = 0; lag <= lags; lag++) {
            for (int t = lag; t < n; t++) {
                covariance[lag] += (series[t] - mean) * (series[t - lag] - mean) / n;
            }
        }
        return new Correlogram(mean, covariance, n);
    }

    private double durbinLevinson() {
        double variance = covariance[0];
        for (int k = 0; k < partial.length; k++) {
            double sum = covariance[k + 1];
            for (int j = 0; j < k; j++) {
                sum -= ar[j] * covariance[k - j];
            }
            partial[k] = variance > 0 ? sum / variance : 0;
            Stationarity.append(partial[k], k, ar);
            variance *= (1 - partial[k]) * (1 + partial[k]);
        }
        return variance;
    }

    double mean() {
        return mean;
    }

    double covariance(int lag) {
        return covariance[lag];
    }

    /** 0 for a constant series. */
    double autocorrelation(int lag) {
        return covariance[0] > 0 ? covariance[lag] / covariance[0] : 0;
    }

    /** 0 for a constant series. */
    double partialAutocorrelation(int lag) {
        return partial[lag - 1];
    }

    /** Half the width of the band around 0. */
    double band() {
        return NORMAL_QUANTILE_975 / Math.sqrt(n);
    }

    /** The last lag, at most {@code max}, whose partial autocorrelation leaves the band: the order of an autoregression. */
    int autoregressiveOrder(int max) {
        int lag = Math.min(max, partial.length);
        while (lag > 0 && Math.abs(partialAutocorrelation(lag)) <= band()) {
            lag--;
        }
        return lag;
    }

    /** The last lag, at most {@code max}, whose autocorrelation leaves the band: the order of a moving average. */
    int movingAverageOrder(int max) {
        int lag = Math.min(max, partial.length);
        while (lag > 0 && Math.abs(autocorrelation(lag)) <= band()) {
            lag--;
        }
        return lag;
    }

    /** Coefficients of the autoregression of order {@code lags} by Yule–Walker. */
    double[] autoregression() {
        return ar.clone();
    }

    /** What is left of the variance when that autoregression has explained what it can. */
    double unexplainedVariance() {
        return unexplained;
    }
}
