package io.lamplighter.balancer.predict;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Fits models to a window that moves on, the way of Box and Jenkins: identify an order, estimate, diagnose. The next fits keep the
 * order and set out from the last coefficients, which makes them cheap. A new order is looked for when half of the window is
 * new, or when residuals are correlated although they were not when the order was found; but at most once a second.
 */
final class Modeller {
    private static final int MAX_P = 2;
    private static final int MAX_Q = 2;
    private static final double SIGNIFICANCE = 0.05;
    private static final long LEAST_PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

    private final int renewal; // so many new values are half of the window
    private @Nullable Arima chosen; // null: no order was found
    private boolean wasGood; // when its order was found
    private boolean isDoubtful = true;
    private boolean hasIdentified;
    private long identifiedNs;
    private int valuesSince;

    /** Of a window with so many values at most. */
    Modeller(int window) {
        this.renewal = (window + 1) / 2;
    }

    /** A usable model of the window; nothing when not even a mean can be had. */
    Optional<Ladder> fit(double[] series, int newValues, long nowNs) {
        valuesSince += newValues;
        return isIdentificationDue(nowNs) ? identify(series, nowNs) : refit(series);
    }

    private boolean isIdentificationDue(long nowNs) {
        return (isDoubtful || valuesSince >= renewal) && (!hasIdentified || nowNs - identifiedNs >= LEAST_PAUSE_NS);
    }

    private Optional<Ladder> identify(double[] series, long nowNs) {
        Optional<Arima> found = OrderSearch.stepwise(series, MAX_P, MAX_Q);
        Optional<Ladder> fitted = Ladder.descend(found, series);
        chosen = found.orElse(null);
        wasGood = isGood(fitted);
        isDoubtful = false;
        hasIdentified = true;
        identifiedNs = nowNs;
        valuesSince = 0;
        return fitted;
    }

    private Optional<Ladder> refit(double[] series) {
        Optional<Arima> refitted = chosen == null ? Optional.empty() : chosen.refit(series);
        Optional<Ladder> fitted = Ladder.descend(refitted, series);
        chosen = refitted.filter(Arima::isUsable).orElse(chosen);
        isDoubtful |= wasGood && !isGood(fitted);
        return fitted;
    }

    private static boolean isGood(Optional<Ladder> fitted) {
        return fitted.filter(ladder -> ladder.rung() == Rung.ARIMA)
                .filter(ladder -> ladder.model().ljungBox().pValue() >= SIGNIFICANCE)
                .isPresent();
    }
}
