package io.lamplighter.simulator.demo;

import io.lamplighter.simulator.OptionTypes.DurationType;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A node that goes on at a part of its speed: {@code b@10s:0.25}.
 *
 * @param node its name
 * @param at since the beginning of the measured part, above 0
 * @param factor the part of its speed, above 0 and below 1
 */
record SlowDown(String node, Duration at, double factor) {
    private static final Pattern FORM = Pattern.compile("([^@]+)@([^:]+)(?::(0?\\.\\d{1,9}))?");
    private static final double USUAL_FACTOR = 0.25;

    /** {@code NODE@TIME[:FACTOR]}. */
    static final class Type implements ITypeConverter<SlowDown> {
        @Override
        public SlowDown convert(String text) {
            Matcher matcher = FORM.matcher(text);
            if (!matcher.matches()) {
                throw wrong(text);
            }
            Duration at = new DurationType().convert(matcher.group(2));
            double factor = matcher.group(3) == null ? USUAL_FACTOR : Double.parseDouble(matcher.group(3));
            if (at.isZero() || factor == 0) {
                throw wrong(text);
            }
            return new SlowDown(matcher.group(1), at, factor);
        }

        private static TypeConversionException wrong(String text) {
            return new TypeConversionException("\"" + text
                    + "\" slows no node down, expected NODE@TIME[:FACTOR] with a time above 0 and a factor above 0 and"
                    + " below 1, such as b@10s:0.25");
        }
    }

    /** In the words that nodes obey. */
    String order() {
        return "slow " + factor + " for 24h";
    }
}
