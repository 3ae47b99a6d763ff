package io.lamplighter.balancer.predict;

/**
 * The likelihood of an ARMA process as that of a multivariate normal distribution, by the Cholesky factor of its covariance matrix
 * and autocovariances summed from psi weights: another way than the filter's in every step.
 */
final class DenseLikelihood {
    private static final int MAX_TERMS = 5_000_000;

    private DenseLikelihood() {}

    /** At the best variance; {@code deviations} are from the mean. */
    static double logLikelihood(double[] deviations, double[] ar, double[] ma) {
        int n = deviations.length;
        double[] covariance = autocovariances(ar, ma, n);
        double[][] factor = new double[n][n];
        double[] whitened = new double[n];
        double squares = 0;
        double logDeterminant = 0;
        for (int i = 0; i < n; i++) {
            double rest = deviations[i];
            for (int j = 0; j <= i; j++) {
                double sum = covariance[i - j];
                for (int k = 0; k < j; k++) {
                    sum -= factor[i][k] * factor[j][k];
                }
                factor[i][j] = i == j ? Math.sqrt(sum) : sum / factor[j][j];
                rest -= j < i ? factor[i][j] * whitened[j] : 0;
            }
            whitened[i] = rest / factor[i][i];
            squares += whitened[i] * whitened[i];
            logDeterminant += 2 * Math.log(factor[i][i]);
        }
        return -0.5 * (n * (Math.log(2 * Math.PI * squares / n) + 1) + logDeterminant);
    }

    /** {@code Σ_j psi_j psi_(j+k)} until the weights have died away. */
    private static double[] autocovariances(double[] ar, double[] ma, int lags) {
        double[] sums = new double[lags];
        double[] latest = new double[Integer.highestOneBit(lags + ar.length) * 2];
        int mask = latest.length - 1;
        double recent = 1;
        for (int j = 0; j < MAX_TERMS && recent > 1e-18; j++) {
            double weight = j == 0 ? 1 : j <= ma.length ? ma[j - 1] : 0;
            for (int i = 1; i <= Math.min(ar.length, j); i++) {
                weight += ar[i - 1] * latest[(j - i) & mask];
            }
            latest[j & mask] = weight;
            for (int k = 0; k < Math.min(lags, j + 1); k++) {
                sums[k] += weight * latest[(j - k) & mask];
            }
            recent = Math.max(Math.abs(weight), recent * 0.5);
        }
        return sums;
    }
}
