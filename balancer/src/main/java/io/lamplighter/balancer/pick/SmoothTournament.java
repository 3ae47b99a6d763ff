package io.lamplighter.balancer.pick;

import java.util.Arrays;

/**
 * Plays smooth weighted round robin: each step adds each weight to its current weight, takes the largest (the first in
 * order on a tie) and subtracts the sum of the weights from the winner.
 *
 * <p>Looking at every current weight in every step is too slow for thousands of nodes. Between two wins a current weight is
 * a straight line over the steps, so this is a kinetic tournament: a binary tree whose inner nodes remember the winner
 * of their half <em>and the step at which another takes its place</em>. A step replays the winner's path to the root and
 * what has run out, O(log n) comparisons in practice. Leaves are in the order of the nodes and the left side wins ties.
 *
 * <p>Threads: confined to the one that builds a {@link SmoothSchedule}.
 */
final class SmoothTournament {
    private static final int NOBODY = -1;
    private static final long NEVER = Long.MAX_VALUE;

    private final int[] weights;
    private final long sum;
    /** Where the line of each node starts: its current weight after {@code step} steps is {@code start + step * weight}. */
    private final long[] start;

    private final int leaves;
    private final int[] winner;
    private final long[] validUntil;
    private long step;

    /**
     * @param weights at least one above 0; a weight of 0 never wins and its current weight stands still
     * @param current current weights to begin with
     */
    SmoothTournament(int[] weights, long[] current) {
        this.weights = weights;
        this.start = current.clone();
        this.sum = Arrays.stream(weights).asLongStream().sum();
        this.leaves = Math.max(2, Integer.highestOneBit(Math.max(1, weights.length - 1)) * 2);
        this.winner = new int[2 * leaves];
        this.validUntil = new long[2 * leaves];
        this.step = 1;
        seed();
    }

    private void seed() {
        Arrays.fill(winner, NOBODY);
        Arrays.fill(validUntil, NEVER);
        for (int i = 0; i < weights.length; i++) {
            winner[leaves + i] = weights[i] > 0 ? i : NOBODY;
        }
        for (int match = leaves - 1; match >= 1; match--) {
            play(match);
        }
    }

    /** The index of the next winner. */
    int next() {
        refresh(1);
        int won = winner[1];
        start[won] -= sum;
        step++;
        for (int match = (leaves + won) / 2; match >= 1; match /= 2) {
            play(match);
        }
        return won;
    }

    private void refresh(int match) {
        if (validUntil[match] > step) {
            return;
        }
        refresh(2 * match);
        refresh(2 * match + 1);
        play(match);
    }

    private void play(int match) {
        int left = winner[2 * match];
        int right = winner[2 * match + 1];
        long halves = Math.min(validUntil[2 * match], validUntil[2 * match + 1]);
        if (left == NOBODY || right == NOBODY) {
            winner[match] = left == NOBODY ? right : left;
            validUntil[match] = halves;
            return;
        }
        long lead = current(left) - current(right);
        boolean isLeft = lead >= 0;
        winner[match] = isLeft ? left : right;
        long overtaking = isLeft ? overtaken(lead + 1, left, right) : overtaken(-lead, right, left);
        validUntil[match] = Math.min(halves, overtaking);
    }

    private long current(int i) {
        return start[i] + step * weights[i];
    }

    /** The step at which {@code behind} has made up {@code gap} > 0 on {@code ahead}. */
    private long overtaken(long gap, int ahead, int behind) {
        int gain = weights[behind] - weights[ahead];
        return gain <= 0 ? NEVER : step + (gap + gain - 1) / gain;
    }
}
