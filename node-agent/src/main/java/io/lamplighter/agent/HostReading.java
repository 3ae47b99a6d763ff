package io.lamplighter.agent;

import io.lamplighter.agent.report.LoadReport;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What the system's counters said at one moment. Two of these make a load; one alone says only what the host has.
 *
 * @param atNs when, by the steady clock
 * @param cpu processor time since some start, by what limits it: the host, and control groups with a quota; empty when it
 *     cannot be read
 * @param traffic bytes through each interface that counts, by its name; empty when none is known
 * @param bandwidthBitsPerSecond what these interfaces can carry together in one direction, more than 0; empty when unknown
 * @param hardware what the host has
 * @param memoryUsedBytes memory in use, bytes
 * @param diskUsedBytes disk space in use, bytes
 */
record HostReading(
        long atNs,
        Map<String, CpuTime> cpu,
        Map<String, Traffic> traffic,
        OptionalLong bandwidthBitsPerSecond,
        LoadReport.Hardware hardware,
        OptionalLong memoryUsedBytes,
        OptionalLong diskUsedBytes) {
    HostReading {
        cpu = Map.copyOf(cpu);
        traffic = Map.copyOf(traffic);
    }

    /**
     * Processor time, in any unit.
     *
     * @param used time in which processors worked, or were taken away from this host by others
     * @param total time in which they could have worked
     */
    record CpuTime(long used, long total) {}

    /** Bytes through one interface since some start. */
    record Traffic(long receivedBytes, long sentBytes) {}
}
