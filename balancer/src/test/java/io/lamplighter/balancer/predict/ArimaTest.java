package io.lamplighter.balancer.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ArimaTest {
    private static final double[] SERIES = Golden.series("arma11_100");

    @Test
    void theErrorOfAnAutoregressionGrowsTowardsTheSpreadOfTheProcess() {
        Arima model = Arima.of(SERIES, 0, new double[] {0.6}, new double[0], 80).orElseThrow();
        Forecast forecast = model.forecast(10);

        double variance = 0;
        double expected = SERIES[99];
        for (int h = 1; h <= 10; h++) {
            variance += Math.pow(0.36, h - 1);
            expected = 80 + 0.6 * (expected - 80);
            assertThat(forecast.value(h)).isCloseTo(expected, within(1e-9));
            assertThat(forecast.standardError(h)).isCloseTo(Math.sqrt(model.variance() * variance), within(1e-9));
        }
    }

    @Test
    void theErrorOfARandomWalkGrowsWithTheRootOfTheDistance() {
        Arima model = Arima.fit(SERIES, new Order(0, 1, 0, false)).orElseThrow();
        Forecast forecast = model.forecast(10);

        assertThat(forecast.steps()).isEqualTo(10);
        for (int h = 1; h <= 10; h++) {
            assertThat(forecast.value(h)).isEqualTo(SERIES[99]);
            assertThat(forecast.standardError(h)).isCloseTo(Math.sqrt(h * model.variance()), within(1e-9));
        }
    }

    @Test
    void withTwoDifferencesTheLastSlopeGoesOn() {
        Forecast forecast =
                Arima.fit(SERIES, new Order(0, 2, 0, false)).orElseThrow().forecast(3);

        double slope = SERIES[99] - SERIES[98];
        assertThat(forecast.value(3)).isCloseTo(SERIES[99] + 3 * slope, within(1e-9));
        assertThat(forecast.standardError(3) / forecast.standardError(1)).isCloseTo(Math.sqrt(14), within(1e-9));
    }

    @Test
    void aMeanIsTheMeanAndADriftTheMeanStep() {
        double mean = Arrays.stream(SERIES).average().orElseThrow();
        double drift = (SERIES[99] - SERIES[0]) / 99;

        assertThat(Arima.fit(SERIES, Order.MEAN).orElseThrow().mean()).isCloseTo(mean, within(1e-9));
        Arima walk = Arima.fit(SERIES, new Order(0, 1, 0, true)).orElseThrow();
        assertThat(walk.mean()).isCloseTo(drift, within(1e-9));
        assertThat(walk.forecast(2).value(2)).isCloseTo(SERIES[99] + 2 * drift, within(1e-9));
    }

    @Test
    void whatGeneratedTheSeriesIsFoundAgain() {
        Random random = new Random(20261130);
        double[] series = new double[3_000];
        double innovation = 0;
        for (int t = 1; t < series.length; t++) {
            double before = innovation;
            innovation = random.nextGaussian();
            series[t] = 5 + 0.7 * (series[t - 1] - 5) + innovation + 0.4 * before;
        }
        Arima model = Arima.fit(series, new Order(1, 0, 1, true)).orElseThrow();

        // Four standard errors.
        assertThat(model.ar(1)).isCloseTo(0.7, within(0.07));
        assertThat(model.ma(1)).isCloseTo(0.4, within(0.08));
        assertThat(model.mean()).isCloseTo(5, within(0.4));
        assertThat(model.variance()).isCloseTo(1, within(0.11));
        assertThat(model.ljungBox().pValue()).isGreaterThan(0.01);
        assertThat(Arima.fit(series, Order.MEAN).orElseThrow().ljungBox().pValue())
                .isLessThan(1e-9);
    }

    @Test
    void aRefitEndsWhereAFitDoes() {
        double[] earlier = Arrays.copyOf(SERIES, 95);
        for (Order order :
                new Order[] {new Order(1, 0, 1, true), new Order(2, 0, 0, true), new Order(0, 1, 1, false)}) {
            Arima refitted =
                    Arima.fit(earlier, order).orElseThrow().refit(SERIES).orElseThrow();
            Arima fitted = Arima.fit(SERIES, order).orElseThrow();

            assertThat(refitted.logLikelihood()).isCloseTo(fitted.logLikelihood(), within(1e-4));
            assertThat(refitted.forecast(1).value(1))
                    .isCloseTo(fitted.forecast(1).value(1), within(0.01));
        }
    }

    /** A larger model cannot be less likely, in particular not by a search that ends in the wrong valley. */
    @Test
    void oneTermMoreOnBothSidesIsNeverLessLikely() {
        for (String name : Golden.seriesNames()) {
            double[] series = Golden.series(name);
            double before = Double.NEGATIVE_INFINITY;
            for (int terms = 0; terms <= 2 && !name.startsWith("constant"); terms++) {
                double likelihood = Arima.fit(series, new Order(terms, 0, terms, true))
                        .orElseThrow()
                        .logLikelihood();
                assertThat(likelihood).as(name).isGreaterThan(before - 1e-6);
                before = likelihood;
            }
        }
    }

    @Property(tries = 50)
    void theUnitAndTheLevelOfTheSeriesDoNotMatter(
            @ForAll @IntRange(min = -9, max = 9) int exponent, @ForAll @IntRange(min = -1000, max = 1000) int level) {
        double unit = Math.pow(10, exponent);
        double[] moved = Arrays.stream(SERIES).map(v -> (v + level) * unit).toArray();
        for (Order order : new Order[] {new Order(1, 0, 1, true), new Order(1, 1, 1, false)}) {
            Arima here = Arima.quickFit(SERIES, order).orElseThrow();
            Arima there = Arima.quickFit(moved, order).orElseThrow();

            assertThat(there.ar(1)).isCloseTo(here.ar(1), within(1e-4));
            assertThat(there.ma(1)).isCloseTo(here.ma(1), within(1e-4));
            assertThat(there.forecast(3).value(3) / unit - level)
                    .isCloseTo(here.forecast(3).value(3), within(1e-3));
            assertThat(there.forecast(3).standardError(3) / unit)
                    .isCloseTo(here.forecast(3).standardError(3), within(1e-3));
        }
    }

    @Test
    void betweenFitsTheStateMovesOnAsTheFilterWould() {
        double[] ar = {0.5, 0.2};
        double[] ma = {0.4};
        for (int d = 0; d <= 2; d++) {
            double mean = d == 2 ? 0 : 0.3;
            ArimaState state = Arima.of(Arrays.copyOf(SERIES, 60), d, ar, ma, mean)
                    .orElseThrow()
                    .end();
            for (int n = 60; n < SERIES.length; n++) {
                double direct = Arima.of(Arrays.copyOf(SERIES, n), d, ar, ma, mean)
                        .orElseThrow()
                        .forecast(1)
                        .value(1);
                assertThat(state.forecast()).isCloseTo(direct, within(1e-9));
                state.add(SERIES[n]);
            }
        }
    }

    @Test
    void tooFewValuesHaveNoModel() {
        Order largest = new Order(3, 2, 3, false);
        for (int n = 0; n < 12; n++) {
            assertThat(Arima.fit(Arrays.copyOf(SERIES, n), largest).isPresent()).isEqualTo(n - 2 > 6 + 3);
        }
        assertThat(Arima.fit(new double[0], Order.MEAN)).isEmpty();
        assertThat(Arima.fit(new double[1], new Order(0, 2, 0, false))).isEmpty();
    }

    @Test
    void theCriterionCountsEveryParameterAndIsInfiniteWhereItsCorrectionHasNoRoom() {
        Arima model = Arima.fit(SERIES, new Order(1, 0, 1, true)).orElseThrow();

        double aic = -2 * model.logLikelihood() + 2 * 4;
        assertThat(model.aicc()).isCloseTo(aic + 2.0 * 4 * 5 / (100 - 5), within(1e-9));
        assertThat(Arima.fit(Arrays.copyOf(SERIES, 5), new Order(1, 0, 1, true))
                        .orElseThrow()
                        .aicc())
                .isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void aConstantSeriesHasNothingToFitButItsMean() {
        double[] constant = DoubleStream.generate(() -> 0.1).limit(30).toArray();

        assertThat(Arima.fit(constant, new Order(1, 0, 0, true))).isEmpty();
        assertThat(Arima.fit(constant, new Order(0, 1, 1, false))).isEmpty();
        Arima mean = Arima.fit(constant, Order.MEAN).orElseThrow();
        assertThat(mean.forecast(1).value(1)).isCloseTo(0.1, within(1e-15));
        assertThat(mean.logLikelihood()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void ordersSayWhatTheyAreAndImpossibleOnesAreRefused() {
        assertThat(new Order(1, 0, 2, true)).hasToString("(1,0,2)+mean");
        assertThat(new Order(0, 1, 1, true)).hasToString("(0,1,1)+drift");
        assertThat(new Order(3, 2, 3, false)).hasToString("(3,2,3)");
        assertThatThrownBy(() -> new Order(4, 0, 0, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(4,0,0)")
                .hasMessageContaining("(3,2,3)");
        assertThatThrownBy(() -> new Order(0, 2, 0, true)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Order(0, -1, 0, true)).isInstanceOf(IllegalArgumentException.class);
    }
}
