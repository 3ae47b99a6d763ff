package io.lamplighter.balancer.predict;

/**
 * The test of Ljung and Box (1978) whether residuals are uncorrelated.
 *
 * @param statistic {@code n (n + 2) Σ r_k² / (n - k)} over the autocorrelations r at the first lags
 * @param degreesOfFreedom lags less fitted coefficients
 * @param pValue how often white noise has a greater statistic, 0 to 1; below 0.05 the residuals are held to be correlated
 */
public record LjungBox(double statistic, int degreesOfFreedom, double pValue) {
    /**
     * @param lags at least 1, below the number of residuals
     * @param fitted coefficients of the model that left the residuals, below {@code lags}
     */
    static LjungBox of(double[] residuals, int lags, int fitted) {
        int n = residuals.length;
        Correlogram correlogram = Correlogram.of(residuals, lags);
        double sum = 0;
        for (int lag = 1; lag <= lags; lag++) {
            double r = correlogram.autocorrelation(lag);
            sum += r * r / (n - lag);
        }
        double statistic = n * (n + 2.0) * sum;
        return new LjungBox(statistic, lags - fitted, chiSquareTail(statistic, lags - fitted));
    }

    /**
     * The probability that chi-square exceeds {@code x}. By parts, from 2 degrees ({@code exp(-x/2)}) or 1
     * ({@code erfc(sqrt(x/2))}) upwards, two at a time; all terms are positive.
     */
    static double chiSquareTail(double x, int degrees) {
        if (!(x > 0)) {
            return 1;
        }
        double half = x / 2;
        boolean isEven = degrees % 2 == 0;
        double tail = isEven ? 0 : complementaryError(Math.sqrt(half));
        double term = isEven ? Math.exp(-half) : Math.exp(-half) * 2 * Math.sqrt(half / Math.PI);
        for (int k = isEven ? 2 : 3; k <= degrees; k += 2) {
            tail += term;
            term *= x / k;
        }
        return Math.min(1, tail);
    }

    /** For {@code x > 0}: the series of the error function where it is short, else the continued fraction of its complement. */
    private static double complementaryError(double x) {
        return x < 2 ? 1 - errorSeries(x) : complementFraction(x);
    }

    private static double errorSeries(double x) {
        double term = x;
        double sum = x;
        for (int k = 1; Math.abs(term) > 1e-17 * sum; k++) {
            term *= 2 * x * x / (2 * k + 1);
            sum += term;
        }
        return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * sum;
    }

    /** {@code exp(-x²)/sqrt(π) / (x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …))))}, from behind. */
    private static double complementFraction(double x) {
        double fraction = x;
        for (int k = 60; k >= 1; k--) {
            fraction = x + k / 2.0 / fraction;
        }
        return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
    }
}
