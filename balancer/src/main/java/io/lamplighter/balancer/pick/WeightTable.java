package io.lamplighter.balancer.pick;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/**
 * One published set of weights, the schedule made from it, and how far the picks have come in it. They belong together, so
 * one volatile field in {@link WeightedSelector} swaps them together.
 *
 * <p>Threads: weights and schedule never change; every event loop moves the cursor, one atomic step a pick.
 */
final class WeightTable {
    private final int[] weights;
    private final SmoothSchedule schedule;
    private final AtomicLong cursor;

    /**
     * @param weights one for each node, not changed any more by the caller
     * @param current the current weights to go on from, in the unit of {@code weights}
     */
    WeightTable(int[] weights, long[] current) {
        this(weights, current, 0);
    }

    WeightTable(int[] weights, long[] current, long position) {
        this(weights, SmoothSchedule.of(weights, current), position);
    }

    private WeightTable(int[] weights, SmoothSchedule schedule, long position) {
        this.weights = weights;
        this.schedule = schedule;
        this.cursor = new AtomicLong(position);
    }

    /** A table that goes on from this one's current weights. A pick made from this table meanwhile is forgotten by it. */
    WeightTable followedBy(int[] newWeights) {
        return new WeightTable(newWeights, SmoothSchedule.brief(newWeights, current()), 0);
    }

    boolean isEmpty() {
        return schedule.isEmpty();
    }

    /** Not to be changed. */
    int[] weights() {
        return weights;
    }

    /** The node whose turn it is; the table must not be empty. */
    int next() {
        return schedule.at(cursor.getAndIncrement());
    }

    /** The node at {@code position} of the cycle, without moving the cursor; the table must not be empty. */
    int inCycle(long position) {
        return schedule.inCycle(position);
    }

    /**
     * A node drawn by chance in proportion to the weights: any place of the cycle is as good as the next. The table must not be
     * empty.
     */
    int drawn(LongUnaryOperator randomBelow) {
        return schedule.placeInCycle((int) randomBelow.applyAsLong(schedule.cycle()));
    }

    /** The current weights after the picks up to now. */
    long[] current() {
        return schedule.currentAfter(cursor.get(), SmoothSchedule.sum(weights));
    }
}
