package io.lamplighter.balancer.weigh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrendSeriesTest {
    private final TrendSeries series = new TrendSeries();

    @ParameterizedTest
    @CsvSource({"20, 24, 28", "30, 25, 20", "18, 18, 18", "10, 4, 0"})
    void theNextIsOnTheLineThroughTheLastTwoButNotBelowZero(double previous, double last, double predicted) {
        series.add(500, 0);
        series.add(previous, 0);
        series.add(last, 0);
        assertThat(series.predictedMs(0)).isEqualTo(predicted);
        assertThat(series.lastMs(0)).isEqualTo(last);
        assertThat(series.size()).isEqualTo(2);
        assertThat(series.model()).isEmpty();
    }

    @Test
    void nothingIsKnownBeforeTheFirstAndTheFirstStandsForItself() {
        assertThat(series.predictedMs(0)).isNaN();
        assertThat(series.size()).isZero();
        series.add(7, 0);
        assertThat(series.predictedMs(0)).isEqualTo(7);
        assertThat(series.size()).isEqualTo(1);
    }

    @Test
    void whatIsOlderThanAMinuteLeaves() {
        series.add(20, 0);
        series.add(24, TimeUnit.SECONDS.toNanos(10));
        assertThat(series.predictedMs(TimeUnit.SECONDS.toNanos(60))).isEqualTo(28);
        assertThat(series.predictedMs(TimeUnit.SECONDS.toNanos(60) + 1)).isEqualTo(24);
        assertThat(series.predictedMs(TimeUnit.SECONDS.toNanos(70) + 1)).isNaN();
        assertThat(series.lastMs(TimeUnit.SECONDS.toNanos(70) + 1)).isNaN();
        series.add(5, TimeUnit.SECONDS.toNanos(100));
        assertThat(series.predictedMs(TimeUnit.SECONDS.toNanos(100))).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"-1", "NaN"})
    void whatIsNoTimeIsIgnored(double value) {
        series.add(3, 0);
        series.add(value, 0);
        assertThat(series.predictedMs(0)).isEqualTo(3);
    }
}
