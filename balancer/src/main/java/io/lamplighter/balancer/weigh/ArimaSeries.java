package io.lamplighter.balancer.weigh;

import io.lamplighter.balancer.predict.Forecaster;
import io.lamplighter.balancer.weigh.NodePrediction.Model;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Forecasts by ARIMA, as long as that is worth it: while the mean absolute error of its forecasts is not below that of the forecast
 * that the next value will be as the last, the last value is the prediction. With fewer than {@link Forecaster#MIN_SAMPLES} values
 * it is their mean in any case.
 */
final class ArimaSeries implements ResponseSeries {
    /** A forecast that was given up has to be better by so much to be used again, lest it change with each response. */
    private static final double RETURN_BELOW = 0.95;

    /** A series that does not move is forecast exactly by both, but for the rounding of a mean. */
    private static final double EXACT = 1e-9;

    private final Forecaster forecaster;
    private double last = Double.NaN;
    private boolean isForecastUsed = true;

    /** @param window how many of the newest response times count */
    ArimaSeries(int window) {
        forecaster = new Forecaster(window, MAX_AGE_NS);
    }

    @Override
    public void add(double tookMs, long nowNs) {
        long ignored = forecaster.ignored();
        forecaster.add(tookMs, nowNs);
        if (forecaster.ignored() == ignored) {
            last = tookMs;
            isForecastUsed = isForecastWorthIt();
        }
    }

    private boolean isForecastWorthIt() {
        if (forecaster.size() < Forecaster.MIN_SAMPLES) {
            return true;
        }
        double bound = forecaster.lastValueError() * (isForecastUsed ? 1 : RETURN_BELOW);
        double error = forecaster.meanAbsoluteError();
        return error < bound || error <= EXACT * last;
    }

    @Override
    public double predictedMs(long nowNs) {
        double forecast = forecaster.forecast(nowNs);
        return isForecastUsed || forecaster.size() == 0 ? forecast : last;
    }

    @Override
    public double lastMs(long nowNs) {
        double forecast = forecaster.forecast(nowNs);
        return Double.isNaN(forecast) ? forecast : last;
    }

    @Override
    public int size() {
        return forecaster.size();
    }

    @Override
    public boolean isFitDue(long nowNs) {
        return forecaster.isRefitDue(nowNs);
    }

    @Override
    public void fit(long nowNs) {
        forecaster.refit(nowNs);
    }

    @Override
    public boolean isForecastUsed() {
        return isForecastUsed;
    }

    @Override
    public Optional<Model> model() {
        return Optional.of(new Model(
                forecaster.rung(),
                forecaster.order(),
                known(forecaster.meanAbsoluteError()),
                known(forecaster.lastValueError()),
                isForecastUsed));
    }

    private static OptionalDouble known(double value) {
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
