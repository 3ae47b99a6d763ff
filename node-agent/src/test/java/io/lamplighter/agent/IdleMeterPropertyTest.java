package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.agent.HostReading.CpuTime;
import io.lamplighter.agent.HostReading.Traffic;
import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.agent.report.LoadReportCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the counters do, and they wrap, go back, stand still and jump, only what is true or unknown leaves the machine. */
class IdleMeterPropertyTest {
    private static final double ROUNDING = 1e-9;

    /** What the counters did in one period. */
    record Step(long periodMs, long used, long total, long received, long sent, long bandwidth, int interfaces) {}

    @Property
    void anIdleShareIsUnknownOrZeroToOneAndFitsAReport(@ForAll("anything") List<Step> steps) {
        IdleMeter meter = new IdleMeter();
        long ms = 0;
        for (Step step : steps) {
            ms += step.periodMs();
            Usage usage = meter.usageAt(reading(ms, step));

            assertShareOrUnknown(usage.cpuIdle());
            assertShareOrUnknown(usage.bandwidthIdle());
            LoadReport report = new LoadReport("a", 1, ms, 1, Readings.HARDWARE, usage, false);
            LoadReportCodec.encodeUnsigned(report, ByteBuffer.allocate(LoadReportCodec.MAX_LENGTH));
        }
    }

    @Property
    void aPeriodWhoseCountersWentBackOrStoodStillIsUnknown(
            @ForAll("anyStep") Step before, @ForAll("anyStep") Step after) {
        IdleMeter meter = new IdleMeter();
        meter.usageAt(reading(0, before));
        Usage usage = meter.usageAt(reading(1_000, after));

        boolean cpuIsTold = before.used() >= 0
                && before.total() >= 0
                && after.used() >= before.used()
                && after.total() > before.total();
        boolean trafficIsTold = after.bandwidth() > 0
                && after.interfaces() > 0
                && after.interfaces() == before.interfaces()
                && before.received() >= 0
                && before.sent() >= 0
                && after.received() >= before.received()
                && after.sent() >= before.sent();
        assertThat(usage.cpuIdle().isPresent()).isEqualTo(cpuIsTold);
        assertThat(usage.bandwidthIdle().isPresent()).isEqualTo(trafficIsTold);
    }

    @Property
    void theBusiestLimitOfTheProcessorsTells(@ForAll("share") int hostPercent, @ForAll("share") int quotaPercent) {
        IdleMeter meter = new IdleMeter();
        meter.usageAt(limited(0, 0, 0));
        Usage usage = meter.usageAt(limited(1_000, hostPercent, quotaPercent));

        double busiest = Math.max(hostPercent, quotaPercent) / 100.0;
        assertThat(usage.cpuIdle().orElseThrow()).isCloseTo(1 - busiest, within(ROUNDING));
    }

    private static HostReading limited(long ms, long hostUsed, long quotaUsed) {
        Map<String, CpuTime> cpu = Map.of(
                "host", new CpuTime(hostUsed * ms * 16, 100 * ms * 16),
                "/sys/fs/cgroup/a", new CpuTime(quotaUsed * ms, 100 * ms));
        return with(ms, cpu, Map.of(), 0);
    }

    private static HostReading reading(long ms, Step step) {
        Map<String, Traffic> traffic = step.interfaces() == 0
                ? Map.of()
                : step.interfaces() == 1
                        ? Map.of("eth0", new Traffic(step.received(), step.sent()))
                        : Map.of(
                                "eth0", new Traffic(step.received(), step.sent()),
                                "eth1", new Traffic(step.received(), step.sent()));
        return with(ms, Map.of("host", new CpuTime(step.used(), step.total())), traffic, step.bandwidth());
    }

    private static HostReading with(long ms, Map<String, CpuTime> cpu, Map<String, Traffic> traffic, long bandwidth) {
        return new HostReading(
                TimeUnit.MILLISECONDS.toNanos(ms),
                cpu,
                traffic,
                bandwidth > 0 ? OptionalLong.of(bandwidth) : OptionalLong.empty(),
                Readings.HARDWARE,
                OptionalLong.empty(),
                OptionalLong.empty());
    }

    private static void assertShareOrUnknown(OptionalDouble share) {
        // NaN is not equal to itself, and so is neither.
        assertThat(share.isEmpty() || (share.getAsDouble() >= 0 && share.getAsDouble() <= 1))
                .as("idle share %s", share)
                .isTrue();
    }

    @Provide
    Arbitrary<List<Step>> anything() {
        return anyStep().list().ofMinSize(2).ofMaxSize(20);
    }

    @Provide
    Arbitrary<Step> anyStep() {
        Arbitrary<Long> counter = Arbitraries.oneOf(
                Arbitraries.longs(),
                Arbitraries.longs().between(0, 1_000_000),
                Arbitraries.of(0L, 1L << 32, (1L << 32) - 1, Long.MAX_VALUE, Long.MIN_VALUE, -1L));
        Arbitrary<Long> bandwidth = Arbitraries.of(-1L, 0L, 1L, 1_000_000_000L, Long.MAX_VALUE);
        return Combinators.combine(
                        Arbitraries.longs().between(0, 5_000),
                        counter,
                        counter,
                        counter,
                        counter,
                        bandwidth,
                        Arbitraries.integers().between(0, 2))
                .as(Step::new);
    }

    @Provide
    Arbitrary<Integer> share() {
        return Arbitraries.integers().between(0, 100);
    }
}
