package io.lamplighter.balancer.predict;

import java.util.Optional;
import java.util.function.Function;

/**
 * An autoregressive integrated moving-average model fitted to a series by exact maximum likelihood. With {@code w} the series
 * differenced {@code d} times and {@code e} innovations of one variance,
 *
 * <pre>
 * w_t - mean = Σ ar_i (w_(t-i) - mean) + e_t + Σ ma_j e_(t-j)
 * </pre>
 *
 * <p>The likelihood is that of {@code w}. Threads: immutable.
 */
public final class Arima {
    private static final double LEAST_ROOT = 1.01;

    private final Order order;
    private final double[] ar;
    private final double[] ma;
    private final double mean;
    private final double variance;
    private final double logLikelihood;
    private final double[] residuals;
    private final KalmanFilter filter; // as it stands after the last value of the standardised differences
    private final ArimaState end;

    private Arima(Order order, double[] series, Standardised differences, ExactFit fit) {
        int n = differences.values().length;
        this.order = order;
        this.ar = fit.ar();
        this.ma = fit.ma();
        this.filter = fit.filter();
        this.mean = differences.restore(filter.mean());
        this.residuals = new double[n];
        double unit = differences.unit();
        this.variance = filter.standardise(unit, residuals) / n;
        this.logLikelihood = fit.logLikelihood() - n * Math.log(unit);
        this.end = new ArimaState(order.d(), series, ar, mean, filter.gain(), filter.predictedState(unit));
    }

    /**
     * Fits a model of a given order: the greatest likelihood that is found from several starts.
     *
     * @param series oldest value first
     * @return nothing when there is no such model: too few values, values that are not finite or too large to be squared, or
     *     nothing that {@code p} and {@code q} could explain, as the differences are constant
     */
    public static Optional<Arima> fit(double[] series, Order order) {
        return fit(series, order, values -> ExactFit.thorough(values, order.p(), order.q(), order.hasConstant()));
    }

    /** As {@link #fit}, but from one start only, the conditional sum of squares: several times as fast, mostly as good. */
    public static Optional<Arima> quickFit(double[] series, Order order) {
        return fit(series, order, values -> ExactFit.quick(values, order.p(), order.q(), order.hasConstant()));
    }

    /** As {@link #fit} with the order of this model, but from its coefficients only: for a series that has moved on a little. */
    public Optional<Arima> refit(double[] movedOn) {
        return fit(movedOn, order, values -> ExactFit.from(ar, ma, values, order.hasConstant()));
    }

    private static Optional<Arima> fit(double[] series, Order order, Function<double[], Optional<ExactFit>> search) {
        double[] differences = Differences.of(series, order.d());
        boolean isTooShort = differences.length <= order.coefficients() + order.p();
        boolean isForNothing = order.p() + order.q() > 0 && Differences.areConstant(differences, series, order.d());
        if (isTooShort || isForNothing) {
            return Optional.empty();
        }
        Standardised standardised = Standardised.of(differences, order.hasConstant());
        if (!standardised.isFinite()) {
            return Optional.empty();
        }
        return search.apply(standardised.values())
                .map(fit -> new Arima(order, series, standardised, fit))
                .filter(Arima::isFinite);
    }

    /**
     * A model whose coefficients are given instead of fitted.
     *
     * @param mean of the differenced series
     * @return nothing when the autoregressive part is not stationary
     */
    static Optional<Arima> of(double[] series, int d, double[] ar, double[] ma, double mean) {
        Order order = new Order(ar.length, d, ma.length, d < Order.MAX_D && mean != 0);
        Standardised standardised = Standardised.around(mean, Differences.of(series, d));
        return ExactFit.at(standardised.values(), ar, ma).map(fit -> new Arima(order, series, standardised, fit));
    }

    private boolean isFinite() {
        return Double.isFinite(variance) && Double.isFinite(end.forecast());
    }

    public Order order() {
        return order;
    }

    /** The coefficient of the value {@code lag} steps back, 1 to {@code p}. The autoregressive part is stationary. */
    public double ar(int lag) {
        return ar[lag - 1];
    }

    /** The coefficient of the innovation {@code lag} steps back, 1 to {@code q}. No root lies inside the unit circle. */
    public double ma(int lag) {
        return ma[lag - 1];
    }

    /** Of the differenced series; 0 without a constant. */
    public double mean() {
        return mean;
    }

    /** Of the innovations: the mean square of {@link #residual}. */
    public double variance() {
        return variance;
    }

    /** The natural logarithm of the likelihood; infinite when the variance is 0. */
    public double logLikelihood() {
        return logLikelihood;
    }

    /** How many residuals there are: the length of the series less {@code d}. */
    public int residuals() {
        return residuals.length;
    }

    /** The error of a one-step forecast in the fitted series, scaled to the one variance; {@code t} from 0. */
    public double residual(int t) {
        return residuals[t];
    }

    /**
     * Akaike's information criterion, corrected for short series (Hurvich and Tsai 1989); the lower the better, and to be
     * compared among models with the same {@code d} only. Infinite when the series is too short for the correction.
     */
    public double aicc() {
        int parameters = order.coefficients() + 1;
        int spare = residuals.length - parameters - 1;
        return spare > 0
                ? 2.0 * (parameters * (double) residuals.length / spare - logLikelihood)
                : Double.POSITIVE_INFINITY;
    }

    /** Whether the residuals are correlated, over a fifth of them but at most 10 lags, and at least 3 more than coefficients. */
    public LjungBox ljungBox() {
        int fitted = order.p() + order.q();
        return ljungBox(Math.max(fitted + 3, Math.min(10, residuals.length / 5)));
    }

    /** The same over a number of lags: more than {@code p + q}, fewer than there are residuals. */
    LjungBox ljungBox(int lags) {
        return LjungBox.of(residuals, lags, order.p() + order.q());
    }

    /** Whether no root of either polynomial is within 1 % of the unit circle. */
    boolean isUsable() {
        double[] negated = ma.clone();
        for (int j = 0; j < negated.length; j++) {
            negated[j] = -negated[j];
        }
        return Stationarity.hasRootsBeyond(LEAST_ROOT, ar) && Stationarity.hasRootsBeyond(LEAST_ROOT, negated);
    }

    /** The state after the last value of the series, to move on from. */
    ArimaState end() {
        return new ArimaState(end);
    }

    /** Forecasts of the next values, at least 1. */
    public Forecast forecast(int steps) {
        double[] values = new double[steps];
        ArimaState state = end();
        for (int h = 0; h < steps; h++) {
            values[h] = state.forecast();
            state.advance();
        }
        return new Forecast(values, standardErrors(steps));
    }

    /**
     * The error of a forecast is linear in that of the predicted state, whose covariance the filter knows, and in the innovations
     * after it, by the psi weights; of the series itself, in the sums of both.
     */
    private double[] standardErrors(int steps) {
        double[][] ofState = filter.stateWeights(steps);
        double[] ofInnovations = filter.psiWeights(steps);
        for (int k = 0; k < order.d(); k++) {
            for (int h = 1; h < steps; h++) {
                ofInnovations[h] += ofInnovations[h - 1];
                for (int i = 0; i < ofState[h].length; i++) {
                    ofState[h][i] += ofState[h - 1][i];
                }
            }
        }
        double[] errors = new double[steps];
        double later = 0;
        for (int h = 0; h < steps; h++) {
            errors[h] = Math.sqrt(variance * (filter.stateVariance(ofState[h]) + later));
            later += ofInnovations[h] * ofInnovations[h];
        }
        return errors;
    }
}
