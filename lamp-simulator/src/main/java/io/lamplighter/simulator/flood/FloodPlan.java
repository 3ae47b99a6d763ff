package io.lamplighter.simulator.flood;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * What a flood does.
 *
 * @param target where TCP lamps connect
 * @param udpTarget where UDP lamps send; required when there are any
 * @param lamps lamps in all, TCP and UDP
 * @param udpLamps how many of them use UDP
 * @param ratePerSecond exchanges per second in total
 * @param duration length of the measured part
 * @param ramp time over which the lamps come up; it is the warm-up and not in the percentiles
 * @param timeout longest wait for an answer, from the intended send time
 * @param reconnectEvery mean life of a session, exponentially distributed; empty for sessions as long as the flood
 * @param payloadBytes payload of a frame
 * @param threads event loops
 * @param seed of the sessions' lives
 */
public record FloodPlan(
        InetSocketAddress target,
        Optional<InetSocketAddress> udpTarget,
        int lamps,
        int udpLamps,
        double ratePerSecond,
        Duration duration,
        Duration ramp,
        Duration timeout,
        Optional<Duration> reconnectEvery,
        int payloadBytes,
        int threads,
        long seed) {
    /** Longest payload, bytes: its answer, with the longest name of a node before it, fits into a frame. */
    public static final int MAX_PAYLOAD_BYTES = 65_000;

    /** @throws IllegalArgumentException when a value is outside its range; the message says which and what is expected */
    public FloodPlan {
        require(lamps >= 1 && lamps <= 19_000, "lamps must be 1..19000 (file descriptors of a process)", lamps);
        require(udpLamps >= 0 && udpLamps <= lamps, "UDP lamps must be 0.." + lamps, udpLamps);
        require(udpLamps == 0 || udpTarget.isPresent(), "UDP lamps need a UDP target", "none");
        require(
                ratePerSecond > 0 && ratePerSecond <= 1e6,
                "rate must be above 0 and at most 1,000,000/s",
                ratePerSecond);
        require(duration.toMillis() >= 1, "duration must be at least 1ms", duration);
        require(!ramp.isNegative(), "ramp must not be negative", ramp);
        require(timeout.toMillis() >= 1, "timeout must be at least 1ms", timeout);
        require(
                reconnectEvery.isEmpty() || reconnectEvery.get().toMillis() >= 1,
                "reconnect must be at least 1ms",
                "less");
        require(payloadBytes >= 0 && payloadBytes <= MAX_PAYLOAD_BYTES, "payload must be 0..65000 bytes", payloadBytes);
        require(threads >= 1 && threads <= lamps, "threads must be 1..lamps", threads);
    }

    private static void require(boolean holds, String expected, Object found) {
        if (!holds) {
            throw new IllegalArgumentException(expected + ", found " + found);
        }
    }

    int tcpLamps() {
        return lamps - udpLamps;
    }

    /**
     * Whether lamp {@code id} uses UDP: they are spread evenly among the others, so that every loop has its share.
     */
    boolean isUdp(int id) {
        return (long) (id + 1) * udpLamps / lamps > (long) id * udpLamps / lamps;
    }
}
