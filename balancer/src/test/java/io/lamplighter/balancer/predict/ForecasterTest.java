package io.lamplighter.balancer.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class ForecasterTest {
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final Forecaster forecaster = new Forecaster(50, MINUTE);
    private final Random random = new Random(20261130);
    private long nowNs = random.nextLong();

    /** Adds values 10 ms apart and refits when it is due. */
    private void offer(int count, IntToDoubleFunction value) {
        for (int i = 0; i < count; i++) {
            nowNs += 10 * MS;
            forecaster.add(value.applyAsDouble(i), nowNs);
            if (forecaster.isRefitDue(nowNs)) {
                forecaster.refit(nowNs);
            }
        }
    }

    @Test
    void withoutValuesThereIsNoForecast() {
        assertThat(forecaster.forecast(nowNs)).isNaN();
        assertThat(forecaster.rung()).isEqualTo(Rung.NONE);
        assertThat(forecaster.meanAbsoluteError()).isNaN();
        assertThat(forecaster.isRefitDue(nowNs)).isFalse();
        forecaster.refit(nowNs);
        assertThat(forecaster.rung()).isEqualTo(Rung.NONE);
    }

    @Test
    void fewerThanTwentyValuesAreForecastByTheirMean() {
        offer(19, i -> i);

        assertThat(forecaster.forecast(nowNs)).isEqualTo(9);
        assertThat(forecaster.rung()).isEqualTo(Rung.MEAN);
        assertThat(forecaster.order()).isEqualTo(Order.MEAN);
        offer(1, i -> 19);
        assertThat(forecaster.rung()).isEqualTo(Rung.ARIMA);
    }

    @Test
    void aTrendIsFollowed() {
        offer(50, i -> 100 + i);

        assertThat(forecaster.order()).hasToString("(0,1,0)+drift");
        assertThat(forecaster.forecast(nowNs)).isCloseTo(150, within(1e-6));
    }

    @Test
    void betweenFitsTheForecastMovesOnWithEachValue() {
        offer(50, i -> 100 + i);
        for (int i = 0; i < 5; i++) {
            forecaster.add(150 + i, nowNs);
            assertThat(forecaster.forecast(nowNs)).isCloseTo(151 + i, within(1e-6));
        }
    }

    /** With the true coefficients and mean the errors would be 6.38 on average; by the last value 7.14, by the true mean 7.98. */
    @Test
    void onAnAutoregressionItIsBetterThanTheLastValueAndThanTheMean() {
        double[] before = {120};
        double[] sum = {0};
        offer(2_000, i -> {
            double value = 120 + 0.6 * (before[0] - 120) + 8 * random.nextGaussian();
            sum[0] += i < 50 ? 0 : Math.abs(value - forecaster.forecast(nowNs));
            before[0] = value;
            return value;
        });

        assertThat(sum[0] / 1_950).isBetween(6.2, 6.9);
    }

    @Test
    void onARandomWalkTheLastValueIsHardToBeat() {
        double[] walk = {1_000};
        offer(400, i -> walk[0] += random.nextGaussian());

        assertThat(forecaster.meanAbsoluteError()).isCloseTo(forecaster.lastValueError(), within(0.15));
    }

    @Test
    void aRefitIsDueAfterTenValuesOrAQuarterOfASecondWithAtLeastOne() {
        offer(50, i -> random.nextDouble());
        forecaster.refit(nowNs);

        assertThat(forecaster.isRefitDue(nowNs + SECOND)).isFalse();
        forecaster.add(0.5, nowNs);
        assertThat(forecaster.isRefitDue(nowNs + 250 * MS - 1)).isFalse();
        assertThat(forecaster.isRefitDue(nowNs + 250 * MS)).isTrue();
        for (int i = 0; i < 8; i++) {
            forecaster.add(0.5, nowNs);
        }
        assertThat(forecaster.isRefitDue(nowNs)).isFalse();
        forecaster.add(0.5, nowNs);
        assertThat(forecaster.isRefitDue(nowNs)).isTrue();
    }

    @Test
    void valuesOlderThanTheGreatestAgeLeaveAndWithThemTheModel() {
        offer(50, i -> 100 + i);

        assertThat(forecaster.forecast(nowNs + MINUTE - 200 * MS)).isCloseTo(150, within(1e-6));
        assertThat(forecaster.rung()).isEqualTo(Rung.ARIMA);
        // The first has left 31 · 10 ms before the last but 18.
        assertThat(forecaster.forecast(nowNs + MINUTE - 185 * MS)).isCloseTo(140, within(1e-6));
        assertThat(forecaster.rung()).isEqualTo(Rung.MEAN);
        assertThat(forecaster.size()).isEqualTo(19);
        assertThat(forecaster.forecast(nowNs + MINUTE + 1)).isNaN();
        assertThat(forecaster.rung()).isEqualTo(Rung.NONE);
    }

    @Test
    void aForecastStaysBetweenHalfTheLeastAndTwiceTheGreatest() {
        offer(50, i -> 100 - 2 * i);
        for (int i = 0; i < 3; i++) {
            forecaster.add(0.5, nowNs);
        }
        assertThat(forecaster.forecast(nowNs)).isEqualTo(0.25);

        Forecaster steep = new Forecaster(20, MINUTE);
        for (int i = 0; i < 20; i++) {
            steep.add(Math.pow(4, i), nowNs);
        }
        steep.refit(nowNs);
        steep.add(Math.pow(4, 25), nowNs);
        assertThat(steep.forecast(nowNs)).isLessThanOrEqualTo(2 * Math.pow(4, 25));
    }

    @Test
    void whatIsNoDurationIsCountedAndIgnored() {
        offer(30, i -> 10);
        for (double odd : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            forecaster.add(odd, nowNs);
        }

        assertThat(forecaster.ignored()).isEqualTo(4);
        assertThat(forecaster.size()).isEqualTo(30);
        assertThat(forecaster.forecast(nowNs)).isEqualTo(10);
    }

    @Test
    void theErrorsAreThoseOfTheForecastsThatWereGiven() {
        double own = 0;
        double last = 0;
        double before = 5;
        forecaster.add(before, nowNs);
        for (int i = 1; i <= 15; i++) {
            double value = 5 + i % 3;
            own += Math.abs(value - forecaster.forecast(nowNs));
            last += Math.abs(value - before);
            forecaster.add(value, nowNs);
            before = value;
        }

        assertThat(forecaster.meanAbsoluteError()).isCloseTo(own / 15, within(1e-12));
        assertThat(forecaster.lastValueError()).isCloseTo(last / 15, within(1e-12));
    }

    @Test
    void addingAllocatesNothing() {
        offer(60, i -> 50 + random.nextGaussian());
        double[] values = random.doubles(10_000, 40, 60).toArray();
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (double value : values) { // loads all classes
            forecaster.add(value, nowNs);
        }
        threads.getCurrentThreadAllocatedBytes();

        long before = threads.getCurrentThreadAllocatedBytes();
        for (double value : values) {
            forecaster.add(value, nowNs);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(allocated).isLessThan(values.length); // not even a byte each; the measurement itself takes some
    }

    @Test
    void anImpossibleWindowIsRefused() {
        assertThatThrownBy(() -> new Forecaster(0, MINUTE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Forecaster(50, -1)).isInstanceOf(IllegalArgumentException.class);
    }
}
