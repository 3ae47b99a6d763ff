package io.lamplighter.balancer.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;

class LeastSquaresTest {
    /** Residuals as a function of parameters, without ceremony. */
    private record Given(int parameters, int residuals, BinaryOperator<double[]> function)
            implements LeastSquares.Problem {
        @Override
        public double at(double[] parameters, double[] out) {
            double[] unused = function.apply(parameters, out);
            double sum = 0;
            for (double residual : out) {
                sum += residual * residual;
            }
            return sum;
        }
    }

    @Test
    void aLineIsFittedExactly() {
        double[] parameters = new double[2];
        Given line = new Given(2, 5, (x, out) -> {
            for (int t = 0; t < 5; t++) {
                out[t] = x[0] + x[1] * t - (3 + 2 * t);
            }
            return out;
        });

        assertThat(new LeastSquares(line, 20).minimise(parameters)).isCloseTo(0, within(1e-9));
        assertThat(parameters).containsExactly(new double[] {3, 2}, within(1e-4));
    }

    @Test
    void theBentValleyOfRosenbrockIsFollowedToItsEnd() {
        double[] parameters = {-1.2, 1};
        Given valley = new Given(2, 2, (x, out) -> {
            out[0] = 10 * (x[1] - x[0] * x[0]);
            out[1] = 1 - x[0];
            return out;
        });

        assertThat(new LeastSquares(valley, 100).minimise(parameters)).isCloseTo(0, within(1e-9));
        assertThat(parameters).containsExactly(new double[] {1, 1}, within(1e-3));
    }

    /** Residuals that stay large and bend away: J'J is far off, and only the learnt curvature gets there in so few steps. */
    @Test
    void curvatureThatTheJacobianDoesNotSeeIsLearnt() {
        double[] parameters = {0.5};
        Given bent = new Given(1, 2, (x, out) -> {
            out[0] = 30 * x[0];
            out[1] = 30 * Math.sqrt(100 - 0.999 * x[0] * x[0]) + 0.01 * (x[0] - 5);
            return out;
        });
        double[] exact = {0.5};
        double least = Double.POSITIVE_INFINITY;
        for (double x = -9.9; x < 9.9; x += 1e-4) {
            exact[0] = x;
            least = Math.min(least, bent.at(exact, new double[2]));
        }

        assertThat(new LeastSquares(bent, 15).minimise(parameters)).isCloseTo(least, within(1e-3));
    }

    @Test
    void aStartOfNoUseIsReportedAndLeftAlone() {
        double[] parameters = {1};
        Given nowhere = new Given(1, 1, (x, out) -> {
            out[0] = Double.NaN;
            return out;
        });

        assertThat(new LeastSquares(nowhere, 10).minimise(parameters)).isNaN();
        assertThat(parameters).containsExactly(1);
    }

    @Test
    void placesOfNoUseAreGoneRound() {
        double[] parameters = {3};
        Given half = new Given(1, 1, (x, out) -> {
            out[0] = x[0] < 1 ? Double.POSITIVE_INFINITY : Math.log(x[0]) + 1;
            return out;
        });

        assertThat(new LeastSquares(half, 100).minimise(parameters)).isCloseTo(1, within(1e-2));
        assertThat(parameters[0]).isBetween(1.0, 1.02);
    }
}
