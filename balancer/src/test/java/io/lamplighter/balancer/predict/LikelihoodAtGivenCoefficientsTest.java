package io.lamplighter.balancer.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Against R, without a search: one number is right or wrong. */
class LikelihoodAtGivenCoefficientsTest {
    private static final double RELATIVE = 1e-8;

    @Test
    void theExactLikelihoodTheVarianceTheResidualsAndTheForecastsAreThoseOfR() {
        int count = 0;
        for (JsonNode row : Golden.read("likelihood-at.json")) {
            if (row.get("method").asText().equals("ML")) {
                compareExact(row);
                count++;
            }
        }
        assertThat(count).isEqualTo(120);
    }

    private static void compareExact(JsonNode row) {
        int d = row.get("d").asInt();
        double mean = row.path("mean").asDouble(0);
        double[] ma = Golden.array(row.get("ma"));
        Arima model = Arima.of(Golden.series(row), d, Golden.array(row.get("ar")), ma, mean)
                .orElseThrow();
        double sd = Math.sqrt(model.variance());

        // With differences R's likelihood has a finite prior, which is seen from the fifth digit on.
        double likelihood = row.get("loglik").asDouble();
        double tolerance = d == 0 ? Math.max(1e-7, Math.abs(likelihood) * RELATIVE) : 1e-4;
        assertThat(model.logLikelihood()).as("%s", row).isCloseTo(likelihood, within(tolerance));
        assertThat(model.variance() / row.get("sigma2").asDouble())
                .as("%s", row)
                .isCloseTo(1, within(1e-6));
        double[] tail = Golden.array(row.get("residTail"));
        for (int i = 0; i < tail.length; i++) {
            assertThat(model.residual(model.residuals() - tail.length + i))
                    .as("%s", row)
                    .isCloseTo(tail[i], within(1e-6 * sd));
        }
        compareForecasts(row, model);
    }

    private static void compareForecasts(JsonNode row, Arima model) {
        Forecast forecast = model.forecast(5);
        for (int h = 1; h <= 5; h++) {
            double error = row.get("forecastSe").get(h - 1).asDouble();
            assertThat(forecast.standardError(h) / error).as("%s", row).isCloseTo(1, within(1e-6));
            assertThat(forecast.value(h))
                    .as("%s", row)
                    .isCloseTo(row.get("forecast").get(h - 1).asDouble(), within(1e-6 * error));
        }
    }

    @Test
    void theConditionalSumOfSquaresAndItsResidualsAreThoseOfR() {
        int count = 0;
        for (JsonNode row : Golden.read("likelihood-at.json")) {
            if (row.get("method").asText().equals("CSS")) {
                compareConditional(row);
                count++;
            }
        }
        assertThat(count).isEqualTo(120);
    }

    private static void compareConditional(JsonNode row) {
        int d = row.get("d").asInt();
        double[] ar = Golden.array(row.get("ar"));
        double[] ma = Golden.array(row.get("ma"));
        double[] series = Golden.series(row);
        double[] deviations = Standardised.around(row.path("mean").asDouble(0), Differences.of(series, d))
                .values();
        double unit = Standardised.around(row.path("mean").asDouble(0), Differences.of(series, d))
                .unit();
        double[] parameters = Arrays.copyOf(ar, ar.length + ma.length);
        System.arraycopy(ma, 0, parameters, ar.length, ma.length);
        double[] residuals = new double[deviations.length];
        double sum = new ConditionalSumOfSquares(deviations, ar.length, ma.length, false).at(parameters, residuals);

        double variance = sum / (deviations.length - ar.length) * unit * unit;
        double likelihood = -0.5 * deviations.length * (Math.log(2 * Math.PI * variance) + 1);
        assertThat(variance / row.get("sigma2").asDouble()).as("%s", row).isCloseTo(1, within(RELATIVE));
        assertThat(likelihood / row.get("loglik").asDouble()).as("%s", row).isCloseTo(1, within(RELATIVE));
        double tolerance = 1e-7 * Math.sqrt(variance);
        double[] head = Golden.array(row.get("residHead"));
        double[] tail = Golden.array(row.get("residTail"));
        for (int i = 0; i < 5; i++) {
            double first = i < d ? 0 : residuals[i - d] * unit;
            assertThat(first).as("%s", row).isCloseTo(head[i], within(tolerance));
            assertThat(residuals[residuals.length - 5 + i] * unit).as("%s", row).isCloseTo(tail[i], within(tolerance));
        }
    }
}
