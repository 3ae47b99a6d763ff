package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.BalancingMethod.Adaptive;
import io.lamplighter.balancer.config.BalancingMethod.Arima;
import io.lamplighter.balancer.config.BalancingMethod.PickOrder;
import io.lamplighter.balancer.config.Block.Clause;
import java.util.Locale;
import java.util.OptionalDouble;

/** {@code arima} and {@code adaptive} with their parameters → {@link Arima} and {@link Adaptive}. */
final class PolicyReader {
    private static final double DEFAULT_THRESHOLD = 0.10;

    private final Reading reading;

    PolicyReader(Reading reading) {
        this.reading = reading;
    }

    Arima arima(Clause clause) {
        PickOrder order = PickOrder.ROTATE;
        for (Word word : clause.arguments()) {
            order = pickOrder(word);
        }
        return new Arima(order);
    }

    private PickOrder pickOrder(Word word) {
        for (PickOrder order : PickOrder.values()) {
            if (word.text().equals("pick=" + order.name().toLowerCase(Locale.ROOT))) {
                return order;
            }
        }
        if (word.text().startsWith("pick=")) {
            reading.invalidParameter(word, "it must be pick=rotate, pick=first or pick=lowest");
        } else {
            reading.unknownParameter(word);
        }
        return PickOrder.ROTATE;
    }

    Adaptive adaptive(Clause clause) {
        double threshold = DEFAULT_THRESHOLD;
        int balancers = 1;
        for (Word word : clause.arguments()) {
            if (word.text().startsWith("threshold=")) {
                threshold = threshold(word);
            } else if (word.text().startsWith("balancers=")) {
                balancers = (int) reading.parameter(word, "balancers=", ValueRule.number(1));
            } else {
                reading.unknownParameter(word);
            }
        }
        return new Adaptive(threshold, balancers);
    }

    private double threshold(Word word) {
        OptionalDouble rate = Units.rate(word.after("threshold=").text());
        if (rate.isEmpty()) {
            reading.invalidParameter(word, "it must be between 0 and 1");
        }
        return rate.orElse(DEFAULT_THRESHOLD);
    }
}
