package io.lamplighter.balancer.predict;

/**
 * The exact Gaussian likelihood of an ARMA process as a sum of squares. With the variance of the innovations and the mean at
 * their best values, -2 times its logarithm is {@code n (ln(2π D / n) + 1)} with
 *
 * <pre>
 * D = (Π F_t)^(1/n) · Σ v_t² / F_t
 * </pre>
 *
 * <p>from the Kalman filter's innovations v and their variances F. So D is the sum of the squares of
 * {@code v_t / sqrt(F_t) · (Π F_t)^(1/2n)}, and least squares finds the greatest likelihood (Ansley 1979).
 *
 * <p>Parameters: for each autoregressive term the arc sine of a partial autocorrelation, which keeps the process stationary and
 * is estimated about equally well everywhere; then the moving-average coefficients as they are. Their roots may lie inside the unit circle, where the
 * likelihood is that of the mirrored roots outside: the circle itself, where many a maximum lies, is then no border.
 */
final class ExactLikelihood implements LeastSquares.Problem {
    private final KalmanFilter filter;
    private final int p;
    private final int q;
    private final int n;
    private final double[] partial;

    ExactLikelihood(double[] series, int p, int q, boolean hasMean) {
        this.filter = new KalmanFilter(series, p, q, hasMean);
        this.p = p;
        this.q = q;
        this.n = series.length;
        this.partial = new double[p];
    }

    @Override
    public int parameters() {
        return p + q;
    }

    @Override
    public int residuals() {
        return n;
    }

    @Override
    public double at(double[] parameters, double[] residuals) {
        for (int i = 0; i < p; i++) {
            partial[i] = partial(parameters[i]);
        }
        filter.run(partial, parameters, p);
        return filter.standardise(Math.exp(filter.logDeterminant() / (2 * n)), residuals);
    }

    KalmanFilter filter() {
        return filter;
    }

    /** The logarithm of the likelihood where {@link #at} is {@code deviance}. */
    static double logLikelihood(double deviance, int n) {
        return -0.5 * n * (Math.log(2 * Math.PI * deviance / n) + 1);
    }

    private static double partial(double parameter) {
        return Math.sin(parameter);
    }

    /** The parameter of a partial autocorrelation between -1 and 1. */
    static double parameter(double partial) {
        return Math.asin(partial);
    }
}
