package io.lamplighter.balancer.predict;

/**
 * The test of Kwiatkowski, Phillips, Schmidt and Shin (1992) whether a series keeps its level, and how many differences it takes
 * until it does (Hyndman and Khandakar 2008).
 */
final class Kpss {
    /** A series that keeps its level exceeds this 5 times of 100 (their table 1). */
    static final double CRITICAL_5_PERCENT = 0.463;

    private Kpss() {}

    /** The order of differencing, at most {@code max}. */
    static int differences(double[] series, int max) {
        for (int d = 0; d < max; d++) {
            double[] differences = Differences.of(series, d);
            if (differences.length < 2
                    || Differences.areConstant(differences, series, d)
                    || !(levelStatistic(differences) > CRITICAL_5_PERCENT)) {
                return d;
            }
        }
        return max;
    }

    /**
     * {@code Σ S_t² / (n² s²)} with S the partial sums of the deviations from the mean and s² their long-run variance, by
     * Bartlett weights over {@code 3 sqrt(n) / 13} lags.
     */
    static double levelStatistic(double[] series) {
        int n = series.length;
        int lags = (int) (3 * Math.sqrt(n) / 13);
        double mean = Standardised.mean(series);
        double partialSum = 0;
        double squares = 0;
        for (double value : series) {
            partialSum += value - mean;
            squares += partialSum * partialSum;
        }
        return squares / n / n / longRunVariance(series, lags);
    }

    private static double longRunVariance(double[] series, int lags) {
        Correlogram correlogram = Correlogram.of(series, lags);
        double variance = correlogram.covariance(0);
        for (int lag = 1; lag <= lags; lag++) {
            variance += 2 * (1 - lag / (lags + 1.0)) * correlogram.covariance(lag);
        }
        return variance;
    }
}
