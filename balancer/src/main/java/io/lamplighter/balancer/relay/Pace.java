package io.lamplighter.balancer.relay;

import java.util.concurrent.TimeUnit;

/**
 * How many bytes may pass in one direction of a session: nginx's rule, in which each second since the beginning, the first one
 * included, brings {@code rate} bytes, what was not used stays, and each piece is followed by a pause as long as the rate allows it.
 *
 * <p>Threads: the session's event loop.
 */
public final class Pace {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final long rate;
    private final long startedNs;
    private long passed;
    private long resumeNs;

    /**
     * Makes the pace of a direction.
     *
     * @param rate bytes a second, at least 1
     */
    public Pace(long rate, long nowNs) {
        this.rate = rate;
        this.startedNs = nowNs;
        this.resumeNs = nowNs;
    }

    /** Bytes that may pass now, 0 or less while none may. */
    public long allowance(long nowNs) {
        return nowNs - resumeNs < 0 ? 0 : budget(nowNs);
    }

    private long budget(long nowNs) {
        long seconds = (nowNs - startedNs) / SECOND_NS + 1;
        return rate * seconds - passed;
    }

    /** Bytes passed. */
    public void passed(long bytes, long nowNs) {
        passed += bytes;
        resumeNs = nowNs + (long) (bytes * (double) SECOND_NS / rate);
    }

    /** Time until bytes may pass again; 0 if they may. Nanoseconds. */
    public long pauseNs(long nowNs) {
        // The first second whose budget is not used up.
        long budgetNs = startedNs + passed / rate * SECOND_NS;
        return Math.max(0, Math.max(resumeNs - nowNs, budgetNs - nowNs));
    }
}
