package io.lamplighter.balancer.pick;

/**
 * The weights of a group laid end to end, so that a number below their sum names a node.
 *
 * <p>A table says in which node each of some equal parts of the sum begins; there are about twice as many parts as nodes, so what
 * is left to search is one node or two, however many there are. Immutable.
 */
final class WeightRanges {
    private final long[] ends;
    private final int[] parts;
    private final int partShift;

    WeightRanges(int[] weights) {
        ends = new long[weights.length];
        long end = 0;
        for (int i = 0; i < weights.length; i++) {
            end += weights[i];
            ends[i] = end;
        }
        partShift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(end / (2L * weights.length + 1)) - 1);
        parts = new int[(int) (end >>> partShift) + 2];
        int node = 0;
        for (int part = 0; part < parts.length; part++) {
            while (node < ends.length - 1 && ends[node] <= (long) part << partShift) {
                node++;
            }
            parts[part] = node;
        }
    }

    long sum() {
        return ends[ends.length - 1];
    }

    /** The node whose range holds {@code point}, 0 to {@link #sum()} - 1; one with weight 0 holds none. */
    int at(long point) {
        int part = (int) (point >>> partShift);
        int low = parts[part];
        int high = parts[part + 1];
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
