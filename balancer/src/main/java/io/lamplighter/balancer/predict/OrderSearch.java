package io.lamplighter.balancer.predict;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The search for the order of a model: {@code d} by the KPSS test, then {@code p}, {@code q} and the constant by the least
 * {@link Arima#aicc}. A model with a root within 1 % of the unit circle is not chosen: it is close to one with another {@code d},
 * or to one with a term less. All models are {@linkplain Arima#quickFit quick fits}.
 */
public final class OrderSearch {
    private final double[] series;
    private final int maxP;
    private final int maxQ;
    private final int d;
    private final Map<Order, Optional<Arima>> tried = new LinkedHashMap<>();

    private OrderSearch(double[] series, int maxP, int maxQ) {
        this.series = series;
        this.maxP = maxP;
        this.maxQ = maxQ;
        this.d = Kpss.differences(series, Order.MAX_D);
    }

    /**
     * Tries every order there is.
     *
     * @param series oldest value first
     * @param maxP at most {@value Order#MAX_P}
     * @param maxQ at most {@value Order#MAX_Q}
     * @return the best model, or nothing when none can be used
     */
    public static Optional<Arima> full(double[] series, int maxP, int maxQ) {
        OrderSearch search = new OrderSearch(series, maxP, maxQ);
        for (int p = 0; p <= maxP; p++) {
            for (int q = 0; q <= maxQ; q++) {
                search.attempt(p, q, true);
                search.attempt(p, q, false);
            }
        }
        return search.best(Arima::isUsable);
    }

    /**
     * Goes from the best of a few orders to better neighbours until there is none (Hyndman and Khandakar 2008), with two
     * differences: the step is to the best neighbour, not to the first better one, and on the way models that cannot be chosen
     * count like others, as they are good signposts. The two orders that the correlogram suggests (Box and Jenkins 1970) are tried
     * beside.
     *
     * @param series oldest value first
     * @param maxP at most {@value Order#MAX_P}
     * @param maxQ at most {@value Order#MAX_Q}
     * @return the best model that was met, or nothing when none can be used
     */
    public static Optional<Arima> stepwise(double[] series, int maxP, int maxQ) {
        OrderSearch search = new OrderSearch(series, maxP, maxQ);
        search.attemptStarts();
        Optional<Arima> before = Optional.empty();
        Optional<Arima> here = search.best(model -> true);
        while (!here.equals(before)) {
            here.map(Arima::order).ifPresent(search::attemptNeighbours);
            before = here;
            here = search.best(model -> true);
        }
        search.attemptSuggestions();
        return search.best(Arima::isUsable);
    }

    private void attemptStarts() {
        boolean hasConstant = d < Order.MAX_D;
        attempt(Math.min(2, maxP), Math.min(2, maxQ), hasConstant);
        attempt(0, 0, hasConstant);
        attempt(1, 0, hasConstant);
        attempt(0, 1, hasConstant);
        attempt(0, 0, false);
    }

    private void attemptSuggestions() {
        double[] differences = Differences.of(series, d);
        if (differences.length == 0) {
            return;
        }
        Correlogram correlogram = Correlogram.of(differences, Math.min(Math.max(maxP, maxQ), differences.length - 1));
        attempt(correlogram.autoregressiveOrder(maxP), 0, d < Order.MAX_D);
        attempt(0, correlogram.movingAverageOrder(maxQ), d < Order.MAX_D);
    }

    private void attemptNeighbours(Order order) {
        for (int p = order.p() - 1; p <= order.p() + 1; p++) {
            for (int q = order.q() - 1; q <= order.q() + 1; q++) {
                attempt(p, q, order.hasConstant());
            }
        }
        attempt(order.p(), order.q(), !order.hasConstant());
    }

    /** Unless there is no such order, or it was tried before. */
    private void attempt(int p, int q, boolean hasConstant) {
        if (p >= 0 && p <= maxP && q >= 0 && q <= maxQ && !(hasConstant && d == Order.MAX_D)) {
            tried.computeIfAbsent(new Order(p, d, q, hasConstant), order -> Arima.quickFit(series, order));
        }
    }

    private Optional<Arima> best(Predicate<Arima> mayBe) {
        return tried.values().stream()
                .flatMap(Optional::stream)
                .filter(mayBe)
                .filter(model -> model.aicc() < Double.POSITIVE_INFINITY)
                .min(Comparator.comparingDouble(Arima::aicc));
    }
}
