package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.Block.Clause;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** {@code dynamic_weight [cpu=share] [bandwidth=share] [threshold=rate]} → a {@link DynamicWeight}. */
final class DynamicWeightReader {
    private static final double DEFAULT_SHARE = 0.5;
    private static final double DEFAULT_THRESHOLD = 0.10;
    /** Far above the rounding of a sum of two decimals, far below any share that matters. */
    private static final double SUM_TOLERANCE = 1e-9;
    /** No sign, no exponent, no NaN: what people write, and nothing that could be read two ways. */
    private static final Pattern DECIMAL = Pattern.compile("[0-9]+(\\.[0-9]+)?|\\.[0-9]+");

    private final Reading reading;
    private OptionalDouble cpu = OptionalDouble.empty();
    private OptionalDouble bandwidth = OptionalDouble.empty();
    private double threshold = DEFAULT_THRESHOLD;
    private boolean isValid = true;

    DynamicWeightReader(Reading reading) {
        this.reading = reading;
    }

    DynamicWeight read(Clause clause) {
        clause.arguments().forEach(this::readParameter);
        double cpuShare = cpu.orElse(bandwidth.isPresent() ? complement(bandwidth.getAsDouble()) : DEFAULT_SHARE);
        double bandwidthShare = bandwidth.orElse(complement(cpuShare));
        if (isValid && Math.abs(cpuShare + bandwidthShare - 1) > SUM_TOLERANCE) {
            reading.diagnostics()
                    .fault(
                            clause.name(),
                            "the shares of \"dynamic_weight\" must add up to 1, found cpu=" + cpuShare + " bandwidth="
                                    + bandwidthShare);
        }
        return new DynamicWeight(cpuShare, bandwidthShare, threshold);
    }

    private void readParameter(Word word) {
        String text = word.text();
        if (text.startsWith("cpu=")) {
            cpu = OptionalDouble.of(rate(word, "cpu="));
        } else if (text.startsWith("bandwidth=")) {
            bandwidth = OptionalDouble.of(rate(word, "bandwidth="));
        } else if (text.startsWith("threshold=")) {
            threshold = rate(word, "threshold=");
        } else {
            isValid = false;
            reading.unknownParameter(word);
        }
    }

    private double rate(Word word, String key) {
        String text = word.after(key).text();
        if (DECIMAL.matcher(text).matches()) {
            double rate = Double.parseDouble(text);
            if (rate <= 1) {
                return rate;
            }
        }
        isValid = false;
        reading.invalidParameter(word, "it must be between 0 and 1");
        return 0;
    }

    /** What is left of 1, without the noise of binary fractions: 1 - 0.9 is 0.1. */
    private static double complement(double share) {
        return Math.rint((1 - share) * 1e12) / 1e12;
    }
}
