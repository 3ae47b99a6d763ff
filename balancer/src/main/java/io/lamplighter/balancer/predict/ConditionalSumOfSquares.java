package io.lamplighter.balancer.predict;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The sum of squares of the innovations of an ARMA process, on condition that those before the {@code p}-th observation are 0
 * (Box and Jenkins 1970):
 *
 * <pre>
 * e_t = z_t - c - Σ ar_i z_(t-i) - Σ ma_j e_(t-j)
 * </pre>
 *
 * <p>Parameters: autoregressive, moving-average, and the constant {@code c} if there is one, which is the mean times
 * {@code 1 - Σ ar_i}.
 */
final class ConditionalSumOfSquares implements LeastSquares.Problem {
    /** Far more than it takes, unless the moving average is not invertible: then sums are rugged, and worth nothing. */
    private static final int MAX_STEPS = 30;

    private final double[] series;
    private final int p;
    private final int q;
    private final boolean hasConstant;
    private final double @Nullable [] knownInnovations;
    private final double[] negated;
    private final double[] partials;

    ConditionalSumOfSquares(double[] series, int p, int q, boolean hasConstant) {
        this(series, p, q, hasConstant, null);
    }

    private ConditionalSumOfSquares(
            double[] series, int p, int q, boolean hasConstant, double @Nullable [] knownInnovations) {
        this.series = series;
        this.p = p;
        this.q = q;
        this.hasConstant = hasConstant;
        this.knownInnovations = knownInnovations;
        this.negated = new double[q];
        this.partials = new double[q];
    }

    /**
     * The parameters with the least sum that is found from two starts: all 0, and the estimate of Hannan and Rissanen (1982),
     * which takes the innovations from a long autoregression and has to solve a linear problem only.
     */
    static double[] fit(double[] series, int p, int q, boolean hasConstant) {
        LeastSquares search = new LeastSquares(new ConditionalSumOfSquares(series, p, q, hasConstant), MAX_STEPS);
        double[] fromZero = new double[search.parameters()];
        double sum = search.minimise(fromZero);
        if (q == 0) {
            return fromZero;
        }
        double[] fromLinear = linearEstimate(series, p, q, hasConstant);
        return search.minimise(fromLinear) < sum ? fromLinear : fromZero;
    }

    private static double[] linearEstimate(double[] series, int p, int q, boolean hasConstant) {
        int longOrder = (int) Math.min(series.length / 4, Math.round(Math.pow(Math.log(series.length), 1.5)));
        YuleWalker longFit = YuleWalker.fit(series, longOrder);
        ConditionalSumOfSquares linear =
                new ConditionalSumOfSquares(series, p, q, hasConstant, longFit.innovations(series));
        LeastSquares search = new LeastSquares(linear, MAX_STEPS);
        double[] estimate = new double[search.parameters()];
        search.minimise(estimate);
        System.arraycopy(MovingAverage.invertible(Arrays.copyOfRange(estimate, p, p + q)), 0, estimate, p, q);
        return estimate;
    }

    @Override
    public int parameters() {
        return p + q + (hasConstant ? 1 : 0);
    }

    @Override
    public int residuals() {
        return series.length;
    }

    private boolean isInvertible(double[] parameters) {
        for (int j = 0; j < q; j++) {
            negated[j] = -parameters[p + j];
        }
        return Stationarity.partials(negated, partials);
    }

    @Override
    public double at(double[] parameters, double[] residuals) {
        double[] innovations = knownInnovations == null ? residuals : knownInnovations;
        if (knownInnovations == null && !isInvertible(parameters)) {
            return Double.POSITIVE_INFINITY;
        }
        double constant = hasConstant ? parameters[p + q] : 0;
        double sum = 0;
        for (int t = 0; t < series.length; t++) {
            double innovation = 0;
            if (t >= p) {
                innovation = series[t] - constant;
                for (int i = 0; i < p; i++) {
                    innovation -= parameters[i] * series[t - 1 - i];
                }
                // The innovation just before comes last: all else need not wait for it.
                for (int j = Math.min(q, t - p) - 1; j >= 0; j--) {
                    innovation -= parameters[p + j] * innovations[t - 1 - j];
                }
            }
            residuals[t] = innovation;
            sum += innovation * innovation;
        }
        return sum;
    }
}
