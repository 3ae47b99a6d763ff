package io.lamplighter.balancer.predict;

/**
 * Levenberg–Marquardt: parameters with the least sum of squared residuals near a start, for a handful of parameters (Marquardt
 * 1963; damping by Nielsen 1999; Jacobian by forward differences).
 *
 * <p>What the sum looks like near the present parameters is first taken from the Jacobian J, as J'J. Near a moving average's
 * unit circle the residuals bend so much that J'J is wrong by orders of magnitude and steps become tiny. So each step's outcome
 * is held against what J'J promised, and once that was wrong by a quarter the matrix goes on by BFGS updates, which learn the
 * true curvature from the gradients (a hybrid as in Fletcher and Xu 1987, except that there is no way back: J'J can be right
 * along one step and still wrong across it).
 */
final class LeastSquares {
    /** Residuals as a function of parameters. */
    interface Problem {
        int parameters();

        int residuals();

        /** The sum of squares; infinite or not-a-number where the parameters are of no use */
        double at(double[] parameters, double[] residuals);
    }

    /** The square root of the precision of a double, which is best for forward differences. */
    private static final double DIFFERENCE = Math.sqrt(Math.ulp(1.0));

    /** A step that promises a smaller share of the sum is not worth it. */
    private static final double TOLERANCE = 1e-9;

    private static final double FIRST_DAMPING = 1e-3;
    private static final double LEAST_DAMPING = 1e-15;
    private static final double GREATEST_DAMPING = 1e15;
    private static final double WRONG = 0.25;

    private final Problem problem;
    private final int maxSteps;
    private final int k;
    private final double[][] jacobian;
    private double[] residuals;
    private double[] triedResiduals;
    private final double[] tried;
    private final double[] step;
    private final double[] gradient;
    private final double[] gradientBefore;
    private final SymmetricMatrix normal; // J'J
    private final SymmetricMatrix curvature; // what steps are computed from: J'J, or learnt
    private boolean isLearnt;
    private double damping;
    private double growth; // of the damping, should the next step fail
    private double sum;

    LeastSquares(Problem problem, int maxSteps) {
        this.problem = problem;
        this.maxSteps = maxSteps;
        this.k = problem.parameters();
        this.jacobian = new double[k][problem.residuals()];
        this.residuals = new double[problem.residuals()];
        this.triedResiduals = new double[problem.residuals()];
        this.tried = new double[k];
        this.step = new double[k];
        this.gradient = new double[k];
        this.gradientBefore = new double[k];
        this.normal = new SymmetricMatrix(k);
        this.curvature = new SymmetricMatrix(k);
    }

    int parameters() {
        return k;
    }

    /**
     * Searches from a start.
     *
     * @param parameters the start, replaced by the best that were found
     * @return the sum of squares there; infinite or not-a-number when the start is of no use
     */
    double minimise(double[] parameters) {
        sum = problem.at(parameters, residuals);
        if (k == 0 || !Double.isFinite(sum)) {
            return sum;
        }
        damping = FIRST_DAMPING;
        growth = 2;
        isLearnt = false;
        linearise(parameters);
        curvature.copy(normal);
        for (int i = 0; i < maxSteps && improve(parameters); i++) {
            System.arraycopy(gradient, 0, gradientBefore, 0, k);
            linearise(parameters);
            learn();
        }
        return sum;
    }

    /** One step that makes the sum smaller, if there is one. */
    private boolean improve(double[] parameters) {
        while (damping < GREATEST_DAMPING) {
            double promised = curvature.solveDamped(damping, gradient, step);
            if (promised >= 0 && promised <= TOLERANCE * sum) {
                return false;
            }
            if (promised > 0) {
                double after = sumAfterStep(parameters);
                if (after < sum) {
                    accept(parameters, after, promised);
                    return true;
                }
            }
            damping *= growth;
            growth *= 2;
        }
        return false;
    }

    private double sumAfterStep(double[] parameters) {
        for (int j = 0; j < k; j++) {
            tried[j] = parameters[j] + step[j];
        }
        return problem.at(tried, triedResiduals);
    }

    private void accept(double[] parameters, double after, double promised) {
        double kept = sum - after;
        double promisedByJacobian = -2 * dot(step, gradient) - normal.quadratic(step);
        isLearnt |= Math.abs(kept - promisedByJacobian) > WRONG * kept;
        sum = after;
        System.arraycopy(tried, 0, parameters, 0, k);
        double[] swap = residuals;
        residuals = triedResiduals;
        triedResiduals = swap;
        double surprise = 2 * kept / promised - 1;
        damping = Math.max(LEAST_DAMPING, damping * Math.max(1.0 / 3, 1 - surprise * surprise * surprise));
        growth = 2;
    }

    private void learn() {
        if (!isLearnt) {
            curvature.copy(normal);
            return;
        }
        for (int j = 0; j < k; j++) {
            gradientBefore[j] = gradient[j] - gradientBefore[j];
        }
        curvature.update(step, gradientBefore);
    }

    /** Jacobian, gradient (half of it, as J'r) and J'J at the parameters. */
    private void linearise(double[] parameters) {
        System.arraycopy(parameters, 0, tried, 0, k);
        for (int j = 0; j < k; j++) {
            double width = DIFFERENCE * Math.max(1, Math.abs(parameters[j]));
            tried[j] = parameters[j] + width;
            double[] column = jacobian[j];
            problem.at(tried, column);
            tried[j] = parameters[j];
            for (int t = 0; t < column.length; t++) {
                column[t] = (column[t] - residuals[t]) / width;
            }
            gradient[j] = dot(column, residuals);
            for (int i = 0; i <= j; i++) {
                normal.set(i, j, dot(jacobian[i], column));
            }
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
