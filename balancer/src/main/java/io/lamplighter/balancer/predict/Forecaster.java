package io.lamplighter.balancer.predict;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One-step forecasts of a series of durations: the response times of one server, or of an upstream. A model is fitted to a
 * window of the newest values from time to time; between fits it moves on with each value. What cannot be modelled falls down
 * the ladder of {@link Rung}; fewer than {@value #MIN_SAMPLES} values are forecast by their mean.
 *
 * <p>Times are those of any clock that does not go backwards, such as {@link System#nanoTime()}. The same values and times lead
 * to the same forecasts. Threads: one.
 */
public final class Forecaster {
    /** Fewer values than this are forecast by their mean. */
    public static final int MIN_SAMPLES = 20;

    private static final int REFIT_AFTER_VALUES = 10;
    private static final long REFIT_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Window window;
    private final Modeller modeller;
    private final ForecastError error;
    private @Nullable Ladder fitted; // null: the mean of the window
    private @Nullable ArimaState state; // of the fitted model, after the newest value
    private int valuesSinceFit;
    private long lastFitNs;
    private long fallbacks;
    private long ignored;

    /**
     * @param window how many of the newest values count, at least 1
     * @param maxAgeNs older values leave the window, nanoseconds, at least 0
     * @throws IllegalArgumentException when a number is out of its range
     */
    public Forecaster(int window, long maxAgeNs) {
        this.window = new Window(window, maxAgeNs);
        this.modeller = new Modeller(window);
        this.error = new ForecastError(window);
    }

    /**
     * Takes in the next value and moves the forecast on; allocates nothing. What is not a duration (negative, infinite or
     * not-a-number) is counted and otherwise ignored.
     *
     * @param value in any unit; forecasts have the same
     */
    public void add(double value, long nowNs) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            ignored++;
            return;
        }
        double forecast = forecast(nowNs);
        if (window.size() > 0) {
            error.step(forecast, window.newest(), value);
        }
        window.add(value, nowNs);
        if (state != null) {
            state.add(value);
        }
        valuesSinceFit++;
    }

    /**
     * Whether {@link #refit} should be called: there are {@value #MIN_SAMPLES} values, and since the last time 10 new ones came,
     * or 250 ms went by and at least one came.
     */
    public boolean isRefitDue(long nowNs) {
        dropOld(nowNs);
        boolean isLate = fitted == null || nowNs - lastFitNs >= REFIT_AFTER_NS;
        return window.size() >= MIN_SAMPLES && valuesSinceFit >= (isLate ? 1 : REFIT_AFTER_VALUES);
    }

    /** Fits a model to the values in the window. This is the expensive part, for a cold thread; it never fails. */
    public void refit(long nowNs) {
        dropOld(nowNs);
        if (window.size() < MIN_SAMPLES) {
            return;
        }
        fitted = modeller.fit(window.toArray(), valuesSinceFit, nowNs).orElse(null);
        state = fitted == null ? null : fitted.model().end();
        fallbacks += rung() == Rung.ARIMA ? 0 : 1;
        valuesSinceFit = 0;
        lastFitNs = nowNs;
    }

    /**
     * The forecast of the next value, between half the least and twice the greatest value in the window; not-a-number when the
     * window is empty.
     */
    public double forecast(long nowNs) {
        dropOld(nowNs);
        if (window.size() == 0) {
            return Double.NaN;
        }
        double forecast = state == null ? Double.NaN : state.forecast();
        if (Double.isNaN(forecast)) {
            forecast = window.mean();
        }
        return Math.max(window.least() / 2, Math.min(window.greatest() * 2, forecast));
    }

    private void dropOld(long nowNs) {
        window.dropOld(nowNs);
        if (window.size() < MIN_SAMPLES) {
            fitted = null;
            state = null;
        }
    }

    /** Where on the ladder the forecast stands, as of the last call that told the time. */
    public Rung rung() {
        if (window.size() == 0) {
            return Rung.NONE;
        }
        return fitted == null ? Rung.MEAN : fitted.rung();
    }

    /** The order of the model that forecasts; a mean is (0,0,0)+mean. */
    public Order order() {
        return fitted == null ? Order.MEAN : fitted.model().order();
    }

    /**
     * How far off this forecaster's one-step forecasts have been of late: an exponentially weighted mean of absolute errors, in
     * which a value counts 2/(N+1), N the length of the window. Not-a-number before the second value.
     */
    public double meanAbsoluteError() {
        return error.own();
    }

    /** The same, over the same steps, for the forecast that the next value will be as the last. */
    public double lastValueError() {
        return error.lastValue();
    }

    /** How many values are in the window, as of the last call that told the time. */
    public int size() {
        return window.size();
    }

    /** How many fits did not end on the uppermost rung. */
    public long fallbacks() {
        return fallbacks;
    }

    /** How many values were no durations. */
    public long ignored() {
        return ignored;
    }
}
