package io.lamplighter.simulator.flood;

/**
 * The schedule of an open loop: exchange {@code k} is due at a time fixed in advance, however slow the answers are. Computed
 * from the beginning each time, so nothing adds up over a long run.
 *
 * @param startNs when exchange 0 is due, on the monotonic clock
 * @param perSecond exchanges per second, more than 0
 */
record Pace(long startNs, double perSecond) {
    private static final double NS_PER_SECOND = 1e9;

    /** When exchange {@code k} is due, nanoseconds on the monotonic clock. */
    long dueNs(long k) {
        return startNs + (long) (k * (NS_PER_SECOND / perSecond));
    }
}
