package io.lamplighter.simulator.scenario;

import java.time.Duration;

/**
 * How lamps come up at the beginning.
 *
 * @param over time from the first to the last; zero for all at once
 * @param shape how they are spread over it
 */
public record Arrival(Duration over, Shape shape) {
    /** How arrivals lie in their time. */
    public enum Shape {
        /** At a steady rate. */
        EVEN,
        /** Few, then many, then few: lamps switch on by light, and it darkens alike in a district but not everywhere. */
        DUSK
    }

    /**
     * When the lamp that stands at {@code position} in the queue comes.
     *
     * @param position 0..1, the share of the lamps that came before it
     * @return nanoseconds since the beginning
     */
    public long comesNs(double position) {
        return Math.round(over.toNanos() * (shape == Shape.EVEN ? position : duskTime(position)));
    }

    /**
     * The share of lamps that are on at time t of 0..1 is 3t² - 2t³, the smoothest cubic from none to all. This is its
     * inverse on that interval, by the trigonometric solution of the cubic.
     */
    private static double duskTime(double share) {
        return 0.5 - Math.sin(Math.asin(1 - 2 * share) / 3);
    }
}
