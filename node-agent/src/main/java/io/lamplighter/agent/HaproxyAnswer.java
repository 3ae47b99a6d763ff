package io.lamplighter.agent;

import io.lamplighter.agent.report.LoadReport;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What the last report says in the words of HAProxy's agent-check: {@code up 73%}, or {@code drain}.
 *
 * <p>The percentage is R = cpu share · CPU idle + bandwidth share · bandwidth idle, as {@code dynamic_weight} of the balancer has
 * it; what is unknown leaves its share to the other. It is at least 1: HAProxy takes 0 for "drain". When nothing is known, or
 * only what is old, it is 100, the weight that HAProxy was configured with.
 *
 * <p>{@code up} alone does not end {@code drain}: one is the health of the server, the other the wish of its operator, and
 * only {@code ready} ends the latter. But {@code ready} also ends what an operator asked HAProxy itself for. So it is said
 * for some minutes after draining ended, and after the agent's start, because the agent before may have said
 * {@code drain}; and otherwise not.
 *
 * <p>Threads: one reports, any ask.
 */
final class HaproxyAnswer implements Consumer<LoadReport>, Supplier<String> {
    /** Much longer than HAProxy waits between two questions, 2 s unless {@code agent-inter} says otherwise. */
    static final long READY_NS = TimeUnit.MINUTES.toNanos(5);

    private final double cpuShare;
    private final LongSupplier clockNs;
    private final long expireNs;
    private volatile State state;

    private record State(OptionalDouble residual, boolean draining, long reportedNs, long readyUntilNs) {}

    /**
     * Knows nothing yet but whether the node is draining.
     *
     * @param cpuShare share of the CPU in R, 0..1; the bandwidth has the rest
     * @param clockNs the steady clock
     * @param expireNs age at which the figures of a report count as unknown
     */
    HaproxyAnswer(double cpuShare, boolean draining, LongSupplier clockNs, long expireNs) {
        this.cpuShare = cpuShare;
        this.clockNs = clockNs;
        this.expireNs = expireNs;
        long nowNs = clockNs.getAsLong();
        this.state = new State(OptionalDouble.empty(), draining, nowNs, nowNs + READY_NS);
    }

    @Override
    public void accept(LoadReport report) {
        long nowNs = clockNs.getAsLong();
        State before = state;
        boolean ended = before.draining() && !report.draining();
        state = new State(
                residual(report.usage()), report.draining(), nowNs, ended ? nowNs + READY_NS : before.readyUntilNs());
    }

    private OptionalDouble residual(LoadReport.Usage usage) {
        OptionalDouble cpu = usage.cpuIdle();
        OptionalDouble bandwidth = usage.bandwidthIdle();
        if (cpu.isEmpty() || bandwidth.isEmpty()) {
            return cpu.isPresent() ? cpu : bandwidth;
        }
        return OptionalDouble.of(cpuShare * cpu.getAsDouble() + (1 - cpuShare) * bandwidth.getAsDouble());
    }

    /** The answer as of now, a line with its end. */
    @Override
    public String get() {
        State now = state;
        if (now.draining()) {
            return "drain\n";
        }
        long nowNs = clockNs.getAsLong();
        double residual =
                nowNs - now.reportedNs() > expireNs ? 1 : now.residual().orElse(1);
        String ready = nowNs - now.readyUntilNs() < 0 ? "ready " : "";
        return "up " + ready + Math.max(1, Math.round(100 * residual)) + "%\n";
    }
}
