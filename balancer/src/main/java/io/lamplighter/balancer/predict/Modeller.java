package io.lamplighter.balancer.predict;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fits models to a window that moves on, the way of Box and Jenkins: identify an order, estimate, diagnose. The identified order
 * stays for the next fits, which makes them cheap, until half of the window is new, or until the residuals are correlated
 * although they were not when the order was found.
 */
final class Modeller {
    private static final int MAX_P = 2;
    private static final int MAX_Q = 2;
    private static final double SIGNIFICANCE = 0.05;

    private final int valuesUntilIdentification;
    private @Nullable Order order; // null: none was found
    private boolean isOrderTrusted;
    private boolean isIdentificationDue = true;
    private int valuesSinceIdentification;

    /** @param window the greatest length of the series */
    Modeller(int window) {
        this.valuesUntilIdentification = (window + 1) / 2;
    }

    /** A usable model of the series; nothing when not even a mean can be had. */
    Optional<Ladder> fit(double[] series, int newValues) {
        valuesSinceIdentification += newValues;
        if (isIdentificationDue || valuesSinceIdentification >= valuesUntilIdentification) {
            return identify(series);
        }
        Optional<Ladder> fitted = Ladder.descend(order == null ? Optional.empty() : Arima.fit(series, order), series);
        isIdentificationDue = isOrderTrusted && !isGood(fitted);
        return fitted;
    }

    private Optional<Ladder> identify(double[] series) {
        Optional<Arima> found = OrderSearch.stepwise(series, MAX_P, MAX_Q);
        Optional<Ladder> fitted = Ladder.descend(found, series);
        order = found.map(Arima::order).orElse(null);
        isOrderTrusted = isGood(fitted);
        isIdentificationDue = false;
        valuesSinceIdentification = 0;
        return fitted;
    }

    private static boolean isGood(Optional<Ladder> fitted) {
        return fitted.filter(ladder -> ladder.rung() == Rung.ARIMA)
                .filter(ladder -> ladder.model().ljungBox().pValue() >= SIGNIFICANCE)
                .isPresent();
    }
}
