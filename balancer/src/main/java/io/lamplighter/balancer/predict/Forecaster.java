package io.lamplighter.balancer.predict;

import java.util.concurrent.TimeUnit;

/**
 * One-step forecasts of a series of durations: the response times of one server, or of an upstream.
 *
 * <p>Fewer than {@value #MIN_SAMPLES} values: their mean. Times are those of any clock that does not go backwards, such as
 * {@link System#nanoTime()}; the same values and times always lead to the same forecasts.
 *
 * <p>Threads: one.
 */
public final class Forecaster {
    /** Fewer values than this are forecast by their mean. */
    public static final int MIN_SAMPLES = 20;

    private static final int REFIT_AFTER_VALUES = 10;
    private static final long REFIT_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Window window;
    private final ForecastError error;
    private int newValues; // since the last fit
    private long lastFitNs;
    private long ignored;

    /**
     * @param window how many of the newest values count, at least 1
     * @param maxAgeNs older values leave the window, nanoseconds, at least 0
     * @throws IllegalArgumentException when a number is out of its range
     */
    public Forecaster(int window, long maxAgeNs) {
        this.window = new Window(window, maxAgeNs);
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
            error.step(forecast, window.newest(0), value);
        }
        window.add(value, nowNs);
        newValues++;
    }

    /** Whether {@link #refit} should be called: after 10 new values, or after 250 ms when there is at least one. */
    public boolean isRefitDue(long nowNs) {
        return newValues >= REFIT_AFTER_VALUES || (newValues > 0 && nowNs - lastFitNs >= REFIT_AFTER_NS);
    }

    /** Fits a model to the values in the window. This is the expensive part, for a cold thread; it never fails. */
    public void refit(long nowNs) {
        window.dropOld(nowNs);
        newValues = 0;
        lastFitNs = nowNs;
    }

    /**
     * The forecast of the next value, between half the least and twice the greatest value in the window; not-a-number when the
     * window is empty.
     */
    public double forecast(long nowNs) {
        window.dropOld(nowNs);
        return window.mean();
    }

    /** As of the last call that told the time. */
    public Rung rung() {
        return window.size() == 0 ? Rung.NONE : Rung.MEAN;
    }

    /** The order of the model on the present {@link #rung()}; a mean is (0,0,0)+mean. */
    public Order order() {
        return Order.MEAN;
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

    /** How many values were no durations. */
    public long ignored() {
        return ignored;
    }
}
