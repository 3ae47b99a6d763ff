package io.lamplighter.agent;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * When the next report is due. Each wait is drawn from the interval give or take a tenth, so that agents started together do
 * not report together for ever. It counts from when the report before was due, not from when it was done: on average there is
 * one per interval, however long one takes.
 *
 * <p>Not for use by several threads.
 */
final class RoundClock {
    private static final double JITTER = 0.1;

    private final long intervalNs;
    private final DoubleSupplier chance;
    private long dueNs;

    /**
     * Nothing is due yet.
     *
     * @param chance draws from 0..1, evenly
     * @param nowNs the steady clock
     */
    RoundClock(Duration interval, DoubleSupplier chance, long nowNs) {
        this.intervalNs = interval.toNanos();
        this.chance = chance;
        this.dueNs = nowNs;
    }

    /** How long to wait for the next report, ns; to be asked once per report. */
    long waitNs(long nowNs) {
        long drawnNs = Math.round(intervalNs * (1 - JITTER + 2 * JITTER * chance.getAsDouble()));
        dueNs += drawnNs;
        if (dueNs - nowNs < intervalNs / 2) {
            // The host slept, or is too busy. What was missed is not made up for: two readings too close tell nothing.
            dueNs = nowNs + drawnNs;
        }
        return dueNs - nowNs;
    }
}
