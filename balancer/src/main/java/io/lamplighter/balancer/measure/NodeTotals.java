package io.lamplighter.balancer.measure;

import org.HdrHistogram.Histogram;

/** A node's figures over all event loops, since the node is known. Confined to the cold thread that reads them. */
public final class NodeTotals {
    long sessions;
    long failures;
    long bytesToNode;
    long bytesFromNode;
    long durationsDropped;
    private final Histogram connectUs = new Histogram(2);
    private final Histogram responseUs = new Histogram(2);

    NodeTotals() {
        connectUs.setAutoResize(true);
        responseUs.setAutoResize(true);
    }

    void clearCounts() {
        sessions = 0;
        failures = 0;
        bytesToNode = 0;
        bytesFromNode = 0;
        durationsDropped = 0;
    }

    public long sessions() {
        return sessions;
    }

    /** Failed tries to connect. */
    public long failures() {
        return failures;
    }

    public long bytesToNode() {
        return bytesToNode;
    }

    public long bytesFromNode() {
        return bytesFromNode;
    }

    /** Durations not recorded because they were negative, which only a fault of a clock can make. */
    public long durationsDropped() {
        return durationsDropped;
    }

    /** Connect times in microseconds. */
    public Histogram connectUs() {
        return connectUs;
    }

    /** Times from the first bytes of an exchange sent to the node until its first bytes back, in microseconds. */
    public Histogram responseUs() {
        return responseUs;
    }
}
