package io.lamplighter.balancer.node;

import io.lamplighter.balancer.config.BalancingMethod.TimeMetric;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * How long a node takes, as {@code least_time} wants to know it: moving averages of three times, when the node was last
 * chosen, and how long the sessions have waited that are still waiting. All are numbers of milliseconds; moments are those of
 * the steady clock. The rules are those of ngx_stream_upstream_least_time_module.c, which keeps them under the lock of its
 * zone. Here each is one atomic, and this is where results may differ from those of nginx:
 *
 * <ul>
 *   <li>A sum of waiting times that has to be moved on at each change of the number of those who wait would take two numbers
 *       that change together. What is kept is {@code Σ start}, and the waiting time at any moment is {@code n · now - Σ start}.
 *       {@code n} and the sum share one long, so a beginning and an end are one addition each. To leave room for sessions
 *       that wait for months, the sum counts in ticks of {@value #TICK_MS} ms; expected times are compared in steps of 20.
 *   <li>Of two picks that look at a node at the same moment, one adds its sample to the average of the waiting times; in nginx
 *       the two would follow each other.
 *   <li>The connect time and the time to the first byte count as soon as they are known; nginx waits for the end of the
 *       session with them unless {@code inflight} is set. Lamps may stay connected for days.
 * </ul>
 *
 * <p>Threads: any event loop writes any field, and any reads.
 */
public final class NodeTimes {
    static final int TICK_MS = 16;

    /** 1,048,576 sessions at one node; one more than that would move the sum by a tick. */
    private static final int COUNT_BITS = 20;

    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    private static final long NEVER = Long.MIN_VALUE;

    private static final AtomicIntegerFieldUpdater<NodeTimes> CONNECT_MS = intField("connectMs");
    private static final AtomicIntegerFieldUpdater<NodeTimes> FIRST_BYTE_MS = intField("firstByteMs");
    private static final AtomicIntegerFieldUpdater<NodeTimes> LAST_BYTE_MS = intField("lastByteMs");
    private static final AtomicIntegerFieldUpdater<NodeTimes> AVERAGE_WAIT_MS = intField("averageWaitMs");
    private static final AtomicLongFieldUpdater<NodeTimes> WAITING =
            AtomicLongFieldUpdater.newUpdater(NodeTimes.class, "waiting");

    // Each written by the loop whose session got the time.
    private volatile int connectMs;
    private volatile int firstByteMs;
    private volatile int lastByteMs;

    /** Written by the loop that looks at the node for a pick. */
    private volatile int averageWaitMs;

    /** Ticks at which those who wait began, summed up modulo 2^44, and below them their number. Written by their loops. */
    private volatile long waiting;

    /** Written by the loop whose session was given the node, at most about once in {@code fail_timeout}. */
    private volatile long chosenAtMs = NEVER;

    NodeTimes() {}

    private static AtomicIntegerFieldUpdater<NodeTimes> intField(String name) {
        return AtomicIntegerFieldUpdater.newUpdater(NodeTimes.class, name);
    }

    /** The moving average of a time, 0 before the first that was not 0. */
    public int averageMs(TimeMetric metric) {
        return switch (metric) {
            case CONNECT -> connectMs;
            case FIRST_BYTE -> firstByteMs;
            case LAST_BYTE -> lastByteMs;
        };
    }

    /** Adds a sample to the average of {@code metric}. */
    public void took(TimeMetric metric, int sampleMs) {
        AtomicIntegerFieldUpdater<NodeTimes> average = switch (metric) {
            case CONNECT -> CONNECT_MS;
            case FIRST_BYTE -> FIRST_BYTE_MS;
            case LAST_BYTE -> LAST_BYTE_MS;
        };
        int before;
        do {
            before = average.get(this);
        } while (!average.compareAndSet(this, before, averaged(before, sampleMs)));
    }

    /** nginx's average, number for number: the first sample as it is, and then a twentieth of each. */
    static int averaged(int averageMs, int sampleMs) {
        return averageMs == 0 ? sampleMs : (int) (0.5 + (sampleMs * 0.05 + averageMs * 0.95));
    }

    /** A session was given the node. Remembered no more often than each {@code fail_timeout}, as in nginx. */
    void chosen(long nowMs, long failTimeoutMs) {
        long last = chosenAtMs;
        if (last == NEVER || nowMs - last > failTimeoutMs) {
            chosenAtMs = nowMs; // harmless race: the others write the same moment
        }
    }

    /**
     * How often the average is to be halved because the node was not chosen: once for each {@code fail_timeout} and the second
     * by which nginx, which counts seconds, lets it pass.
     *
     * @return 0..31
     */
    int halvings(long nowMs, long failTimeoutMs) {
        long last = chosenAtMs;
        long periodMs = failTimeoutMs + 1_000;
        if (last == NEVER || nowMs - last < periodMs) {
            return 0; // nearly always, and a division costs as much as the rest of a look
        }
        return (int) Math.min(31, (nowMs - last) / periodMs);
    }

    /** A session begins to wait; the caller ends it once, with the same moment. */
    void beginWaiting(long sinceMs) {
        WAITING.addAndGet(this, waiter(sinceMs));
    }

    void endWaiting(long sinceMs) {
        WAITING.addAndGet(this, -waiter(sinceMs));
    }

    private static long waiter(long sinceMs) {
        return (tick(sinceMs) << COUNT_BITS) + 1;
    }

    private static long tick(long ms) {
        return Math.floorDiv(ms, (long) TICK_MS);
    }

    /** Sessions that wait at the moment. */
    public int waitingSessions() {
        return (int) (waiting & COUNT_MASK);
    }

    /** How long those who wait have waited on average, to about {@value #TICK_MS} ms; 0 when nobody does. */
    int meanWaitMs(long nowMs) {
        return meanWaitMs(waiting, nowMs);
    }

    private static int meanWaitMs(long seen, long nowMs) {
        long count = seen & COUNT_MASK;
        if (count == 0) {
            return 0;
        }
        // What overflows on either side of the minus is the same. Below 0 when a session began after the caller looked
        // at its
        // clock.
        long waitedTicks = (((count * tick(nowMs)) << COUNT_BITS) - (seen - count)) >> COUNT_BITS;
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, waitedTicks * TICK_MS / count));
    }

    /** Adds to {@link #averageWaitMs()} how long those who wait have waited. For a pick that looks at the node. */
    public void sampleWaiting(long nowMs) {
        long seen = waiting;
        if ((seen & COUNT_MASK) != 0) {
            int before = averageWaitMs;
            // A lost race means that another pick sampled at the same moment.
            AVERAGE_WAIT_MS.compareAndSet(this, before, averaged(before, meanWaitMs(seen, nowMs)));
        }
    }

    /** The moving average of what {@link #sampleWaiting} found; 0 while nobody waits. */
    public int averageWaitMs() {
        return waitingSessions() == 0 ? 0 : averageWaitMs;
    }
}
