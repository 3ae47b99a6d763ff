package io.lamplighter.simulator.cloud;

import java.util.Arrays;

/**
 * Emulates a machine of some cores that serves requests first come, first served: each request takes the core that is free
 * first and keeps it for its service time. Since nothing overtakes, the end of a request is known the moment it arrives, and
 * how busy the machine has been is known exactly at any time without looking back: what lies beyond now on a core is one
 * unbroken piece of work. Time comes in from outside, so hours pass in a test within a millisecond.
 *
 * <p>Not thread-safe; belongs to the node's event loop.
 */
final class ServiceQueue {
    private final long[] freeAtNs;
    private final int limit;
    private long admittedNs;
    private int inside;

    /**
     * @param cores 1 or more
     * @param limit most requests waiting or in service, 1 or more
     * @param nowNs the present on the clock of all later calls, which must not run backwards
     */
    ServiceQueue(int cores, int limit, long nowNs) {
        if (cores < 1 || limit < 1) {
            throw new IllegalArgumentException("cores and limit must be at least 1, found " + cores + " and " + limit);
        }
        this.limit = limit;
        freeAtNs = new long[cores];
        Arrays.fill(freeAtNs, nowNs);
    }

    /** Whether a further request would be turned away. */
    boolean isFull() {
        return inside >= limit;
    }

    /**
     * Takes a request in.
     *
     * @param serviceNs how long it keeps a core, nanoseconds
     * @return when it will be done; {@link #done} must be called then
     */
    long admit(long nowNs, long serviceNs) {
        int core = firstFree();
        long endNs = Math.max(nowNs, freeAtNs[core]) + serviceNs;
        freeAtNs[core] = endNs;
        admittedNs += serviceNs;
        inside++;
        return endNs;
    }

    private int firstFree() {
        int first = 0;
        for (int core = 1; core < freeAtNs.length; core++) {
            if (freeAtNs[core] < freeAtNs[first]) {
                first = core;
            }
        }
        return first;
    }

    /** A request has been served. */
    void done() {
        inside--;
    }

    /** Requests waiting or in service. */
    int inside() {
        return inside;
    }

    int cores() {
        return freeAtNs.length;
    }

    /** Core time spent on service since the beginning, nanoseconds, summed over the cores. */
    long busyNs(long nowNs) {
        long aheadNs = 0;
        for (long coreFreeAtNs : freeAtNs) {
            aheadNs += Math.max(0, coreFreeAtNs - nowNs);
        }
        return admittedNs - aheadNs;
    }
}
