package io.lamplighter.balancer.measure;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * What one event loop did with one node. The loop alone writes (lazySet is enough for one writer); cold threads read sums
 * that may lag by a moment.
 *
 * <p>Durations are microseconds in histograms of two significant digits up to {@link #LONGEST_US}; what is longer counts
 * as that, what is negative (a clock fault) is not recorded but counted.
 */
public final class NodeMeter {
    static final long LONGEST_US = TimeUnit.HOURS.toMicros(1);
    private static final int SIGNIFICANT_DIGITS = 2;

    private final AtomicLong sessions = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong bytesToNode = new AtomicLong();
    private final AtomicLong bytesFromNode = new AtomicLong();
    private final AtomicLong durationsDropped = new AtomicLong();
    private final SingleWriterRecorder connectUs = recorder();
    private final SingleWriterRecorder responseUs = recorder();

    private static SingleWriterRecorder recorder() {
        // Grows with the values it sees: most nodes of a large upstream never need the whole range.
        return new SingleWriterRecorder(SIGNIFICANT_DIGITS);
    }

    public void sessionBegun() {
        add(sessions, 1);
    }

    public void tryFailed() {
        add(failures, 1);
    }

    public void sentToNode(int bytes) {
        add(bytesToNode, bytes);
    }

    public void receivedFromNode(int bytes) {
        add(bytesFromNode, bytes);
    }

    /** Records how long a connection to the node took. */
    public void connected(long durationNs) {
        record(connectUs, durationNs);
    }

    /** Records the time from the first bytes of an exchange handed to the node until its first bytes back. */
    public void responded(long durationNs) {
        record(responseUs, durationNs);
    }

    /** What this loop did so far, added to {@code total}. Any thread, one at a time for each meter. */
    void addTo(NodeTotals total) {
        total.sessions += sessions.get();
        total.failures += failures.get();
        total.bytesToNode += bytesToNode.get();
        total.bytesFromNode += bytesFromNode.get();
        total.durationsDropped += durationsDropped.get();
    }

    /** The durations since the last call, added to the cold side's histograms. */
    void drainTo(Histogram connect, Histogram response) {
        connect.add(connectUs.getIntervalHistogram());
        response.add(responseUs.getIntervalHistogram());
    }

    private void record(SingleWriterRecorder recorder, long durationNs) {
        if (durationNs < 0) {
            add(durationsDropped, 1);
            return;
        }
        recorder.recordValue(Math.min(TimeUnit.NANOSECONDS.toMicros(durationNs), LONGEST_US));
    }

    private static void add(AtomicLong value, long n) {
        value.lazySet(value.getPlain() + n);
    }
}
