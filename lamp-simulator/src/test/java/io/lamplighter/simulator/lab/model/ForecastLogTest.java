package io.lamplighter.simulator.lab.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.simulator.lab.model.ForecastLog.Row;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForecastLogTest {
    private static final int REQUESTS = 200;

    private final ForecastLog log = new ForecastLog();

    @Test
    void errorsAreAbsoluteAndRelativeToWhatCame() {
        log.came(12, 10);
        log.came(15, 20);
        assertThat(log.meanError()).isCloseTo((2 + 5) / 2.0, within(1e-12));
        assertThat(log.meanRelativeError()).isCloseTo((0.2 + 0.25) / 2, within(1e-12));
    }

    @Test
    void whereNothingWasExpectedThereIsNoError() {
        assertThat(log.meanError()).isNaN();
        log.came(Double.NaN, 10);
        assertThat(log.meanError()).isNaN();
    }

    @ParameterizedTest
    @ValueSource(strings = {"round robin", "least_conn", "response_time", "arima", "adaptive"})
    void eachResponseIsHeldAgainstWhatWasExpectedWhateverTheMethod(String name) {
        Method method = Method.ALL.stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow();
        List<NodeSpec> nodes = List.of(NodeSpec.of("a", 1), NodeSpec.of("b", 1));
        Requests requests = Requests.count(60, new Work.Uniform(0.01, 0.03), REQUESTS);
        Outcome outcome =
                World.run(Scenario.of("watched", nodes, requests, 60).forecast().build(), method, 1);

        List<Row> rows = outcome.forecasts().rows();
        assertThat(rows).hasSize(REQUESTS);
        assertThat(rows.get(REQUESTS - 1).predictedMs()).hasSize(2).doesNotContain(Double.NaN);
        // Responses take 10 ms at least, and some are waited for: forecasts that mean something are not further off.
        assertThat(outcome.metrics().get(Metric.FORECAST_MAE)).isBetween(1.0, 50.0);
        assertThat(outcome.metrics().get(Metric.FORECAST_MAPE)).isBetween(5.0, 200.0);
    }
}
