package io.lamplighter.simulator.lab.stats;

import java.util.Arrays;

/**
 * The mean of independent repetitions, and how far from it the true mean may be.
 *
 * @param mean arithmetic
 * @param halfWidth half of the 95 % interval by Student's t; NaN for a single repetition
 */
public record Estimate(double mean, double halfWidth) {
    /** 97.5 % quantiles of Student's t with 1, 2, … degrees of freedom, as printed in any table. */
    private static final double[] T = {
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604, 2.1448,
        2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484,
        2.0452, 2.0423
    };

    private static final double NORMAL = 1.959964;

    /**
     * What they say.
     *
     * @param repetitions at least one
     */
    public static Estimate of(double... repetitions) {
        int n = repetitions.length;
        double mean = Arrays.stream(repetitions).average().orElseThrow();
        if (n == 1) {
            return new Estimate(mean, Double.NaN);
        }
        double squares =
                Arrays.stream(repetitions).map(x -> (x - mean) * (x - mean)).sum();
        return new Estimate(mean, t(n - 1) * Math.sqrt(squares / (n - 1) / n));
    }

    /**
     * How much {@code values} differ from {@code base} where they had the same seeds, in percent of the mean of {@code base}. Since
     * both met the same traffic, most of what chance does to them cancels out.
     */
    public static Estimate percentDifference(double[] values, double[] base) {
        double[] differences = new double[base.length];
        for (int i = 0; i < base.length; i++) {
            differences[i] = values[i] - base[i];
        }
        Estimate difference = of(differences);
        double unit = Arrays.stream(base).average().orElseThrow() / 100;
        return new Estimate(difference.mean / unit, difference.halfWidth / unit);
    }

    /** Beyond the table by the first terms of the Cornish-Fisher expansion, Abramowitz and Stegun 26.7.5. */
    static double t(int degrees) {
        if (degrees <= T.length) {
            return T[degrees - 1];
        }
        double z = NORMAL;
        double n = degrees;
        double cube = z * z * z;
        return z + (cube + z) / (4 * n) + (5 * cube * z * z + 16 * cube + 3 * z) / (96 * n * n);
    }

    public double low() {
        return mean - halfWidth;
    }

    public double high() {
        return mean + halfWidth;
    }
}
