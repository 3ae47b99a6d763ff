package io.lamplighter.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeasurementsTest {
    private final Measurements measurements = new Measurements();

    /** Clocks of two cores may differ by a hair; a histogram would throw. */
    @Test
    void aNegativeTimeIsNone() {
        measurements.time(Phase.EXCHANGE, -1);
        measurements.time(Phase.EXCHANGE, 0);
        measurements.time(Phase.EXCHANGE, Long.MAX_VALUE);

        assertThat(measurements.times(Phase.EXCHANGE).getTotalCount()).isEqualTo(3);
        assertThat(measurements.times(Phase.EXCHANGE).getMinValue()).isZero();
    }

    @Test
    void namesOfNodesAreBounded() {
        for (int i = 0; i < 10_000; i++) {
            measurements.timeOfNode("node" + i, 1000);
        }

        assertThat(measurements.nodes()).hasSizeLessThan(70).containsKey("(others)");
        assertThat(measurements.nodes().values().stream()
                        .mapToLong(times -> times.getTotalCount())
                        .sum())
                .isEqualTo(10_000);
    }

    @Test
    void besideAddsLampsAndAfterTakesTheLast() {
        measurements.openLamps(5);
        Measurements other = new Measurements();
        other.openLamps(3);
        other.openLamps(1);

        Measurements beside = new Measurements();
        beside.addBeside(measurements);
        beside.addBeside(other);
        assertThat(beside.openLamps()).isEqualTo(6);
        assertThat(beside.peakOpenLamps()).isEqualTo(8);

        Measurements after = new Measurements();
        after.addAfter(measurements);
        after.addAfter(other);
        assertThat(after.openLamps()).isEqualTo(1);
        assertThat(after.peakOpenLamps()).isEqualTo(5);
    }

    @Test
    void resetLeavesNothingBehind() {
        measurements.count(Count.DUE);
        measurements.fault(Fault.RESET, 2);
        measurements.time(Phase.CONNECT, 5);
        measurements.timeOfNode("a", 5);

        measurements.reset();

        assertThat(measurements.get(Count.DUE)).isZero();
        assertThat(measurements.faultTotal()).isZero();
        measurements.eachSeries((name, times) -> {
            throw new AssertionError(name);
        });
    }
}
