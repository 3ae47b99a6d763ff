package io.lamplighter.balancer.predict;

/** Differences of a series, and when there is nothing left in them. */
final class Differences {
    private Differences() {}

    /** Each value less the one before, {@code d} times; the result is {@code d} shorter. */
    static double[] of(double[] series, int d) {
        double[] result = series;
        for (int k = 0; k < d; k++) {
            double[] next = new double[Math.max(0, result.length - 1)];
            for (int t = 0; t < next.length; t++) {
                next[t] = result[t + 1] - result[t];
            }
            result = next;
        }
        return result;
    }

    /**
     * Whether the differences vary no more than rounding of the series makes them.
     *
     * @param differences of {@code series}, taken {@code d} times
     */
    static boolean areConstant(double[] differences, double[] series, int d) {
        double greatest = 0;
        for (double value : series) {
            greatest = Math.max(greatest, Math.abs(value));
        }
        double rounding = Math.ulp(greatest) * (1 << d);
        for (double value : differences) {
            if (!(Math.abs(value - differences[0]) <= rounding)) {
                return false;
            }
        }
        return true;
    }
}
