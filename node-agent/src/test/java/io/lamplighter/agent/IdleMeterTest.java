package io.lamplighter.agent;

import static io.lamplighter.agent.Readings.cpu;
import static io.lamplighter.agent.Readings.traffic;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.agent.HostReading.Traffic;
import io.lamplighter.agent.report.LoadReport.Usage;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class IdleMeterTest {
    private static final long GIGABIT = 1_000_000_000;

    private final IdleMeter meter = new IdleMeter();

    @Test
    void theFirstReadingTellsNothingOfTheLoad() {
        Usage usage = meter.usageAt(traffic(0, 1_000, 1_000, GIGABIT));

        assertThat(usage.cpuIdle()).isEmpty();
        assertThat(usage.bandwidthIdle()).isEmpty();
        assertThat(usage.memoryUsedBytes()).hasValue(1L << 30);
        assertThat(usage.diskUsedBytes()).hasValue(2L << 30);
    }

    @Test
    void idleIsWhatWasNotUsedBetweenTwoReadings() {
        meter.usageAt(cpu(0, 5_000, 90_000));

        assertThat(meter.usageAt(cpu(1_000, 5_500, 92_000)).cpuIdle()).hasValue(0.75);
        assertThat(meter.usageAt(cpu(2_000, 7_500, 94_000)).cpuIdle()).hasValue(0);
        assertThat(meter.usageAt(cpu(3_000, 7_500, 96_000)).cpuIdle()).hasValue(1);
    }

    @Test
    void equalReadingsAreUnknownAndNotIdle() {
        meter.usageAt(cpu(0, 100, 1_000));

        assertThat(meter.usageAt(cpu(1_000, 100, 1_000)).cpuIdle()).isEmpty();
        assertThat(meter.usageAt(cpu(2_000, 200, 1_200)).cpuIdle()).hasValue(0.5);
    }

    @Test
    void readingsTooCloseAreUnknownAndTheNextOneSpansBoth() {
        meter.usageAt(cpu(0, 0, 0));

        assertThat(meter.usageAt(cpu(50, 50, 50)).cpuIdle()).isEmpty();
        assertThat(meter.usageAt(cpu(1_000, 50, 1_000)).cpuIdle()).hasValue(0.95);
    }

    @Test
    void counterThatRanBackwardsIsUnknownOnce() {
        meter.usageAt(cpu(0, 9_000, 90_000));

        assertThat(meter.usageAt(cpu(1_000, 10, 100)).cpuIdle()).isEmpty();
        assertThat(meter.usageAt(cpu(2_000, 60, 200)).cpuIdle()).hasValue(0.5);
    }

    @Test
    void aProcessorThatCannotBeReadIsUnknown() {
        HostReading blind = new HostReading(
                2_000_000_000L,
                Map.of(),
                Map.of(),
                OptionalLong.empty(),
                Readings.HARDWARE,
                OptionalLong.empty(),
                OptionalLong.empty());
        meter.usageAt(cpu(0, 0, 0));

        assertThat(meter.usageAt(blind)).isEqualTo(Usage.UNKNOWN);
        assertThat(meter.usageAt(cpu(4_000, 1, 2)).cpuIdle()).isEmpty();
    }

    @Test
    void theBusierDirectionTellsHowMuchOfALinkIsIdle() {
        meter.usageAt(traffic(0, 0, 0, GIGABIT));

        assertThat(meter.usageAt(traffic(1_000, 12_500_000, 100, GIGABIT)).bandwidthIdle())
                .hasValue(0.9);
        assertThat(meter.usageAt(traffic(3_000, 12_500_000, 125_000_100, GIGABIT))
                        .bandwidthIdle())
                .hasValue(0.5);
    }

    @Test
    void aLinkThatClaimsLessSpeedThanItHasIsBusyAndNotMore() {
        meter.usageAt(traffic(0, 0, 0, 10_000_000));

        assertThat(meter.usageAt(traffic(1_000, 112_500_000, 0, 10_000_000)).bandwidthIdle())
                .hasValue(0);
    }

    @Test
    void anUnknownBandwidthHasNoIdleRate() {
        meter.usageAt(traffic(0, 0, 0, 0));

        assertThat(meter.usageAt(traffic(1_000, 1, 1, 0)).bandwidthIdle()).isEmpty();
    }

    @Test
    void aCounterThatWrappedIsSkipped() {
        long wrap = 1L << 32;
        meter.usageAt(traffic(0, wrap - 10, 0, GIGABIT));

        assertThat(meter.usageAt(traffic(1_000, 20, 0, GIGABIT)).bandwidthIdle())
                .isEmpty();
        assertThat(meter.usageAt(traffic(2_000, 20, 0, GIGABIT)).bandwidthIdle())
                .hasValue(1);
    }

    @Test
    void oneInterfaceMadeAnewIsNotHiddenByTheTrafficOfAnother() {
        meter.usageAt(two(0, new Traffic(5_000, 0), new Traffic(0, 0)));

        assertThat(meter.usageAt(two(1_000, new Traffic(0, 0), new Traffic(90_000, 0)))
                        .bandwidthIdle())
                .isEmpty();
    }

    @Test
    void interfacesAddUp() {
        meter.usageAt(two(0, new Traffic(0, 0), new Traffic(0, 0)));

        assertThat(meter.usageAt(two(1_000, new Traffic(12_500_000, 0), new Traffic(12_500_000, 0)))
                        .bandwidthIdle())
                .hasValue(0.8);
    }

    @Test
    void anInterfaceThatCameIsUnknownOnce() {
        meter.usageAt(traffic(0, 0, 0, GIGABIT));

        assertThat(meter.usageAt(two(1_000, new Traffic(0, 0), new Traffic(7, 7)))
                        .bandwidthIdle())
                .isEqualTo(OptionalDouble.empty());
        assertThat(meter.usageAt(two(2_000, new Traffic(0, 0), new Traffic(7, 7)))
                        .bandwidthIdle())
                .hasValue(1);
    }

    private static HostReading two(long ms, Traffic first, Traffic second) {
        return Readings.at(ms, 0, ms, Map.of("eth0", first, "eth1", second), GIGABIT);
    }
}
