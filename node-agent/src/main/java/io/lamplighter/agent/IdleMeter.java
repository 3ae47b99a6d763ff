package io.lamplighter.agent;

import io.lamplighter.agent.HostReading.CpuTime;
import io.lamplighter.agent.HostReading.Traffic;
import io.lamplighter.agent.report.LoadReport.Usage;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * Makes idle rates of successive readings. Whatever the difference of two readings cannot tell is unknown, never 0 % or
 * 100 %: the first reading, two that are too close or equal, counters that ran backwards because they wrapped or their
 * interface was made anew, an interface that came or went, a bandwidth nobody knows.
 *
 * <p>A link works in both directions at once, so the busier direction tells how much of it is idle. Devices may claim less
 * speed than they have; then idle is 0 and not less.
 *
 * <p>Not for use by several threads.
 */
final class IdleMeter {
    /** The system's tick counters are remembered for 300 ms by the library that reads them. */
    static final long MIN_PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(300);

    private static final int BITS_PER_BYTE = 8;

    private HostReading before;

    /** The usage between this reading and the one before. */
    Usage usageAt(HostReading reading) {
        OptionalDouble cpuIdle = OptionalDouble.empty();
        OptionalDouble bandwidthIdle = OptionalDouble.empty();
        if (before != null && reading.atNs() - before.atNs() >= MIN_PERIOD_NS) {
            cpuIdle = cpuIdle(before, reading);
            bandwidthIdle = bandwidthIdle(before, reading);
        }
        if (before == null || reading.atNs() - before.atNs() >= MIN_PERIOD_NS) {
            before = reading;
        }
        return new Usage(cpuIdle, bandwidthIdle, reading.memoryUsedBytes(), reading.diskUsedBytes());
    }

    private static OptionalDouble cpuIdle(HostReading before, HostReading now) {
        if (before.cpu().isEmpty() || now.cpu().isEmpty()) {
            return OptionalDouble.empty();
        }
        CpuTime from = before.cpu().get();
        CpuTime to = now.cpu().get();
        long used = to.used() - from.used();
        long total = to.total() - from.total();
        return used < 0 || total <= 0 ? OptionalDouble.empty() : idle((double) used, (double) total);
    }

    private static OptionalDouble bandwidthIdle(HostReading before, HostReading now) {
        if (now.bandwidthBitsPerSecond().isEmpty()
                || now.traffic().isEmpty()
                || !now.traffic().keySet().equals(before.traffic().keySet())) {
            return OptionalDouble.empty();
        }
        long received = 0;
        long sent = 0;
        for (Map.Entry<String, Traffic> entry : now.traffic().entrySet()) {
            Traffic from = before.traffic().get(entry.getKey());
            long receivedHere = entry.getValue().receivedBytes() - from.receivedBytes();
            long sentHere = entry.getValue().sentBytes() - from.sentBytes();
            if (receivedHere < 0 || sentHere < 0) {
                return OptionalDouble.empty();
            }
            received += receivedHere;
            sent += sentHere;
        }
        double seconds = (now.atNs() - before.atNs()) / 1e9;
        double bitsPerSecond = Math.max(received, sent) * BITS_PER_BYTE / seconds;
        return idle(bitsPerSecond, (double) now.bandwidthBitsPerSecond().getAsLong());
    }

    private static OptionalDouble idle(double used, double total) {
        return OptionalDouble.of(Math.max(0, Math.min(1, 1 - used / total)));
    }
}
