package io.lamplighter.balancer.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Whatever comes, there is a finite forecast or none, never an exception, and the same for the same series. */
class HardSeriesTest {
    private static final double[] UNHEARD_OF = {
        0,
        -1,
        1,
        25,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MAX_VALUE,
        Double.MIN_VALUE,
        -0.0
    };

    @Test
    void everyModelOfEverySeriesIsFiniteOrAbsent() {
        for (int n : new int[] {12, 50}) {
            HardSeries.all(n).forEach((name, series) -> {
                for (Order order : orders()) {
                    assertFinite(Arima.fit(series, order), name + order);
                }
            });
        }
    }

    private static List<Order> orders() {
        return List.of(
                Order.MEAN,
                new Order(1, 0, 0, true),
                new Order(2, 0, 2, true),
                new Order(3, 0, 3, false),
                new Order(0, 1, 1, false),
                new Order(1, 1, 2, true),
                new Order(3, 2, 3, false));
    }

    private static void assertFinite(Optional<Arima> model, String name) {
        if (model.isEmpty()) {
            return;
        }
        Forecast forecast = model.get().forecast(30);
        for (int h = 1; h <= 30; h++) {
            assertThat(forecast.value(h)).as(name).isFinite();
            assertThat(forecast.standardError(h)).as(name).isNotNaN().isNotNegative();
        }
        assertThat(model.get().ljungBox().pValue()).as(name).isBetween(0.0, 1.0);
    }

    @Test
    void theSearchForAnOrderFindsAUsableModelOrNone() {
        HardSeries.all(50).forEach((name, series) -> {
            Optional<Arima> found = OrderSearch.full(series, 2, 2);
            assertFinite(found, name);
            assertThat(found.map(Arima::isUsable).orElse(true)).as(name).isTrue();
            Optional<Arima> again = OrderSearch.stepwise(series.clone(), 2, 2);
            assertThat(again.map(model -> model.forecast(1).value(1)))
                    .as(name)
                    .isEqualTo(OrderSearch.stepwise(series, 2, 2)
                            .map(model -> model.forecast(1).value(1)));
        });
    }

    @Test
    void aSeriesWithAValueThatIsNoNumberHasNoModel() {
        for (double odd : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            for (int at : new int[] {0, 25, 49}) {
                double[] series = Golden.series("ar1_50");
                series[at] = odd;
                for (Order order : orders()) {
                    assertThat(Arima.fit(series, order)).isEmpty();
                }
                assertThat(OrderSearch.full(series, 2, 2)).isEmpty();
                assertThat(OrderSearch.stepwise(series, 2, 2)).isEmpty();
            }
        }
    }

    @Test
    void seriesOfEveryLengthFromNothingOnAreAnswered() {
        for (Map.Entry<String, double[]> entry : HardSeries.all(12).entrySet()) {
            for (int n = 0; n <= 12; n++) {
                double[] series = Arrays.copyOf(entry.getValue(), n);
                assertFinite(OrderSearch.stepwise(series, 3, 3), entry.getKey() + n);
                assertFinite(Arima.fit(series, new Order(1, 1, 1, true)), entry.getKey() + n);
            }
        }
    }

    @Test
    void theForecasterStaysFiniteWithinItsBoundsAndTheSame() {
        HardSeries.all(120).forEach((name, series) -> assertBoundedAndRepeatable(series, 7_000_000, name));
    }

    @Property(tries = 25)
    void theForecasterTakesAnything(@ForAll long seed) {
        Random random = new Random(seed);
        double[] series = random.doubles(90, 0, 50).toArray();
        for (int i = random.nextInt(20); i > 0; i--) {
            series[random.nextInt(series.length)] = UNHEARD_OF[random.nextInt(UNHEARD_OF.length)];
        }
        assertBoundedAndRepeatable(series, 1_000_000L << random.nextInt(16), "seed " + seed);
    }

    private static void assertBoundedAndRepeatable(double[] series, long stepNs, String name) {
        Forecaster forecaster = new Forecaster(50, 60_000_000_000L);
        Forecaster twin = new Forecaster(50, 60_000_000_000L);
        Window window = new Window(50, 60_000_000_000L);
        long nowNs = Long.MAX_VALUE - 10 * stepNs; // the clock runs over on the way
        for (double value : series) {
            nowNs += stepNs;
            double forecast = next(forecaster, value, nowNs);
            assertThat(Double.valueOf(next(twin, value, nowNs))).as(name).isEqualTo(Double.valueOf(forecast));
            window.dropOld(nowNs);
            if (value >= 0 && value < Double.POSITIVE_INFINITY) {
                window.add(value, nowNs);
            }
            assertThat(forecaster.size()).as(name).isEqualTo(window.size());
            if (window.size() == 0) {
                assertThat(forecast).as(name).isNaN();
                assertThat(forecaster.rung()).isEqualTo(Rung.NONE);
            } else {
                assertThat(forecast).as(name).isFinite().isBetween(window.least() / 2, window.greatest() * 2);
            }
            assertThat(forecaster.meanAbsoluteError() < 0).as(name).isFalse();
        }
    }

    private static double next(Forecaster forecaster, double value, long nowNs) {
        forecaster.add(value, nowNs);
        if (forecaster.isRefitDue(nowNs)) {
            forecaster.refit(nowNs);
        }
        return forecaster.forecast(nowNs);
    }
}
