package io.lamplighter.agent.report;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a node says about itself at one moment. Unknown is a value of its own, an empty optional: a figure that could not be
 * measured must never look like "0 % idle" or "100 % idle" to whoever turns it into a weight.
 *
 * @param node the node's name, as a {@code node=} of the balancer's configuration says it: 1..{@value #MAX_NAME_LENGTH}
 *     visible ASCII characters, no space, because it ends up in logs and metric labels
 * @param bootId tells two runs of the same agent apart, and the later from the earlier: the agent's start, milliseconds
 *     since 1970 by its own wall clock
 * @param sequence number of this report within the run, at least 0, each greater than the one before
 * @param sentAtMs when it was sent, milliseconds since 1970 by the agent's wall clock
 * @param hardware what the node has
 * @param usage how much of it is in use
 * @param draining whether the node asks for no new sessions; the ones it has go on
 */
public record LoadReport(
        String node, long bootId, long sequence, long sentAtMs, Hardware hardware, Usage usage, boolean draining) {
    /** Longest name: its length travels in one byte. */
    public static final int MAX_NAME_LENGTH = 255;

    /** @throws IllegalArgumentException when a value is outside the range given above */
    public LoadReport {
        require(isValidName(node), "node name must be 1..255 visible ASCII characters", node);
        require(sequence >= 0, "sequence must not be negative", sequence);
    }

    /** Whether a report may carry {@code name} as the name of its node. */
    public static boolean isValidName(String name) {
        return !name.isEmpty()
                && name.length() <= MAX_NAME_LENGTH
                && name.chars().allMatch(character -> character > ' ' && character < 0x7F);
    }

    /**
     * What a node has; the balancer derives the node's base weight from it.
     *
     * @param cores processors, or the part of them a container may use; 0.001..4,000,000, kept to a thousandth
     * @param clockMhz nominal clock of one processor, MHz, at least 1
     * @param memoryBytes memory, bytes, at least 0
     * @param diskBytes local disk space, bytes, at least 0
     */
    public record Hardware(
            OptionalDouble cores, OptionalInt clockMhz, OptionalLong memoryBytes, OptionalLong diskBytes) {
        /** A node about which nothing is known. */
        public static final Hardware UNKNOWN =
                new Hardware(OptionalDouble.empty(), OptionalInt.empty(), OptionalLong.empty(), OptionalLong.empty());

        private static final double MIN_CORES = 0.001;
        private static final double MAX_CORES = 4_000_000;

        /** @throws IllegalArgumentException when a value is outside the range given above */
        public Hardware {
            double knownCores = cores.orElse(MIN_CORES);
            require(knownCores >= MIN_CORES && knownCores <= MAX_CORES, "cores must be 0.001..4,000,000", cores);
            require(clockMhz.orElse(1) >= 1, "clock must be at least 1 MHz", clockMhz);
            require(memoryBytes.orElse(0) >= 0, "memory must not be negative", memoryBytes);
            require(diskBytes.orElse(0) >= 0, "disk must not be negative", diskBytes);
        }
    }

    /**
     * How much of a node is in use.
     *
     * @param cpuIdle idle share of the processors since the report before, 0..1, kept to 1e-9
     * @param bandwidthIdle idle share of the network's bandwidth since the report before, 0..1, kept to 1e-9
     * @param memoryUsedBytes memory in use, bytes, at least 0
     * @param diskUsedBytes disk space in use, bytes, at least 0
     */
    public record Usage(
            OptionalDouble cpuIdle,
            OptionalDouble bandwidthIdle,
            OptionalLong memoryUsedBytes,
            OptionalLong diskUsedBytes) {
        /** Nothing could be measured. */
        public static final Usage UNKNOWN =
                new Usage(OptionalDouble.empty(), OptionalDouble.empty(), OptionalLong.empty(), OptionalLong.empty());

        /** @throws IllegalArgumentException when a value is outside the range given above */
        public Usage {
            require(isShare(cpuIdle), "idle share of the CPU must be 0..1", cpuIdle);
            require(isShare(bandwidthIdle), "idle share of the bandwidth must be 0..1", bandwidthIdle);
            require(memoryUsedBytes.orElse(0) >= 0, "memory in use must not be negative", memoryUsedBytes);
            require(diskUsedBytes.orElse(0) >= 0, "disk in use must not be negative", diskUsedBytes);
        }

        private static boolean isShare(OptionalDouble value) {
            double share = value.orElse(0);
            return share >= 0 && share <= 1; // false for NaN as well
        }
    }

    private static void require(boolean holds, String expected, Object found) {
        if (!holds) {
            throw new IllegalArgumentException(expected + ", found " + found);
        }
    }
}
