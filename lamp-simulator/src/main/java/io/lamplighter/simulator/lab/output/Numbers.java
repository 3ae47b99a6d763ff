package io.lamplighter.simulator.lab.output;

import io.lamplighter.simulator.lab.stats.Estimate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as people and programs read them, the same in every locale and under every JDK. */
public final class Numbers {
    private static final MathContext EXACT = new MathContext(9);
    private static final String NOTHING = "–";

    private Numbers() {}

    /** With nine digits at most; empty for what is no number. */
    public static String exact(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value).round(EXACT).stripTrailingZeros().toPlainString()
                : "";
    }

    /** With three digits where that makes a difference. */
    public static String rounded(double value) {
        if (!Double.isFinite(value)) {
            return NOTHING;
        }
        double size = Math.abs(value);
        int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /** With its interval. */
    public static String estimate(Estimate estimate) {
        return Double.isNaN(estimate.halfWidth())
                ? rounded(estimate.mean())
                : rounded(estimate.mean()) + " ±" + rounded(estimate.halfWidth());
    }

    /** A difference in percent with its interval. */
    public static String percent(Estimate difference) {
        if (!Double.isFinite(difference.mean())) {
            return NOTHING;
        }
        String mean = String.format(Locale.ROOT, "%+.1f", difference.mean());
        return Double.isNaN(difference.halfWidth())
                ? mean + " %"
                : mean + String.format(Locale.ROOT, " ±%.1f %%", difference.halfWidth());
    }
}
