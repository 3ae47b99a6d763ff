package io.lamplighter.balancer.predict;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The search for the order of a model: {@code d} by the KPSS test, then {@code p}, {@code q} and the constant by the least
 * {@link Arima#aicc}. Models with a root within 1 % of the unit circle are left out: they are close to one with another
 * {@code d}, or to one with a term less.
 */
public final class OrderSearch {
    private final double[] series;
    private final int maxP;
    private final int maxQ;
    private final int d;
    private final Set<Order> tried = new HashSet<>();
    private @Nullable Arima best;

    private OrderSearch(double[] series, int maxP, int maxQ) {
        this.series = series;
        this.maxP = maxP;
        this.maxQ = maxQ;
        this.d = Kpss.differences(series, Order.MAX_D);
    }

    /**
     * Every order there is.
     *
     * @param maxP at most {@value Order#MAX_P}
     * @param maxQ at most {@value Order#MAX_Q}
     * @return the best model, or nothing when none can be used
     */
    public static Optional<Arima> full(double[] series, int maxP, int maxQ) {
        OrderSearch search = new OrderSearch(series, maxP, maxQ);
        for (int p = 0; p <= maxP; p++) {
            for (int q = 0; q <= maxQ; q++) {
                search.isBetter(p, q, true);
                search.isBetter(p, q, false);
            }
        }
        return Optional.ofNullable(search.best);
    }

    /**
     * From a few orders to better neighbours until there is none (Hyndman and Khandakar 2008). To the orders that they begin
     * with come the two that the correlogram suggests (Box and Jenkins 1970).
     *
     * @param maxP at most {@value Order#MAX_P}
     * @param maxQ at most {@value Order#MAX_Q}
     * @return the best model that was met, or nothing when none can be used
     */
    public static Optional<Arima> stepwise(double[] series, int maxP, int maxQ) {
        OrderSearch search = new OrderSearch(series, maxP, maxQ);
        search.begin();
        while (search.best != null && search.hasBetterNeighbour(search.best.order())) {
            // from there again
        }
        return Optional.ofNullable(search.best);
    }

    private void begin() {
        boolean hasConstant = d < Order.MAX_D;
        isBetter(Math.min(2, maxP), Math.min(2, maxQ), hasConstant);
        isBetter(0, 0, hasConstant);
        isBetter(1, 0, hasConstant);
        isBetter(0, 1, hasConstant);
        isBetter(0, 0, false);
        double[] differences = Differences.of(series, d);
        Correlogram correlogram = Correlogram.of(differences, Math.min(Math.max(maxP, maxQ), differences.length - 1));
        isBetter(correlogram.autoregressiveOrder(maxP), 0, hasConstant);
        isBetter(0, correlogram.movingAverageOrder(maxQ), hasConstant);
    }

    private boolean hasBetterNeighbour(Order order) {
        boolean hasConstant = order.hasConstant();
        for (int byP = -1; byP <= 1; byP++) {
            for (int byQ = -1; byQ <= 1; byQ++) {
                if (isBetter(order.p() + byP, order.q() + byQ, hasConstant)) {
                    return true;
                }
            }
        }
        return isBetter(order.p(), order.q(), !hasConstant);
    }

    /** Tries an order, if there is such a one and it was not tried before; whether it is the best until now. */
    private boolean isBetter(int p, int q, boolean hasConstant) {
        boolean exists = p >= 0 && p <= maxP && q >= 0 && q <= maxQ && !(hasConstant && d == Order.MAX_D);
        if (!exists) {
            return false;
        }
        Order order = new Order(p, d, q, hasConstant);
        if (!tried.add(order)) {
            return false;
        }
        Arima model = Arima.fit(series, order).filter(Arima::isUsable).orElse(null);
        boolean isBetter = model != null && model.aicc() < (best == null ? Double.POSITIVE_INFINITY : best.aicc());
        if (isBetter) {
            best = model;
        }
        return isBetter;
    }
}
