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

    /** Whatever limits the node most tells how idle it is: the host, or a control group with a quota. */
    private static OptionalDouble cpuIdle(HostReading before, HostReading now) {
        if (now.cpu().isEmpty() || !now.cpu().keySet().equals(before.cpu().keySet())) {
            return OptionalDouble.empty();
        }
        double least = 1;
        for (Map.Entry<String, CpuTime> entry : now.cpu().entrySet()) {
            OptionalDouble idle = cpuIdle(before.cpu().get(entry.getKey()), entry.getValue());
            if (idle.isEmpty()) {
                return OptionalDouble.empty();
            }
            least = Math.min(least, idle.getAsDouble());
        }
        return OptionalDouble.of(least);
    }

    private static OptionalDouble cpuIdle(CpuTime from, CpuTime to) {
        if (from.used() < 0 || from.total() < 0 || to.used() < from.used() || to.total() <= from.total()) {
            return OptionalDouble.empty();
        }
        return idle((double) (to.used() - from.used()), (double) (to.total() - from.total()));
    }

    private static OptionalDouble bandwidthIdle(HostReading before, HostReading now) {
        if (now.bandwidthBitsPerSecond().isEmpty()
                || now.traffic().isEmpty()
                || !now.traffic().keySet().equals(before.traffic().keySet())) {
            return OptionalDouble.empty();
        }
        double received = 0;
        double sent = 0;
        for (Map.Entry<String, Traffic> entry : now.traffic().entrySet()) {
            Traffic from = before.traffic().get(entry.getKey());
            Traffic to = entry.getValue();
            if (from.receivedBytes() < 0
                    || from.sentBytes() < 0
                    || to.receivedBytes() < from.receivedBytes()
                    || to.sentBytes() < from.sentBytes()) {
                return OptionalDouble.empty();
            }
            // Not as whole numbers, whose sum could overflow into "nothing was sent".
            received += (double) (to.receivedBytes() - from.receivedBytes());
            sent += (double) (to.sentBytes() - from.sentBytes());
        }
        double seconds = (now.atNs() - before.atNs()) / 1e9;
        double bitsPerSecond = Math.max(received, sent) * BITS_PER_BYTE / seconds;
        return idle(bitsPerSecond, (double) now.bandwidthBitsPerSecond().getAsLong());
    }

    private static OptionalDouble idle(double used, double total) {
        return OptionalDouble.of(Math.max(0, Math.min(1, 1 - used / total)));
    }
}
