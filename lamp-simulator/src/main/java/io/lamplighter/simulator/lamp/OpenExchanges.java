package io.lamplighter.simulator.lamp;

/**
 * The exchanges of one lamp that are due and not over: their intended and their actual send times in a ring, by sequence
 * number. Some are already sent, those behind wait for a session. The ring begins small, because most lamps never have more
 * than one exchange open, and grows to its limit when answers stay away. Not thread-safe; belongs to its lamp.
 */
final class OpenExchanges {
    /** What {@link #dueNs} says about an exchange that is not open. */
    static final long NOT_OPEN = Long.MIN_VALUE;

    private static final int FIRST_CAPACITY = 2;

    private final int limit;
    private long[] dueNs = new long[FIRST_CAPACITY];
    private long[] sentNs = new long[FIRST_CAPACITY];
    private int oldest;
    private int nextToSend;
    private int next;
    private int open;
    private int sent;

    /** @param limit most exchanges between the oldest open one and the newest, 1 or more; rounded up to a power of two */
    OpenExchanges(int limit) {
        this.limit = limit <= FIRST_CAPACITY ? FIRST_CAPACITY : Integer.highestOneBit(limit - 1) << 1;
    }

    boolean isFull() {
        return next - oldest == limit;
    }

    boolean isEmpty() {
        return open == 0;
    }

    /** Whether an answer is waited for. */
    boolean hasSent() {
        return sent > 0;
    }

    /** Exchanges an answer is waited for. */
    int sent() {
        return sent;
    }

    /** An exchange is due; only when not {@link #isFull}. */
    void add(long exchangeDueNs) {
        if (next - oldest == dueNs.length) {
            grow();
        }
        dueNs[index(next)] = exchangeDueNs;
        next++;
        open++;
    }

    private void grow() {
        long[] largerDue = new long[dueNs.length * 2];
        long[] largerSent = new long[dueNs.length * 2];
        for (int sequence = oldest; sequence != next; sequence++) {
            largerDue[sequence & (largerDue.length - 1)] = dueNs[index(sequence)];
            largerSent[sequence & (largerDue.length - 1)] = sentNs[index(sequence)];
        }
        dueNs = largerDue;
        sentNs = largerSent;
    }

    private int index(int sequence) {
        return sequence & (dueNs.length - 1);
    }

    /** Whether an exchange waits for being sent. */
    boolean hasUnsent() {
        return nextToSend != next;
    }

    /** Sequence number of the next exchange to send, which counts as sent from now on. */
    int send(long nowNs) {
        sentNs[index(nextToSend)] = nowNs;
        sent++;
        return nextToSend++;
    }

    /** When a sent exchange was due, or {@link #NOT_OPEN}. */
    long dueNs(int sequence) {
        boolean isSent = sequence - oldest >= 0 && nextToSend - sequence > 0;
        return isSent ? dueNs[index(sequence)] : NOT_OPEN;
    }

    /** When an open exchange was sent. */
    long sentNs(int sequence) {
        return sentNs[index(sequence)];
    }

    /** When the oldest open exchange was due; only when not {@link #isEmpty}. */
    long oldestDueNs() {
        return dueNs[index(oldest)];
    }

    /** The open exchange whose sequence number leaves {@code number} when divided by 65,535: an MQTT packet's. */
    int sequenceOf(int number) {
        int ahead = Math.floorMod(number - Integer.remainderUnsigned(oldest, 65_535), 65_535);
        return oldest + ahead;
    }

    /** Ends a sent exchange. @return when it was due, or {@link #NOT_OPEN} */
    long close(int sequence) {
        long wasDueNs = dueNs(sequence);
        if (wasDueNs != NOT_OPEN) {
            dueNs[index(sequence)] = NOT_OPEN;
            open--;
            sent--;
            forgetClosed();
        }
        return wasDueNs;
    }

    private void forgetClosed() {
        while (oldest != next && dueNs[index(oldest)] == NOT_OPEN) {
            oldest++;
        }
    }

    /** Ends every exchange, sent or not, that was due before {@code limitNs}. @return how many */
    int closeDueBefore(long limitNs) {
        int closed = 0;
        while (oldest != next && (dueNs[index(oldest)] == NOT_OPEN || dueNs[index(oldest)] - limitNs < 0)) {
            closed += closeOldest();
        }
        forgetClosed();
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

    /** Ends every exchange. @return how many */
    int closeAll() {
        int closed = 0;
        while (oldest != next) {
            closed += closeOldest();
        }
        return closed;
    }

    private int closeOldest() {
        boolean wasOpen = dueNs[index(oldest)] != NOT_OPEN;
        boolean wasSent = nextToSend - oldest > 0;
        dueNs[index(oldest)] = NOT_OPEN;
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
