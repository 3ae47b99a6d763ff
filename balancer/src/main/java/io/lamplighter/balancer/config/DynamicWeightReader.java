package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Formula;
import io.lamplighter.balancer.config.BalancingMethod.Residual;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.config.BalancingMethod.Tan;
import io.lamplighter.balancer.config.Block.Clause;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** {@code dynamic_weight [parameters]} → a {@link DynamicWeight}. */
final class DynamicWeightReader {
    private static final double DEFAULT_SHARE = 0.5;
    private static final double DEFAULT_THRESHOLD = 0.10;
    /** Far above the rounding of a sum of two decimals, far below any share that matters. */
    private static final double SUM_TOLERANCE = 1e-9;

    private final Reading reading;
    /** By their names; of one that is given twice the last. */
    private final Map<String, Word> parameters = new LinkedHashMap<>();

    private boolean isValid = true;

    DynamicWeightReader(Reading reading) {
        this.reading = reading;
    }

    DynamicWeight read(Clause clause) {
        clause.arguments().forEach(this::sort);
        double smoothing = rate("smoothing").orElse(1);
        if (isValid && smoothing == 0) {
            invalid("smoothing", "it must be above 0");
        }
        return new DynamicWeight(isTan() ? tan() : residualRate(clause), smoothing);
    }

    private void sort(Word word) {
        int equals = word.text().indexOf('=');
        String key = equals < 0 ? "" : word.text().substring(0, equals);
        switch (key) {
            case "cpu", "bandwidth", "threshold", "trickle", "smoothing", "residual", "variant" ->
                parameters.put(key, word);
            default -> {
                isValid = false;
                reading.unknownParameter(word);
            }
        }
    }

    private boolean isTan() {
        return chosen("variant", "residual", "tan").equals("tan");
    }

    private Formula tan() {
        for (String key : new String[] {"cpu", "bandwidth", "threshold", "trickle", "residual"}) {
            if (parameters.containsKey(key)) {
                invalid(key, "it does not go with \"variant=tan\", whose shares are fixed");
            }
        }
        return new Tan();
    }

    private Formula residualRate(Clause clause) {
        OptionalDouble cpu = rate("cpu");
        OptionalDouble bandwidth = rate("bandwidth");
        double cpuShare = cpu.orElse(bandwidth.isPresent() ? complement(bandwidth.getAsDouble()) : DEFAULT_SHARE);
        double bandwidthShare = bandwidth.orElse(complement(cpuShare));
        double threshold = rate("threshold").orElse(DEFAULT_THRESHOLD);
        double trickle = rate("trickle").orElse(0);
        if (isValid && Math.abs(cpuShare + bandwidthShare - 1) > SUM_TOLERANCE) {
            reading.diagnostics()
                    .fault(
                            clause.name(),
                            "the shares of \"dynamic_weight\" must add up to 1, found cpu=" + cpuShare + " bandwidth="
                                    + bandwidthShare);
        }
        Residual residual = Residual.valueOf(chosen("residual", "sum", "min").toUpperCase(Locale.ROOT));
        return new ResidualRate(cpuShare, bandwidthShare, residual, threshold, trickle);
    }

    /** Which of two words stands behind {@code key=}; the first when it is not given. */
    private String chosen(String key, String byDefault, String other) {
        @Nullable Word word = parameters.get(key);
        if (word == null) {
            return byDefault;
        }
        String text = word.after(key + "=").text();
        if (text.equals(byDefault) || text.equals(other)) {
            return text;
        }
        invalid(key, "it must be " + key + "=" + byDefault + " or " + key + "=" + other);
        return byDefault;
    }

    private OptionalDouble rate(String key) {
        @Nullable Word word = parameters.get(key);
        if (word == null) {
            return OptionalDouble.empty();
        }
        OptionalDouble rate = Units.rate(word.after(key + "=").text());
        if (rate.isEmpty()) {
            invalid(key, "it must be between 0 and 1");
        }
        return rate;
    }

    private void invalid(String key, String expected) {
        isValid = false;
        reading.invalidParameter(parameters.get(key), expected);
    }

    /** What is left of 1, without the noise of binary fractions: 1 - 0.9 is 0.1. */
    private static double complement(double share) {
        return Math.rint((1 - share) * 1e12) / 1e12;
    }
}
