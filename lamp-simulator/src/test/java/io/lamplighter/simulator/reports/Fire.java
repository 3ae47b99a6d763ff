package io.lamplighter.simulator.reports;

/** A program that does nothing, as fast as one processor can. */
public final class Fire {
    private static volatile long flames;

    private Fire() {}

    /** Burns until the process is ended. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // nobody else writes it, and nobody reads it
    public static void main(String[] args) {
        while (flames >= 0) {
            flames++;
        }
    }
}
