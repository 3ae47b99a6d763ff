package io.lamplighter.simulator.lab.engine;

import java.util.PriorityQueue;

/**
 * The clock of a simulation and what is going to happen. It jumps from event to event; events of the same moment happen in the
 * order in which they were planned, so that the same plans make the same history.
 *
 * <p>Times are seconds since the beginning, as doubles: after a week a step is still below a nanosecond. The clocks that
 * production code is given count from the same beginning.
 *
 * <p>Not thread-safe.
 */
public final class VirtualTime {
    private static final double NS_PER_SECOND = 1e9;
    private static final double MS_PER_SECOND = 1e3;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private double now;
    private long planned;

    /** Something planned, which can be called off. */
    public static final class Event implements Comparable<Event> {
        private final double time;
        private final long order;
        private final Runnable action;
        private boolean isCancelled;

        private Event(double time, long order, Runnable action) {
            this.time = time;
            this.order = order;
            this.action = action;
        }

        /** It will not happen; nothing where it happened already. */
        public void cancel() {
            isCancelled = true;
        }

        /** When it happens, seconds since the beginning. */
        public double time() {
            return time;
        }

        @Override
        public int compareTo(Event other) {
            int byTime = Double.compare(time, other.time);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    /** Seconds since the beginning. */
    public double now() {
        return now;
    }

    /** What a steady clock of this world shows, nanoseconds. */
    public long nowNs() {
        return (long) (now * NS_PER_SECOND);
    }

    /** What a steady clock of this world shows, milliseconds. */
    public long nowMs() {
        return (long) (now * MS_PER_SECOND);
    }

    /**
     * Plans an event.
     *
     * @param time seconds since the beginning, not in the past
     * @throws IllegalArgumentException when the time is past or no number
     */
    public Event at(double time, Runnable action) {
        if (!(time >= now)) {
            throw new IllegalArgumentException("time: found " + time + ", expected at least " + now);
        }
        Event event = new Event(time, planned++, action);
        events.add(event);
        return event;
    }

    /**
     * Plans an event.
     *
     * @param delay seconds from now, at least 0
     */
    public Event after(double delay, Runnable action) {
        return at(now + delay, action);
    }

    /**
     * Lets everything happen that is planned up to {@code end}, and what comes of it. The clock then shows {@code end}.
     *
     * @param end seconds since the beginning
     */
    public void runUntil(double end) {
        Event next = events.peek();
        while (next != null && next.time <= end) {
            events.remove();
            if (!next.isCancelled) {
                now = next.time;
                next.action.run();
            }
            next = events.peek();
        }
        now = Math.max(now, end);
    }
}
