package io.lamplighter.balancer.predict;

/**
 * The order of an ARIMA model.
 *
 * @param p autoregressive terms, 0 to {@value #MAX_P}
 * @param d differences taken, 0 to {@value #MAX_D}
 * @param q moving-average terms, 0 to {@value #MAX_Q}
 * @param hasConstant whether the differenced series has a mean of its own: for {@code d = 0} a mean, for {@code d = 1} a
 *     drift; with {@code d = 2} there is none
 */
public record Order(int p, int d, int q, boolean hasConstant) {
    public static final int MAX_P = 3;
    public static final int MAX_D = 2;
    public static final int MAX_Q = 3;

    static final Order MEAN = new Order(0, 0, 0, true);

    /** @throws IllegalArgumentException when a number is out of its range, or there is a constant with {@code d = 2} */
    public Order {
        if (p < 0 || p > MAX_P || d < 0 || d > MAX_D || q < 0 || q > MAX_Q || (hasConstant && d == MAX_D)) {
            throw new IllegalArgumentException("no such order: " + text(p, d, q, hasConstant)
                    + ", expected up to (3,2,3), and a constant only with d < 2");
        }
    }

    /** How many coefficients a model of this order has. */
    int coefficients() {
        return p + q + (hasConstant ? 1 : 0);
    }

    /** For example {@code (1,0,0)+mean}, {@code (0,1,1)} or {@code (0,1,1)+drift}. */
    @Override
    public String toString() {
        return text(p, d, q, hasConstant);
    }

    private static String text(int p, int d, int q, boolean hasConstant) {
        String constant = d == 0 ? "+mean" : "+drift";
        return "(" + p + "," + d + "," + q + ")" + (hasConstant ? constant : "");
    }
}
