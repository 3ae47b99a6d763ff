package io.lamplighter.simulator.real;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * What real lamps do.
 *
 * @param target where they connect
 * @param audit brokers to subscribe to; empty for no audit
 * @param lamps how many, 0 or more
 * @param interval time from one report of a lamp to its next
 * @param warmup time in which they come up
 * @param duration length of the measured part
 * @param timeout longest wait for what is under way at the end
 * @param payloadBytes payload of a report's frame
 */
public record RealLampPlan(
        InetSocketAddress target,
        List<InetSocketAddress> audit,
        int lamps,
        Duration interval,
        Duration warmup,
        Duration duration,
        Duration timeout,
        int payloadBytes) {
    public RealLampPlan {
        audit = List.copyOf(audit);
    }
}
