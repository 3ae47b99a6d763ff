package io.lamplighter.simulator.lab.model;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.simulator.lab.engine.Machine.Discipline;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A node to begin with.
 *
 * @param name in its agent's reports
 * @param cores at least 1
 * @param speed of each core; 1 does a second of work in a second
 * @param discipline how requests share the cores
 * @param hardware what its agent says it has
 * @param weight what an administrator would write on its {@code server} line
 * @param latency time that each exchange takes beside the CPU, seconds
 * @param linkBytesPerSecond capacity of its link
 * @param mostSessions how many sessions its memory holds; one more is refused
 */
public record NodeSpec(
        String name,
        int cores,
        double speed,
        Discipline discipline,
        Hardware hardware,
        int weight,
        double latency,
        double linkBytesPerSecond,
        int mostSessions) {
    private static final int CLOCK_MHZ = 2_000;
    private static final long GIGABYTE = 1L << 30;
    private static final int MEMORY_GB = 8;
    private static final int DISK_GB = 50;
    private static final double LINK_BYTES_PER_SECOND = 12.5e6;

    /** A node that shares its cores among all requests, with 8 GB, 50 GB and 100 Mbit/s, weighed by its cores. */
    public static NodeSpec of(String name, int cores) {
        return new NodeSpec(
                name,
                cores,
                1,
                Discipline.PROCESSOR_SHARING,
                hardware(cores, MEMORY_GB, DISK_GB),
                cores,
                0,
                LINK_BYTES_PER_SECOND,
                Integer.MAX_VALUE);
    }

    /** Hardware as an agent tells it; all nodes have the same clock. */
    public static Hardware hardware(double cores, int memoryGb, int diskGb) {
        return new Hardware(
                OptionalDouble.of(cores),
                OptionalInt.of(CLOCK_MHZ),
                OptionalLong.of(memoryGb * GIGABYTE),
                OptionalLong.of(diskGb * GIGABYTE));
    }

    public NodeSpec withDiscipline(Discipline newDiscipline) {
        return new NodeSpec(
                name, cores, speed, newDiscipline, hardware, weight, latency, linkBytesPerSecond, mostSessions);
    }

    public NodeSpec withHardware(Hardware newHardware, int newWeight) {
        return new NodeSpec(
                name, cores, speed, discipline, newHardware, newWeight, latency, linkBytesPerSecond, mostSessions);
    }

    public NodeSpec withSpeed(double newSpeed) {
        return new NodeSpec(
                name, cores, newSpeed, discipline, hardware, weight, latency, linkBytesPerSecond, mostSessions);
    }

    public NodeSpec withLatency(double newLatency) {
        return new NodeSpec(
                name, cores, speed, discipline, hardware, weight, newLatency, linkBytesPerSecond, mostSessions);
    }

    public NodeSpec withMostSessions(int newMostSessions) {
        return new NodeSpec(
                name, cores, speed, discipline, hardware, weight, latency, linkBytesPerSecond, newMostSessions);
    }

    /** Seconds of work it can do in a second. */
    public double capacity() {
        return cores * speed;
    }
}
