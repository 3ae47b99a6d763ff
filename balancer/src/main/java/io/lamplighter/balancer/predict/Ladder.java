package io.lamplighter.balancer.predict;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model and the rung it stands on. When the chosen model cannot be used, simpler ones take its place: see {@link Rung}.
 */
record Ladder(Rung rung, Arima model) {
    private static final List<Map.Entry<Rung, Order>> BELOW = List.of(
            Map.entry(Rung.AR1_MEAN, new Order(1, 0, 0, true)),
            Map.entry(Rung.IMA11, new Order(0, 1, 1, false)),
            Map.entry(Rung.MEAN, Order.MEAN));

    /** The first usable model, from the chosen one down; nothing when not even a mean can be had, as sums overflow. */
    static Optional<Ladder> descend(Optional<Arima> chosen, double[] series) {
        if (chosen.filter(Arima::isUsable).isPresent()) {
            return Optional.of(new Ladder(Rung.ARIMA, chosen.get()));
        }
        return BELOW.stream()
                .flatMap(entry -> Arima.quickFit(series, entry.getValue())
                        .filter(Arima::isUsable)
                        .map(model -> new Ladder(entry.getKey(), model))
                        .stream())
                .findFirst();
    }
}
