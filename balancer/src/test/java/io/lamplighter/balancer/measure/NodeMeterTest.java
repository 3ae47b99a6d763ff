package io.lamplighter.balancer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class NodeMeterTest {
    private final NodeMeter meter = new NodeMeter();

    @Test
    void aNegativeDurationIsDroppedAndCountedAndZeroIsADuration() {
        meter.connected(-1);
        meter.connected(Long.MIN_VALUE);
        meter.responded(-1_000_000);
        meter.connected(0);
        meter.connected(1);

        NodeTotals totals = totals();
        assertThat(totals.durationsDropped()).isEqualTo(3);
        assertThat(totals.connectUs().getTotalCount()).isEqualTo(2);
        assertThat(totals.connectUs().getMaxValue()).isZero();
        assertThat(totals.responseUs().getTotalCount()).isZero();
    }

    @Test
    void durationsAreMicrosecondsEachInItsHistogram() {
        meter.connected(7_999);
        meter.responded(200_000);

        assertThat(totals().connectUs().getMaxValue()).isEqualTo(7);
        assertThat(totals().responseUs().getTotalCount())
                .as("taken by the first call")
                .isZero();
    }

    @Test
    void aDurationOfDaysCountsAsTheLongest() {
        meter.responded(TimeUnit.DAYS.toNanos(3));
        meter.responded(Long.MAX_VALUE);

        Histogram us = totals().responseUs();
        assertThat(us.getTotalCount()).isEqualTo(2);
        assertThat(us.valuesAreEquivalent(us.getMaxValue(), NodeMeter.LONGEST_US))
                .isTrue();
    }

    private NodeTotals totals() {
        NodeTotals totals = new NodeTotals();
        meter.addTo(totals);
        meter.drainTo(totals.connectUs(), totals.responseUs());
        return totals;
    }
}
