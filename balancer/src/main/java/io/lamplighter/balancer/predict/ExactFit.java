package io.lamplighter.balancer.predict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The greatest likelihood of an ARMA process, by {@link LeastSquares} from a few starts: the conditional sum of squares, as Box
 * and Jenkins do; and, because likelihoods of mixed processes have several maxima, where an autoregressive and a moving-average
 * factor nearly cancel, the best process with one term less on both sides times such a pair, of a slow and of a fast factor. So
 * the likelihood is never below that of the smaller process.
 */
final class ExactFit {
    /** Roots at 1.1: close enough to the unit circle to be slow, far enough to be found again from there. */
    private static final double[] PAIRS = {0.9, -0.9};

    private static final int MAX_STEPS = 100;
    private static final double LEAST_START_ROOT = 1.01;
    private static final double SHRINK_ROOTS = 1.05;

    private final KalmanFilter filter;
    private final double logLikelihood;

    private ExactFit(ExactLikelihood likelihood, double[] parameters) {
        double deviance = likelihood.at(parameters, new double[likelihood.residuals()]);
        this.filter = likelihood.filter();
        this.logLikelihood = ExactLikelihood.logLikelihood(deviance, likelihood.residuals());
    }

    /** The best fit from all starts; nothing when no start leads to a likelihood. */
    static Optional<ExactFit> thorough(double[] series, int p, int q, boolean hasMean) {
        List<double[]> starts = new ArrayList<>();
        addConditional(series, p, q, hasMean, starts);
        if (q > 0) {
            thorough(series, Math.max(0, p - 1), q - 1, hasMean).ifPresent(smaller -> smaller.addLarger(p, starts));
        }
        return best(series, p, q, hasMean, starts);
    }

    /** The fit that the conditional sum of squares leads to; nothing when that has no likelihood. */
    static Optional<ExactFit> quick(double[] series, int p, int q, boolean hasMean) {
        List<double[]> starts = new ArrayList<>();
        addConditional(series, p, q, hasMean, starts);
        return best(series, p, q, hasMean, starts);
    }

    /** The fit that given coefficients lead to; nothing when they have no likelihood. */
    static Optional<ExactFit> from(double[] ar, double[] ma, double[] series, boolean hasMean) {
        List<double[]> starts = new ArrayList<>();
        addStart(ar, ma, starts);
        return best(series, ar.length, ma.length, hasMean, starts);
    }

    private static Optional<ExactFit> best(double[] series, int p, int q, boolean hasMean, List<double[]> starts) {
        ExactLikelihood likelihood = new ExactLikelihood(series, p, q, hasMean);
        LeastSquares search = new LeastSquares(likelihood, MAX_STEPS);
        double @Nullable [] best = null;
        double least = Double.POSITIVE_INFINITY;
        for (double[] start : starts) {
            double deviance = search.minimise(start);
            if (deviance < least) {
                least = deviance;
                best = start;
            }
        }
        if (best == null) {
            return Optional.empty();
        }
        double[] mirrored = MovingAverage.invertible(Arrays.copyOfRange(best, p, p + q));
        System.arraycopy(mirrored, 0, best, p, q);
        return Optional.of(new ExactFit(likelihood, best));
    }

    /** Given coefficients instead of the best; nothing when they are not those of a stationary process without mean. */
    static Optional<ExactFit> at(double[] series, double[] ar, double[] ma) {
        List<double[]> parameters = new ArrayList<>();
        addStart(ar, ma, parameters);
        return parameters.stream()
                .findFirst()
                .map(given -> new ExactFit(new ExactLikelihood(series, ar.length, ma.length, false), given));
    }

    private static void addConditional(double[] series, int p, int q, boolean hasMean, List<double[]> starts) {
        double[] conditional = ConditionalSumOfSquares.fit(series, p, q, hasMean);
        double[] ar = Arrays.copyOf(conditional, p);
        while (!Stationarity.hasRootsBeyond(LEAST_START_ROOT, ar)) {
            Stationarity.scaleRoots(ar, SHRINK_ROOTS);
        }
        addStart(ar, Arrays.copyOfRange(conditional, p, p + q), starts);
    }

    /** This fit with one moving-average term more, and, up to {@code p}, one autoregressive term. */
    private void addLarger(int p, List<double[]> starts) {
        if (p == ar().length) {
            addStart(ar(), times(0, ma(), -1), starts);
        } else {
            for (double factor : PAIRS) {
                addStart(times(factor, ar(), 1), times(factor, ma(), -1), starts);
            }
        }
    }

    /** In the parameters of {@link ExactLikelihood}; left out when rounding put a root on the unit circle. */
    private static void addStart(double[] ar, double[] ma, List<double[]> starts) {
        double[] partial = new double[ar.length];
        if (!Stationarity.partials(ar, partial)) {
            return;
        }
        double[] start = Arrays.copyOf(ar, ar.length + ma.length);
        for (int i = 0; i < ar.length; i++) {
            start[i] = ExactLikelihood.parameter(partial[i]);
        }
        System.arraycopy(ma, 0, start, ar.length, ma.length);
        starts.add(start);
    }

    /** Coefficients of a polynomial times {@code 1 - factor z}; {@code sign} is 1 where they count negative, else -1. */
    private static double[] times(double factor, double[] coefficients, int sign) {
        double[] product = Arrays.copyOf(coefficients, coefficients.length + 1);
        double before = -sign;
        for (int i = 0; i < product.length; i++) {
            product[i] -= factor * before;
            before = i < coefficients.length ? coefficients[i] : 0;
        }
        return product;
    }

    double[] ar() {
        return filter.ar();
    }

    double[] ma() {
        return filter.ma();
    }

    /** With the coefficients of this fit, after the last value. */
    KalmanFilter filter() {
        return filter;
    }

    double logLikelihood() {
        return logLikelihood;
    }
}
