package io.lamplighter.balancer.predict;

/**
 * From the partial autocorrelations of an autoregression to its coefficients and back, by the Durbin–Levinson recursion. All
 * partial autocorrelations lie between -1 and 1 exactly when all roots of {@code 1 - c_1 z - c_2 z² - …} lie outside the unit
 * circle (Barndorff-Nielsen and Schou 1973), which makes them a test, and good parameters for a search.
 */
final class Stationarity {
    private Stationarity() {}

    static void coefficients(double[] partial, double[] out) {
        for (int k = 0; k < partial.length; k++) {
            append(partial[k], k, out);
        }
    }

    /** One step of the recursion: from the coefficients of order {@code k} in {@code ar} to those of order {@code k + 1}. */
    static void append(double partial, int k, double[] ar) {
        for (int i = 0, j = k - 1; i <= j; i++, j--) {
            double low = ar[i];
            double high = ar[j];
            ar[i] = low - partial * high;
            ar[j] = high - partial * low;
        }
        ar[k] = partial;
    }

    /** Whether the autoregression is stationary; if not, {@code out} holds nothing of use. */
    static boolean partials(double[] coefficients, double[] out) {
        System.arraycopy(coefficients, 0, out, 0, coefficients.length);
        for (int k = coefficients.length - 1; k >= 0; k--) {
            double partial = out[k];
            if (!(Math.abs(partial) < 1)) {
                return false;
            }
            double scale = 1 / ((1 - partial) * (1 + partial));
            for (int i = 0, j = k - 1; i <= j; i++, j--) {
                double low = out[i];
                double high = out[j];
                out[i] = (low + partial * high) * scale;
                out[j] = (high + partial * low) * scale;
            }
        }
        return true;
    }

    /** Whether all roots are farther from 0 than {@code radius}. */
    static boolean hasRootsBeyond(double radius, double[] coefficients) {
        double[] scaled = coefficients.clone();
        scaleRoots(scaled, 1 / radius);
        return partials(scaled, new double[scaled.length]);
    }

    /** Moves each root to {@code factor} times where it was. */
    static void scaleRoots(double[] coefficients, double factor) {
        double power = 1;
        for (int i = 0; i < coefficients.length; i++) {
            power /= factor;
            coefficients[i] *= power;
        }
    }
}
