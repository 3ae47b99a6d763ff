package io.lamplighter.balancer.predict;

/**
 * The second moments of a stationary ARMA process {@code z_t = Σ ar_i z_(t-i) + e_t + Σ ma_j e_(t-j)} whose innovations have
 * variance 1: what the Kalman filter begins with. One object is used again and again for other coefficients of the same order,
 * and allocates nothing then.
 */
final class ArmaProcess {
    final int p;
    final int q;

    /** The length of the state: the larger of {@code p} and {@code q + 1}. */
    final int r;

    /** Autoregressive coefficients, filled up with zeros to {@link #r}. */
    final double[] ar;

    /** 1 and the moving-average coefficients, filled up with zeros to {@link #r}. */
    final double[] ma;

    /** Autocovariances, lags 0 to {@link #r}. */
    final double[] covariance;

    private final double[] covarianceOfAr; // of the process without its moving average
    private final double[] psi;

    ArmaProcess(int p, int q) {
        this.p = p;
        this.q = q;
        this.r = Math.max(p, q + 1);
        this.ar = new double[r];
        this.ma = new double[r];
        this.covariance = new double[r + 1];
        this.covarianceOfAr = new double[r + q + 1];
        this.psi = new double[r];
        ma[0] = 1;
    }

    /**
     * @param partial the partial autocorrelations of the autoregressive part, each between -1 and 1
     * @param theta the moving-average coefficients begin at {@code from}
     */
    void set(double[] partial, double[] theta, int from) {
        System.arraycopy(theta, from, ma, 1, q);
        autoregress(partial);
        for (int lag = 0; lag <= r; lag++) {
            covariance[lag] = averaged(lag);
        }
        psiWeights(ar, ma, psi);
    }

    /** Coefficients and autocovariances of the autoregressive part; the latter stay exact close to the unit circle. */
    private void autoregress(double[] partial) {
        double variance = 1;
        for (double k : partial) {
            variance /= (1 - k) * (1 + k);
        }
        covarianceOfAr[0] = variance;
        double unexplained = variance;
        for (int k = 1; k < covarianceOfAr.length; k++) {
            double sum = k <= p ? partial[k - 1] * unexplained : 0;
            for (int j = 1; j <= Math.min(p, k - 1); j++) {
                sum += ar[j - 1] * covarianceOfAr[k - j];
            }
            covarianceOfAr[k] = sum;
            if (k <= p) {
                Stationarity.append(partial[k - 1], k - 1, ar);
                unexplained *= (1 - partial[k - 1]) * (1 + partial[k - 1]);
            }
        }
    }

    private double averaged(int lag) {
        double sum = 0;
        for (int i = 0; i <= q; i++) {
            for (int j = 0; j <= q; j++) {
                sum += ma[i] * ma[j] * covarianceOfAr[Math.abs(lag + i - j)];
            }
        }
        return sum;
    }

    /**
     * The weights of the innovations in {@code z_t = Σ psi_k e_(t-k)}, as many as {@code out} is long.
     *
     * @param ma begins with 1
     */
    static void psiWeights(double[] ar, double[] ma, double[] out) {
        for (int k = 0; k < out.length; k++) {
            double sum = k < ma.length ? ma[k] : 0;
            for (int j = 1; j <= Math.min(k, ar.length); j++) {
                sum += ar[j - 1] * out[k - j];
            }
            out[k] = sum;
        }
    }

    /**
     * The covariance of Harvey's state, {@code x_i(t) = Σ_k ar_(i+k) z_(t-1-k) + ma_(i+k) e_(t-k)} counted from 0, before anything
     * is observed. Its first row follows from the autocovariances, the others from {@code P = T P T' + R R'}, last first.
     *
     * @param out {@code r · r}, of which the part on and above the diagonal is filled, row by row
     */
    void stateCovariance(double[] out) {
        out[0] = covariance[0];
        for (int i = 1; i < r; i++) {
            double sum = 0;
            for (int k = 0; i + k < r; k++) {
                sum += ar[i + k] * covariance[k + 1] + ma[i + k] * psi[k];
            }
            out[i] = sum;
        }
        for (int i = r - 1; i >= 1; i--) {
            double beyondI = i + 1 < r ? out[i + 1] : 0;
            for (int j = r - 1; j >= i; j--) {
                double beyondJ = j + 1 < r ? out[j + 1] : 0;
                double beyond = j + 1 < r ? out[(i + 1) * r + j + 1] : 0;
                out[i * r + j] = ar[i] * ar[j] * out[0] + ar[i] * beyondJ + ar[j] * beyondI + beyond + ma[i] * ma[j];
            }
        }
    }
}
