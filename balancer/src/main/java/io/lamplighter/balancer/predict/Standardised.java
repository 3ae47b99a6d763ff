package io.lamplighter.balancer.predict;

/**
 * A series in a unit of its own, so that the search for parameters meets numbers of size 1 whatever is measured.
 *
 * @param values {@code (series - shift) / unit}, the greatest 1 in magnitude unless all are 0
 * @param shift what is taken for the mean
 * @param unit above 0 if {@link #isFinite}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Standardised(double[] values, double shift, double unit) {
    static Standardised of(double[] series, boolean hasMean) {
        return around(hasMean ? mean(series) : 0, series);
    }

    /** To the last digit, as the deviations may be in the last digits; divided before added, so that no sum overflows. */
    static double mean(double[] series) {
        double mean = 0;
        for (double value : series) {
            mean += value / series.length;
        }
        double rest = 0;
        for (double value : series) {
            rest += (value - mean) / series.length;
        }
        return mean + rest;
    }

    static Standardised around(double shift, double[] series) {
        double greatest = 0;
        for (double value : series) {
            greatest = Math.max(greatest, Math.abs(value - shift));
        }
        double unit = greatest == 0 ? 1 : greatest;
        double[] values = new double[series.length];
        for (int t = 0; t < values.length; t++) {
            values[t] = (series[t] - shift) / unit;
        }
        return new Standardised(values, shift, unit);
    }

    /** Whether all values are numbers, and their range is not too large for one. */
    boolean isFinite() {
        return Double.isFinite(unit);
    }

    double restore(double value) {
        return shift + unit * value;
    }
}
