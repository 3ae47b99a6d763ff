package io.lamplighter.balancer.pick;

import java.util.Arrays;

/**
 * The order in which smooth weighted round robin picks, worked out once, so that a pick reads one number instead of comparing
 * all nodes. From all-zero current weights the order repeats after {@code sum / gcd} picks. From the current weights that
 * another schedule left behind it repeats too, but after a run-in that works off what is owed.
 *
 * <p>Size: at most {@value #MAX_CYCLE} picks a cycle, and a run-in of at most {@value #MAX_RUN_IN_CYCLES} cycles, 4 MiB in
 * all. Weights whose cycle would be longer are scaled down in proportion, each to at least 1: a node's share is then wrong
 * by at most half a pick in a cycle, or by what a share below one pick in a cycle is rounded up. Current weights are
 * clamped to one cycle's worth, which bounds the run-in; they can be larger only when the sum of weights fell.
 *
 * <p>Threads: immutable.
 */
final class SmoothSchedule {
    static final int MAX_CYCLE = 1 << 18;

    /** Of weights that are published while sessions are picked: laid out in a few milliseconds, even for 3,000 nodes. */
    static final int MAX_BRIEF_CYCLE = 1 << 14;

    static final int MAX_RUN_IN_CYCLES = 3;

    private static final int[] NOTHING = {};

    private final int[] weights;
    private final long sum;
    private final long[] startCurrent;
    private final int[] order;
    private final int runIn;
    private final int cycle;

    private SmoothSchedule(int[] weights, long[] startCurrent, int[] order, int cycle) {
        this.weights = weights;
        this.sum = sum(weights);
        this.startCurrent = startCurrent;
        this.order = order;
        this.cycle = cycle;
        this.runIn = order.length - cycle;
    }

    /**
     * @param weights one for each node, at least 0; 0 is never picked
     * @param current current weights to go on from, one for each node, in the unit of {@code weights}
     */
    static SmoothSchedule of(int[] weights, long[] current) {
        return of(weights, current, MAX_CYCLE);
    }

    /** As {@link #of}, with a cycle of at most {@value #MAX_BRIEF_CYCLE} picks. */
    static SmoothSchedule brief(int[] weights, long[] current) {
        return of(weights, current, MAX_BRIEF_CYCLE);
    }

    private static SmoothSchedule of(int[] weights, long[] current, int maxCycle) {
        if (sum(weights) == 0) {
            return new SmoothSchedule(weights, current, NOTHING, 0);
        }
        int[] scaled = scaledDown(weights, maxCycle);
        long[] carried = clamped(converted(current, sum(weights), sum(scaled)), sum(scaled));
        int cycle = (int) (sum(scaled) / gcd(scaled));
        int[] order = play(scaled, carried, cycle);
        if (order.length == 0) {
            // No input is known that comes here; should there be one, it costs what was owed and not the memory.
            carried = new long[weights.length];
            order = play(scaled, carried, cycle);
        }
        return new SmoothSchedule(scaled, carried, order, cycle);
    }

    private static int[] scaledDown(int[] weights, int maxCycle) {
        int gcd = gcd(weights);
        long cycle = sum(weights) / gcd;
        if (cycle <= maxCycle) {
            return weights;
        }
        long used = Arrays.stream(weights).filter(w -> w > 0).count();
        // Rounding, also up to 1, adds at most one pick for each node.
        double factor = (double) (maxCycle - used) / sum(weights);
        return Arrays.stream(weights)
                .map(w -> w == 0 ? 0 : (int) Math.max(1, Math.round(w * factor)))
                .toArray();
    }

    private static long[] converted(long[] current, long fromSum, long toSum) {
        if (fromSum == toSum) {
            return current.clone();
        }
        double factor = (double) toSum / fromSum;
        return Arrays.stream(current).map(c -> Math.round(c * factor)).toArray();
    }

    private static long[] clamped(long[] current, long limit) {
        return Arrays.stream(current)
                .map(c -> Math.max(-limit, Math.min(limit, c)))
                .toArray();
    }

    /** Run-in and one cycle; empty when the run-in would be too long. */
    private static int[] play(int[] weights, long[] current, int cycle) {
        SmoothTournament tournament = new SmoothTournament(weights, current);
        CycleWatch watch = new CycleWatch(weights, cycle);
        int[] order = new int[Math.min(2 * cycle, cycle + 1024)];
        for (int k = 0; k < (1 + MAX_RUN_IN_CYCLES) * cycle; k++) {
            if (k == order.length) {
                order = Arrays.copyOf(order, Math.min(2 * k, (1 + MAX_RUN_IN_CYCLES) * cycle));
            }
            order[k] = tournament.next();
            if (watch.isCycleAfter(order, k)) {
                return k + 1 == order.length ? order : Arrays.copyOf(order, k + 1);
            }
        }
        return NOTHING;
    }

    /**
     * Sees when the last {@code cycle} picks gave each node exactly its share. Current weights are then what they were
     * before these picks, and as they decide all that follows, the picks repeat for ever.
     */
    private static final class CycleWatch {
        private final int[] owed;
        private final int cycle;
        private int unsettled;

        CycleWatch(int[] weights, int cycle) {
            this.cycle = cycle;
            int gcd = gcd(weights);
            owed = Arrays.stream(weights).map(w -> w / gcd).toArray();
            unsettled = (int) Arrays.stream(owed).filter(o -> o != 0).count();
        }

        boolean isCycleAfter(int[] order, int k) {
            pay(order[k], -1);
            if (k >= cycle) {
                pay(order[k - cycle], 1);
            }
            return k + 1 >= cycle && unsettled == 0;
        }

        private void pay(int i, int change) {
            unsettled -= owed[i] == 0 ? 0 : 1;
            owed[i] += change;
            unsettled += owed[i] == 0 ? 0 : 1;
        }
    }

    boolean isEmpty() {
        return cycle == 0;
    }

    /** The node picked at {@code position} from the start; any value, also one that ran over, is some place in the order. */
    int at(long position) {
        return position >= 0 && position < runIn ? order[(int) position] : inCycle(position - runIn);
    }

    /** The node at {@code position} of the cycle, counted on and on. */
    int inCycle(long position) {
        return order[runIn + Math.floorMod(position, cycle)];
    }

    /** The node at {@code place} of the cycle, 0 to {@link #cycle()} - 1. */
    int placeInCycle(int place) {
        return order[runIn + place];
    }

    /**
     * The current weights after {@code position} picks.
     *
     * @param unitSum the sum of the weights in whose unit they are wanted: what the weights were before they were scaled
     */
    long[] currentAfter(long position, long unitSum) {
        if (isEmpty()) {
            return startCurrent.clone();
        }
        int steps = position >= 0 && position < runIn ? (int) position : runIn + Math.floorMod(position - runIn, cycle);
        long[] current = startCurrent.clone();
        for (int i = 0; i < current.length; i++) {
            current[i] += (long) steps * weights[i];
        }
        for (int k = 0; k < steps; k++) {
            current[order[k]] -= sum;
        }
        return converted(current, sum, unitSum);
    }

    int runIn() {
        return runIn;
    }

    int cycle() {
        return cycle;
    }

    static long sum(int[] weights) {
        return Arrays.stream(weights).asLongStream().sum();
    }

    /** Of the weights above 0; 0 when there are none. */
    private static int gcd(int[] weights) {
        int gcd = 0;
        for (int weight : weights) {
            int a = gcd;
            int b = weight;
            while (b != 0) {
                int rest = a % b;
                a = b;
                b = rest;
            }
            gcd = a;
        }
        return gcd;
    }
}
