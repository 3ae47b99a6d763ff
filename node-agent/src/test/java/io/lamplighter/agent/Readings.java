package io.lamplighter.agent;

import io.lamplighter.agent.HostReading.CpuTime;
import io.lamplighter.agent.HostReading.Traffic;
import io.lamplighter.agent.report.LoadReport.Hardware;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Readings of a host that exists only in tests: its processors and its links are 1,000 units a second large. */
final class Readings {
    static final Hardware HARDWARE = new Hardware(
            OptionalDouble.of(2), OptionalInt.of(2_000), OptionalLong.of(8L << 30), OptionalLong.of(50L << 30));

    private Readings() {}

    static HostReading at(long ms, long cpuUsed, long cpuTotal, Map<String, Traffic> traffic, long bandwidth) {
        return new HostReading(
                TimeUnit.MILLISECONDS.toNanos(ms),
                Map.of("host", new CpuTime(cpuUsed, cpuTotal)),
                traffic,
                bandwidth == 0 ? OptionalLong.empty() : OptionalLong.of(bandwidth),
                HARDWARE,
                OptionalLong.of(1L << 30),
                OptionalLong.of(2L << 30));
    }

    static HostReading cpu(long ms, long used, long total) {
        return at(ms, used, total, Map.of(), 0);
    }

    static HostReading traffic(long ms, long received, long sent, long bandwidth) {
        return at(ms, 0, ms, Map.of("eth0", new Traffic(received, sent)), bandwidth);
    }
}
