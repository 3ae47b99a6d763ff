package io.lamplighter.balancer.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fits against the best that R found from up to 23 starts. The counts are printed. */
class FitsAgainstRTest {
    private static final double SAME = 1e-3;

    /** Longer series are compared too, but counted apart. */
    private static final int LONG = 150;

    @Test
    void exactLikelihoodsReachTheBestOfRAndForecastsAgreeWhereTheFitsDo() {
        Counts brief = new Counts();
        Counts extended = new Counts();
        for (JsonNode row : Golden.read("fits-ml.json")) {
            if (row.get("coef").size() > 0) { // else there is nothing to fit
                (row.get("n").asInt() <= LONG ? brief : extended).compare(row);
            }
        }
        System.out.println("ML fits, n <= 150: " + brief);
        System.out.println("ML fits, n > 150:  " + extended);

        assertThat(brief.all).isEqualTo(476);
        assertThat(brief.reached).isGreaterThanOrEqualTo(465);
        assertThat(extended.reached).isEqualTo(extended.all);
        assertThat(brief.forecastsAgree + extended.forecastsAgree)
                .isEqualTo(brief.forecasts + extended.forecasts)
                .isGreaterThan(400);
    }

    /** Every likelihood, also one above R's, is held against the dense one: it is a better maximum and not a wrong number. */
    private static final class Counts {
        int all;
        int reached;
        int forecasts;
        int forecastsAgree;
        final List<String> above = new ArrayList<>();
        final List<String> below = new ArrayList<>();

        void compare(JsonNode row) {
            Order order = Golden.order(row);
            Arima model = Arima.fit(Golden.series(row), order).orElseThrow();
            double distance = model.logLikelihood() - row.get("loglik").asDouble();
            all++;
            reached += distance >= -SAME ? 1 : 0;
            if (Math.abs(distance) > SAME) {
                String text = "%s %+.3f".formatted(Golden.name(row), distance);
                boolean isStationary = Golden.number(row, "minArRoot") > 1;
                (distance > 0 ? above : below).add(isStationary ? text : text + " (R's is not stationary)");
            }
            assertThat(model.logLikelihood())
                    .as(Golden.name(row))
                    .isCloseTo(denseLikelihood(Golden.series(row), model), within(1e-5));
            boolean isRegular = Golden.number(row, "minArRoot") > 1.001 && Golden.number(row, "minMaRoot") > 1.001;
            if (Math.abs(distance) <= 1e-4 && isRegular) {
                forecasts++;
                forecastsAgree += forecastsAgree(row, model) ? 1 : 0;
                compareCoefficients(row, model);
            }
        }

        private static boolean forecastsAgree(JsonNode row, Arima model) {
            Forecast forecast = model.forecast(5);
            boolean agree = true;
            for (int h = 1; h <= 5; h++) {
                double error = row.get("forecastSe").get(h - 1).asDouble();
                agree &= Math.abs(forecast.value(h)
                                - row.get("forecast").get(h - 1).asDouble())
                        <= 0.01 * error;
                agree &= Math.abs(forecast.standardError(h) / error - 1) <= 0.01;
            }
            return agree;
        }

        private static void compareCoefficients(JsonNode row, Arima model) {
            double[] coefficients = coefficients(model);
            for (int i = 0; i < coefficients.length; i++) {
                assertThat(coefficients[i])
                        .as(Golden.name(row))
                        .isCloseTo(
                                row.get("coef").get(i).asDouble(),
                                within(0.02 * row.get("se").get(i).asDouble()));
            }
        }

        @Override
        public String toString() {
            return "%d of %d within %s of R's best or above; above: %s; below: %s; forecasts agree in %d of %d"
                    .formatted(reached, all, SAME, above, below, forecastsAgree, forecasts);
        }
    }

    private static double[] coefficients(Arima model) {
        Order order = model.order();
        double[] coefficients = new double[order.coefficients()];
        for (int i = 0; i < order.p(); i++) {
            coefficients[i] = model.ar(i + 1);
        }
        for (int j = 0; j < order.q(); j++) {
            coefficients[order.p() + j] = model.ma(j + 1);
        }
        if (order.hasConstant()) {
            coefficients[order.p() + order.q()] = model.mean();
        }
        return coefficients;
    }

    private static double denseLikelihood(double[] series, Arima model) {
        Order order = model.order();
        double[] coefficients = coefficients(model);
        Standardised deviations = Standardised.around(model.mean(), Differences.of(series, order.d()));
        double standardised = DenseLikelihood.logLikelihood(
                deviations.values(),
                Arrays.copyOf(coefficients, order.p()),
                Arrays.copyOfRange(coefficients, order.p(), order.p() + order.q()));
        return standardised - deviations.values().length * Math.log(deviations.unit());
    }

    /** R also goes where the moving average is not invertible and sums are rugged; that is counted and not followed. */
    @Test
    void conditionalSumsOfSquaresReachThoseOfRWhereItsMovingAverageIsInvertible() {
        int all = 0;
        int reached = 0;
        int notInvertible = 0;
        List<String> missed = new ArrayList<>();
        for (JsonNode row : Golden.read("fits-css.json")) {
            if (Golden.number(row, "minMaRoot") < 1) {
                notInvertible++;
                continue;
            }
            double excess = conditionalVariance(row) / row.get("sigma2").asDouble() - 1;
            all++;
            if (excess <= 1e-6) {
                reached++;
            } else {
                missed.add("%s %+.6f".formatted(Golden.name(row), excess));
            }
        }
        System.out.printf(
                "CSS fits: %d of %d within 1e-6 of R's or below; missed: %s; R's not invertible: %d%n",
                reached, all, missed, notInvertible);

        assertThat(all).isGreaterThan(500);
        assertThat(reached).isEqualTo(all);
    }

    private static double conditionalVariance(JsonNode row) {
        Order order = Golden.order(row);
        Standardised series = Standardised.of(Differences.of(Golden.series(row), order.d()), order.hasConstant());
        double[] values = series.values();
        double[] fitted = ConditionalSumOfSquares.fit(values, order.p(), order.q(), order.hasConstant());
        double sum = new ConditionalSumOfSquares(values, order.p(), order.q(), order.hasConstant())
                .at(fitted, new double[values.length]);
        return sum / (values.length - order.p()) * series.unit() * series.unit();
    }
}
