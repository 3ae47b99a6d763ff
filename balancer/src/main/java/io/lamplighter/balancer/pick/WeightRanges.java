package io.lamplighter.balancer.pick;

/** The weights of a group laid end to end, so that a number below their sum names a node. Immutable. */
final class WeightRanges {
    private final long[] ends;

    WeightRanges(int[] weights) {
        ends = new long[weights.length];
        long end = 0;
        for (int i = 0; i < weights.length; i++) {
            end += weights[i];
            ends[i] = end;
        }
    }

    long sum() {
        return ends[ends.length - 1];
    }

    /** The node whose range holds {@code point}, 0 to {@link #sum()} - 1; one with weight 0 holds none. */
    int at(long point) {
        int low = 0;
        int high = ends.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (point < ends[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
