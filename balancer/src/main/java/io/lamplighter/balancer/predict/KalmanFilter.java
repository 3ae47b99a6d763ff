package io.lamplighter.balancer.predict;

import java.util.Arrays;

/**
 * The Kalman filter of a stationary ARMA process in Harvey's form (Harvey 1989, Gardner et al. 1980), with innovations of
 * variance 1. The predicted state {@code x} and its covariance {@code P} go from one observation {@code z} to the next by
 *
 * <pre>
 * v = z - x_0      F = P_00      k_i = P_0,i+1 / F
 * x_i'  = ar_i z + x_i+1 + k_i v
 * P_ij' = P_i+1,j+1 - k_i k_j F + ma_i ma_j
 * </pre>
 *
 * <p>in which what is beyond the state is 0. (Observed without noise, the first component is known, so that nothing
 * autoregressive is left in {@code P'}.) Once {@code P} stands still it is not computed any more. A series of ones runs
 * through the same filter: the mean is linear, so its best value has a closed form, generalised least squares.
 *
 * <p>One object is used again and again for other parameters, and allocates nothing then.
 */
final class KalmanFilter {
    private static final double STANDS_STILL = 1e-15;
    private static final double HUGE = 1e100;

    private final ArmaProcess process;
    private final double[] series;
    private final boolean hasMean;
    private final int n;
    private final int r;
    private final double[] covariance;
    private final double[] gains; // r for each observation until the covariance stands still
    private final double[] variances; // one for each of these
    private int steady; // the observation whose gains and variance hold for all later ones
    private double logDeterminant;
    private double mean;
    private final double[] state;
    private final double[] innovations;
    private final double[] ones;
    private final double[] stateOfOnes;
    private final double[] innovationsOfOnes;

    KalmanFilter(double[] series, int p, int q, boolean hasMean) {
        this.process = new ArmaProcess(p, q);
        this.series = series;
        this.hasMean = hasMean;
        this.n = series.length;
        this.r = process.r;
        this.covariance = new double[r * r];
        this.gains = new double[r * n];
        this.variances = new double[n];
        this.state = new double[r + 1];
        this.innovations = new double[n];
        this.ones = new double[hasMean ? n : 0];
        this.stateOfOnes = new double[r + 1];
        this.innovationsOfOnes = new double[n];
        Arrays.fill(ones, 1);
    }

    /** Parameters as of {@link ArmaProcess#set}. */
    void run(double[] partial, double[] theta, int from) {
        process.set(partial, theta, from);
        process.stateCovariance(covariance);
        predictCovariances();
        filter(series, state, innovations);
        if (hasMean) {
            filter(ones, stateOfOnes, innovationsOfOnes);
            mean = generalisedMean();
        }
    }

    private void predictCovariances() {
        double product = 1; // of variances: one logarithm instead of many
        logDeterminant = 0;
        boolean isSteady = false;
        for (int t = 0; t < n && !isSteady; t++) {
            double variance = covariance[0];
            variances[t] = variance;
            product *= variance;
            if (product > HUGE || product < 1 / HUGE) {
                logDeterminant += Math.log(product);
                product = 1;
            }
            isSteady = nextCovariance(t, variance) <= STANDS_STILL * variance;
            steady = t;
        }
        logDeterminant += Math.log(product) + (n - 1 - steady) * Math.log(variances[steady]);
    }

    /** @return the greatest change of a component */
    private double nextCovariance(int t, double variance) {
        int gain = t * r;
        for (int i = 0; i + 1 < r; i++) {
            gains[gain + i] = covariance[i + 1] / variance;
        }
        double change = 0;
        for (int i = 0; i < r; i++) {
            for (int j = i; j < r; j++) {
                double next = process.ma[i] * process.ma[j];
                if (j + 1 < r) {
                    next += covariance[(i + 1) * r + j + 1] - gains[gain + i] * gains[gain + j] * variance;
                }
                change = Math.max(change, Math.abs(next - covariance[i * r + j]));
                covariance[i * r + j] = next;
            }
        }
        return change;
    }

    private void filter(double[] values, double[] x, double[] out) {
        double[] ar = process.ar;
        Arrays.fill(x, 0);
        for (int t = 0; t < n; t++) {
            int gain = Math.min(t, steady) * r;
            double value = values[t];
            double innovation = value - x[0];
            out[t] = innovation;
            for (int i = 0; i < r; i++) {
                x[i] = ar[i] * value + x[i + 1] + gains[gain + i] * innovation;
            }
        }
    }

    private double generalisedMean() {
        double product = 0;
        double square = 0;
        for (int t = 0; t < n; t++) {
            double weighted = innovationsOfOnes[t] / variance(t);
            product += weighted * innovations[t];
            square += weighted * innovationsOfOnes[t];
        }
        return product / square;
    }

    /** Of the innovation of observation {@code t}. */
    private double variance(int t) {
        return variances[Math.min(t, steady)];
    }

    /** Innovations from the mean, each divided by its standard deviation, times {@code factor}; and the sum of their squares. */
    double standardise(double factor, double[] out) {
        double sum = 0;
        double scale = 0;
        for (int t = 0; t < n; t++) {
            if (t <= steady) {
                scale = factor / Math.sqrt(variances[t]);
            }
            double residual = innovations[t];
            if (hasMean) {
                residual -= mean * innovationsOfOnes[t];
            }
            out[t] = residual * scale;
            sum += out[t] * out[t];
        }
        return sum;
    }

    /** The sum of the logarithms of all variances. */
    double logDeterminant() {
        return logDeterminant;
    }

    /** 0 without a mean. */
    double mean() {
        return mean;
    }

    double[] ar() {
        return Arrays.copyOf(process.ar, process.p);
    }

    double[] ma() {
        return Arrays.copyOfRange(process.ma, 1, process.q + 1);
    }

    /** The state predicted for the observation after the last, from the mean, times {@code unit}; and a 0 beyond it. */
    double[] predictedState(double unit) {
        double[] predicted = new double[r + 1];
        for (int i = 0; i < r; i++) {
            predicted[i] = unit * (state[i] - (hasMean ? mean * stateOfOnes[i] : 0));
        }
        return predicted;
    }

    /** By which that observation's innovation will move the state, besides what is autoregressive. */
    double[] gain() {
        double[] gain = new double[r];
        for (int i = 0; i + 1 < r; i++) {
            gain[i] = covariance[i + 1] / covariance[0];
        }
        return gain;
    }

    /** What each component of the predicted state adds to the process, in each of the next steps. */
    double[][] stateWeights(int steps) {
        double[][] weights = new double[steps][r];
        weights[0][0] = 1;
        for (int h = 1; h < steps; h++) {
            for (int i = 0; i < r; i++) {
                weights[h][0] += weights[h - 1][i] * process.ar[i];
                if (i > 0) {
                    weights[h][i] = weights[h - 1][i - 1];
                }
            }
        }
        return weights;
    }

    /** What an innovation adds to the process, in its own step and the next. */
    double[] psiWeights(int steps) {
        double[] weights = new double[steps];
        ArmaProcess.psiWeights(process.ar, process.ma, weights);
        return weights;
    }

    /** The variance of a weighted sum of the predicted state's components, around its forecast. */
    double stateVariance(double[] weights) {
        double sum = 0;
        for (int i = 0; i < r; i++) {
            for (int j = i; j < r; j++) {
                sum += (i == j ? 1 : 2) * weights[i] * weights[j] * covariance[i * r + j];
            }
        }
        return sum;
    }
}
