package io.lamplighter.balancer.predict;

/** A small symmetric matrix and its Cholesky factor, as the search for parameters needs them. */
final class SymmetricMatrix {
    private static final double LEAST_DIAGONAL = 1e-30;
    private static final double FLAT = 1e-10;

    private final int k;
    private final double[][] upper;
    private final double[][] factor;
    private final double[] product;

    SymmetricMatrix(int k) {
        this.k = k;
        this.upper = new double[k][k];
        this.factor = new double[k][k];
        this.product = new double[k];
    }

    /** @param i at most {@code j} */
    void set(int i, int j, double value) {
        upper[i][j] = value;
    }

    void copy(SymmetricMatrix other) {
        for (int i = 0; i < k; i++) {
            System.arraycopy(other.upper[i], i, upper[i], i, k - i);
        }
    }

    private double get(int i, int j) {
        return i <= j ? upper[i][j] : upper[j][i];
    }

    private double diagonal(int j) {
        return Math.max(upper[j][j], LEAST_DIAGONAL);
    }

    /** {@code x' A x} */
    double quadratic(double[] x) {
        multiply(x);
        double sum = 0;
        for (int i = 0; i < k; i++) {
            sum += x[i] * product[i];
        }
        return sum;
    }

    private void multiply(double[] x) {
        for (int i = 0; i < k; i++) {
            product[i] = 0;
            for (int j = 0; j < k; j++) {
                product[i] += get(i, j) * x[j];
            }
        }
    }

    /**
     * Solves {@code (A + damping · diagonal of A) step = -gradient}.
     *
     * @return the fall of {@code 2 gradient' step + step' A step} from 0; -1 when the damped matrix is not positive definite
     */
    double solveDamped(double damping, double[] gradient, double[] step) {
        if (!factorise(damping)) {
            return -1;
        }
        for (int j = 0; j < k; j++) {
            double rest = -gradient[j];
            for (int m = 0; m < j; m++) {
                rest -= factor[m][j] * step[m];
            }
            step[j] = rest / factor[j][j];
        }
        double fall = 0;
        for (int j = k - 1; j >= 0; j--) {
            double rest = step[j];
            for (int m = j + 1; m < k; m++) {
                rest -= factor[j][m] * step[m];
            }
            step[j] = rest / factor[j][j];
            fall += step[j] * (damping * diagonal(j) * step[j] - gradient[j]);
        }
        return fall;
    }

    private boolean factorise(double damping) {
        for (int j = 0; j < k; j++) {
            for (int i = 0; i <= j; i++) {
                double rest = i < j ? upper[i][j] : upper[j][j] + damping * diagonal(j);
                for (int m = 0; m < i; m++) {
                    rest -= factor[m][i] * factor[m][j];
                }
                if (i < j) {
                    factor[i][j] = rest / factor[i][i];
                } else if (rest > 0) {
                    factor[j][j] = Math.sqrt(rest);
                } else {
                    return false;
                }
            }
        }
        return true;
    }

    /** The BFGS update: afterwards {@code A step = change}; left out where the curvature along the step is not positive. */
    void update(double[] step, double[] change) {
        double before = quadratic(step);
        double along = 0;
        for (int i = 0; i < k; i++) {
            along += step[i] * change[i];
        }
        if (!(before > 0 && along > FLAT * before)) {
            return;
        }
        for (int i = 0; i < k; i++) {
            for (int j = i; j < k; j++) {
                upper[i][j] += change[i] * change[j] / along - product[i] * product[j] / before;
            }
        }
    }
}
