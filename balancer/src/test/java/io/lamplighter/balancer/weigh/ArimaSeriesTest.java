package io.lamplighter.balancer.weigh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.balancer.predict.Forecaster;
import io.lamplighter.balancer.weigh.NodePrediction.Model;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class ArimaSeriesTest {
    private static final long SEED = 20_261_201;

    private final ArimaSeries series = new ArimaSeries(50);
    private final SplittableRandom random = new SplittableRandom(SEED);
    private long nowNs;
    private double walk = 1_000;

    @Test
    void fewerThanTwentyAreForecastByTheirMean() {
        assertThat(series.predictedMs(0)).isNaN();
        double sum = 0;
        for (int n = 1; n < Forecaster.MIN_SAMPLES; n++) {
            sum += n * n;
            add(n * n);
            assertThat(series.predictedMs(nowNs)).isCloseTo(sum / n, within(1e-9));
            assertThat(model().isUsed()).as("whatever its error is").isTrue();
        }
    }

    @Test
    void noiseIsForecastBetterThanByItsLastValue() {
        run(500, this::noise);
        assertThat(model().isUsed()).isTrue();
        assertThat(model().errorMs().orElseThrow())
                .isLessThan(model().lastValueErrorMs().orElseThrow());
        assertThat(series.predictedMs(nowNs)).isNotEqualTo(series.lastMs(nowNs));
    }

    @Test
    void whereTheForecastIsNoBetterTheLastValueIsThePrediction() {
        run(500, this::stairs);
        assertThat(model().isUsed()).isFalse();
        assertThat(series.predictedMs(nowNs)).isEqualTo(series.lastMs(nowNs));
    }

    @Test
    void aForecastThatWasGivenUpReturnsWhenItIsWorthIt() {
        run(500, this::stairs);
        assertThat(model().isUsed()).isFalse();
        run(500, this::noise);
        assertThat(model().isUsed()).isTrue();
    }

    @Test
    void whatIsUsedAlwaysBeatsTheLastValueAndWhatIsNotHardlyDoes() {
        System.out.println("ArimaSeriesTest seed " + SEED);
        DoubleSupplier[] kinds = {this::noise, this::walk, this::stairs, () -> random.nextInt(10) == 0 ? 900 : 20};
        int switches = 0;
        boolean before = true;
        for (int i = 0; i < 5_000; i++) {
            add(kinds[i / 250 % kinds.length].getAsDouble());
            Model now = model();
            if (series.size() >= Forecaster.MIN_SAMPLES) {
                double error = now.errorMs().orElseThrow();
                double lastValueError = now.lastValueErrorMs().orElseThrow();
                if (now.isUsed()) {
                    assertThat(error).isLessThan(lastValueError);
                } else {
                    assertThat(error).isGreaterThanOrEqualTo(0.95 * lastValueError);
                    assertThat(series.predictedMs(nowNs)).isEqualTo(series.lastMs(nowNs));
                }
            }
            switches += now.isUsed() == before ? 0 : 1;
            before = now.isUsed();
        }
        assertThat(switches).isBetween(2, 250);
    }

    @Test
    void aSeriesThatDoesNotMoveIsForecastAsItIs() {
        run(200, () -> 0.1);
        assertThat(model().isUsed()).isTrue();
        assertThat(series.predictedMs(nowNs)).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void whatIsOlderThanAMinuteLeavesAndThenNothingIsKnown() {
        run(100, this::noise);
        nowNs += TimeUnit.SECONDS.toNanos(60);
        assertThat(series.predictedMs(nowNs)).as("the last one").isNotNaN();
        nowNs++;
        assertThat(series.predictedMs(nowNs)).isNaN();
        assertThat(series.lastMs(nowNs)).isNaN();
        assertThat(series.size()).isZero();
        add(5);
        assertThat(series.predictedMs(nowNs)).isEqualTo(5);
    }

    @Test
    void whatIsNoTimeIsNotTheLastValueEither() {
        add(5);
        add(-1);
        assertThat(series.lastMs(nowNs)).isEqualTo(5);
    }

    private void run(int count, DoubleSupplier next) {
        for (int i = 0; i < count; i++) {
            add(next.getAsDouble());
        }
    }

    private void add(double value) {
        nowNs += 1_000_000;
        series.add(value, nowNs);
        if (series.isFitDue(nowNs)) {
            series.fit(nowNs);
        }
    }

    private Model model() {
        return series.model().orElseThrow();
    }

    private double noise() {
        return random.nextDouble(10, 30);
    }

    private double walk() {
        walk = Math.max(1, walk + random.nextDouble(-10, 10));
        return walk;
    }

    /** Steps that come without notice: nothing is better than the last value. */
    private double stairs() {
        if (random.nextInt(15) == 0) {
            walk = random.nextDouble(100, 2_000);
        }
        return walk;
    }
}
