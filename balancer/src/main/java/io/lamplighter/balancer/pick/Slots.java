package io.lamplighter.balancer.pick;

/**
 * How many sessions a node may have under {@code balance}: all nodes together get {@code balance} times as many slots as there
 * are sessions, the one to come included, rounded up; and node i of them
 *
 * <pre>
 * floor((C + w) · total / W) - floor(C · total / W), at least 1       w its weight, C the sum of those before it, W of all
 * </pre>
 *
 * so that slots of all nodes add up to the total and 9 sessions at 3 equal nodes with 1.25 make 4, 4 and 5. There are always
 * more slots than sessions, and so a node that is not full.
 *
 * <p>Whole numbers only. {@code total / W} is split into quotient and rest, so that no product exceeds W², which fits for any
 * weights up to 65535 of 46,000 nodes.
 *
 * <p>Threads: immutable.
 */
final class Slots {
    private static final int THOUSAND = 1_000;

    private final long[] before;
    private final int[] weights;
    private final long sum;
    private final int balanceThousandths;

    /**
     * @param weights one for each node; one with 0 has no slot
     * @param balanceThousandths above 1,000
     */
    Slots(int[] weights, int balanceThousandths) {
        this.weights = weights;
        this.balanceThousandths = balanceThousandths;
        this.before = new long[weights.length];
        long end = 0;
        for (int i = 0; i < weights.length; i++) {
            before[i] = end;
            end += weights[i];
        }
        this.sum = end;
    }

    /** The slots of all nodes while {@code served} sessions are in flight. */
    long total(int served) {
        return (balanceThousandths * (served + 1L) + THOUSAND - 1) / THOUSAND;
    }

    /** The slots of one node, 0 if its weight is. */
    int of(int i, long total) {
        if (weights[i] == 0) {
            return 0;
        }
        long whole = total / sum;
        long rest = total % sum;
        long end = before[i] + weights[i];
        long slots = whole * weights[i] + end * rest / sum - before[i] * rest / sum;
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, slots));
    }
}
