package io.lamplighter.balancer.predict;

/**
 * Mirrors the roots of {@code 1 + ma_1 z + … + ma_q z^q}, {@code q} at most 3, that lie inside the unit circle: the result has
 * the same autocorrelations, and innovations that can be had from the past of the series.
 *
 * <p>Works on the reciprocals of the roots, which are those of {@code x^q + ma_1 x^(q-1) + … + ma_q} and belong inside the
 * circle.
 */
final class MovingAverage {
    private static final int NEWTON_STEPS = 100;

    private MovingAverage() {}

    static double[] invertible(double[] ma) {
        return switch (ma.length) {
            case 0 -> ma;
            case 1 -> new double[] {-inside(-ma[0])};
            case 2 -> mirroredQuadratic(ma[0], ma[1]);
            case 3 -> mirroredCubic(ma[0], ma[1], ma[2]);
            default -> throw new IllegalArgumentException("expected at most 3 coefficients, got " + ma.length);
        };
    }

    private static double inside(double root) {
        return Math.abs(root) > 1 ? 1 / root : root;
    }

    /** {@code x² + b x + c} */
    private static double[] mirroredQuadratic(double b, double c) {
        double discriminant = b * b / 4 - c;
        if (discriminant < 0) { // a pair of conjugates at distance sqrt(c)
            return c > 1 ? new double[] {b / c, 1 / c} : new double[] {b, c};
        }
        double larger = -b / 2 - Math.copySign(Math.sqrt(discriminant), b);
        double smaller = larger == 0 ? 0 : c / larger;
        double one = inside(larger);
        double other = inside(smaller);
        return new double[] {-(one + other), one * other};
    }

    /** {@code x³ + a x² + b x + c} is {@code x - root} times a quadratic. */
    private static double[] mirroredCubic(double a, double b, double c) {
        double root = realRoot(a, b, c);
        double[] rest = mirroredQuadratic(a + root, b + root * (a + root));
        double mirrored = inside(root);
        return new double[] {rest[0] - mirrored, rest[1] - mirrored * rest[0], -mirrored * rest[1]};
    }

    /** By Newton's method, held between bounds that close in; the first bounds are Cauchy's. */
    private static double realRoot(double a, double b, double c) {
        double high = 1 + Math.max(Math.abs(a), Math.max(Math.abs(b), Math.abs(c)));
        double low = -high;
        double x = -c;
        for (int i = 0; i < NEWTON_STEPS && low < high; i++) {
            x = x > low && x < high ? x : low + (high - low) / 2;
            double value = ((x + a) * x + b) * x + c;
            if (value == 0) {
                return x;
            }
            if (value > 0) {
                high = x;
            } else {
                low = x;
            }
            double next = x - value / ((3 * x + 2 * a) * x + b);
            if (Math.abs(next - x) <= Math.ulp(x)) {
                return x;
            }
            x = next;
        }
        return x;
    }
}
