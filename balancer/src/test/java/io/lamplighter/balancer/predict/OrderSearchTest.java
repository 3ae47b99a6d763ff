package io.lamplighter.balancer.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OrderSearchTest {
    private static final double NO_WORSE = 0.5;

    @Test
    void theFullSearchIsNoWorseThanThatOfR() {
        assertThat(shareNoWorse("full33")).isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void theStepwiseSearchIsNoWorseThanThatOfR() {
        assertThat(shareNoWorse("stepwise33")).isGreaterThanOrEqualTo(0.95);
    }

    /** The same counts for both, printed: the criterion, the one-step forecast, and, for information, the order itself. */
    private static double shareNoWorse(String search) {
        int all = 0;
        int noWorse = 0;
        int forecastsNear = 0;
        int sameOrder = 0;
        List<String> worse = new ArrayList<>();
        for (JsonNode row : Golden.read("auto.json")) {
            JsonNode golden = row.get(search);
            if (golden.get("aicc").isNull()) {
                continue; // R's constant series have no likelihood
            }
            Arima model = search(search, Golden.series(row)).orElseThrow();
            all++;
            double excess = model.aicc() - golden.get("aicc").asDouble();
            if (excess <= NO_WORSE) {
                noWorse++;
            } else {
                worse.add("%s %s %+.2f".formatted(row.get("series").asText(), model.order(), excess));
            }
            double distance =
                    model.forecast(1).value(1) - golden.get("forecast").asDouble();
            forecastsNear += Math.abs(distance) <= golden.get("forecastSe").asDouble() ? 1 : 0;
            sameOrder += model.order().equals(Golden.order(golden)) ? 1 : 0;
        }
        System.out.printf(
                "%s: AICc no worse than R's by more than %s in %d of %d %s; one-step forecast within a standard error in %d;"
                        + " same order in %d%n",
                search, NO_WORSE, noWorse, all, worse, forecastsNear, sameOrder);
        assertThat(forecastsNear).isEqualTo(all);
        return (double) noWorse / all;
    }

    private static Optional<Arima> search(String search, double[] series) {
        return search.equals("full33") ? OrderSearch.full(series, 3, 3) : OrderSearch.stepwise(series, 3, 3);
    }

    @Test
    void aPerfectLineGoesOn() {
        Arima model = OrderSearch.stepwise(
                        IntStream.rangeClosed(1, 50).asDoubleStream().toArray(), 2, 2)
                .orElseThrow();

        assertThat(model.order()).hasToString("(0,1,0)+drift");
        assertThat(model.forecast(3).value(3)).isCloseTo(53, within(1e-9));
        assertThat(model.forecast(3).standardError(3)).isZero();
    }

    @Test
    void aPerfectParabolaGoesOn() {
        double[] squares = IntStream.rangeClosed(1, 50).mapToDouble(t -> t * t).toArray();

        assertThat(OrderSearch.stepwise(squares, 2, 2).orElseThrow().forecast(2).value(2))
                .isCloseTo(52 * 52, within(10.0));
    }

    @Test
    void aConstantSeriesIsItsMean() {
        double[] series = new double[50];
        Arrays.fill(series, 25);

        Arima model = OrderSearch.full(series, 3, 3).orElseThrow();

        assertThat(model.order()).isEqualTo(Order.MEAN);
        assertThat(model.forecast(1).value(1)).isEqualTo(25);
        assertThat(model.forecast(1).standardError(1)).isZero();
    }

    @Test
    void aSearchStaysWithinItsLimits() {
        for (String name : Golden.seriesNames()) {
            OrderSearch.full(Golden.series(name), 1, 0).ifPresent(model -> {
                assertThat(model.order().p()).isLessThanOrEqualTo(1);
                assertThat(model.order().q()).isZero();
                assertThat(model.isUsable()).isTrue();
            });
        }
    }
}
