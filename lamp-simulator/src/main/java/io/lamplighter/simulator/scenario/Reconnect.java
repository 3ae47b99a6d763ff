package io.lamplighter.simulator.scenario;

import java.time.Duration;

/**
 * How long a lamp waits before it tries again after its session was lost or refused: exponential back-off with jitter, or
 * none at all, as bad firmware does.
 *
 * @param first wait after the first failure; zero for none ever
 * @param longest where doubling ends
 * @param jitter share of each wait that is left to chance, 0..1: a wait is between (1 - jitter) and 1 times its length
 */
public record Reconnect(Duration first, Duration longest, double jitter) {
    /** No back-off. A lamp still needs {@value #AT_ONCE_MS} ms for an attempt, or it would fill its core by refusals alone. */
    public static final Reconnect AT_ONCE = new Reconnect(Duration.ZERO, Duration.ZERO, 0);

    /** The default: 1 s, doubling to a minute, half of it by chance. */
    public static final Reconnect BACK_OFF = new Reconnect(Duration.ofSeconds(1), Duration.ofMinutes(1), 0.5);

    static final long AT_ONCE_MS = 10;

    private static final int MAX_DOUBLINGS = 30;

    /**
     * The wait before the next attempt.
     *
     * @param failures attempts that failed in a row, 1 or more
     * @param chance 0..1, evenly distributed
     * @return nanoseconds
     */
    public long delayNs(int failures, double chance) {
        if (first.isZero()) {
            return AT_ONCE_MS * 1_000_000;
        }
        double doubled = first.toNanos() * (double) (1L << Math.min(MAX_DOUBLINGS, failures - 1));
        return Math.round(Math.min(doubled, (double) longest.toNanos()) * (1 - jitter * chance));
    }

    Reconnect compressed(double factor) {
        return new Reconnect(Scenario.divide(first, factor), Scenario.divide(longest, factor), jitter);
    }
}
