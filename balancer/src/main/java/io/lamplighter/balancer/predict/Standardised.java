package io.lamplighter.balancer.predict;

/**
 * A series in a unit of its own, so that the search for parameters meets numbers of size 1 whatever is measured.
 *
 * @param values {@code (series - shift) / unit}, the greatest 1 in magnitude unless all are 0
 * @param shift what is taken for the mean
 * @param unit above 0
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Standardised(double[] values, double shift, double unit) {
    static Standardised of(double[] series, boolean hasMean) {
        double shift = 0;
        for (double value : series) {
            shift += hasMean ? value / series.length : 0;
        }
        return around(shift, series);
    }

    static Standardised around(double shift, double[] series) {
        double greatest = 0;
        for (double value : series) {
            greatest = Math.max(greatest, Math.abs(value - shift));
        }
        double unit = greatest > 0 ? greatest : 1;
        double[] values = new double[series.length];
        for (int t = 0; t < values.length; t++) {
            values[t] = (series[t] - shift) / unit;
        }
        return new Standardised(values, shift, unit);
    }

    double restore(double value) {
        return shift + unit * value;
    }
}
