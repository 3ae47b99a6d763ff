package io.lamplighter.simulator.flood;

/**
 * The exchanges of one lamp that are due and not over: their intended send times in a ring, by sequence number. Some are
 * already sent, those behind wait for a session. Not thread-safe; belongs to its lamp.
 */
final class OpenExchanges {
    /** What {@link #close} says about an exchange that is not open. */
    static final long NOT_OPEN = Long.MIN_VALUE;

    private final long[] dueNs;
    private final boolean[] isOpen;
    private final int mask;
    private int oldest;
    private int nextToSend;
    private int next;
    private int open;
    private int sent;

    /** @param capacity most exchanges between the oldest open one and the newest, a power of two */
    OpenExchanges(int capacity) {
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity must be a power of two, found " + capacity);
        }
        dueNs = new long[capacity];
        isOpen = new boolean[capacity];
        mask = capacity - 1;
    }

    boolean isFull() {
        return next - oldest == dueNs.length;
    }

    boolean isEmpty() {
        return open == 0;
    }

    /** Whether an answer is waited for. */
    boolean hasSent() {
        return sent > 0;
    }

    /** An exchange is due; only when not {@link #isFull}. */
    void add(long exchangeDueNs) {
        dueNs[next & mask] = exchangeDueNs;
        isOpen[next & mask] = true;
        next++;
        open++;
    }

    /** Whether an exchange waits for being sent. */
    boolean hasUnsent() {
        return nextToSend != next;
    }

    /** Sequence number of the next exchange to send, which counts as sent from now on. */
    int send() {
        sent++;
        return nextToSend++;
    }

    long dueNs(int sequence) {
        return dueNs[sequence & mask];
    }

    /** Ends a sent exchange. @return when it was due, or {@link #NOT_OPEN} */
    long close(int sequence) {
        boolean isSent = sequence - oldest >= 0 && nextToSend - sequence > 0;
        if (!isSent || !isOpen[sequence & mask]) {
            return NOT_OPEN;
        }
        long wasDueNs = dueNs[sequence & mask];
        isOpen[sequence & mask] = false;
        open--;
        sent--;
        forgetClosed();
        return wasDueNs;
    }

    private void forgetClosed() {
        while (oldest != next && !isOpen[oldest & mask]) {
            oldest++;
        }
    }

    /** Ends every exchange, sent or not, that was due before {@code limitNs}. @return how many */
    int closeDueBefore(long limitNs) {
        int closed = 0;
        while (oldest != next && (!isOpen[oldest & mask] || dueNs[oldest & mask] - limitNs < 0)) {
            closed += closeOldest();
        }
        return closed;
    }

    /** Ends every exchange that was sent. @return how many */
    int closeSent() {
        int closed = 0;
        while (oldest != nextToSend) {
            closed += closeOldest();
        }
        return closed;
    }

    private int closeOldest() {
        boolean wasOpen = isOpen[oldest & mask];
        boolean wasSent = nextToSend - oldest > 0;
        isOpen[oldest & mask] = false;
        oldest++;
        if (!wasSent) {
            nextToSend = oldest;
        }
        if (!wasOpen) {
            return 0;
        }
        open--;
        if (wasSent) {
            sent--;
        }
        return 1;
    }
}
