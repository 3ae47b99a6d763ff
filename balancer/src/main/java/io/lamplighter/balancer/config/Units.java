package io.lamplighter.balancer.config;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers, sizes and times as nginx writes them. Empty where the text is none, or too large for a {@code long}.
 *
 * <p>Times are read in one of two ways, as in nginx: where a directive counts milliseconds, {@code ms} is the smallest unit
 * and weeks the largest; where it counts seconds, {@code s} is the smallest, and months of 30 days and years of 365 exist
 * too. So {@code 1M} is a month or nothing, never a minute.
 */
final class Units {
    /** From the largest to the smallest; the order is also that in which they must be written. */
    private static final String[] TIME_UNITS = {"y", "M", "w", "d", "h", "m", "s", "ms"};

    private static final long[] TIME_UNITS_MS = {
        365L * 86_400_000, 30L * 86_400_000, 7L * 86_400_000, 86_400_000, 3_600_000, 60_000, 1_000, 1
    };
    private static final int LARGEST_OF_MS = 2;
    private static final int SECOND = 6;

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");
    /** No sign, no exponent, no NaN: what people write, and nothing that could be read two ways. */
    private static final Pattern DECIMAL = Pattern.compile("[0-9]+(\\.[0-9]+)?|\\.[0-9]+");

    private static final Pattern SIZE = Pattern.compile("([0-9]+)([kKmM]?)");
    private static final Pattern TIME_PART = Pattern.compile("\\G([0-9]+)(y|M|w|d|h|ms|m|s)? *");

    private Units() {}

    static OptionalLong number(String text) {
        return NUMBER.matcher(text).matches() ? product(text, 1) : OptionalLong.empty();
    }

    /** A decimal number from 0 to 1. */
    static OptionalDouble rate(String text) {
        double rate = DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : 2;
        return rate <= 1 ? OptionalDouble.of(rate) : OptionalDouble.empty();
    }

    /** Bytes: a number, or one of {@code k} or {@code m}, in either case. */
    static OptionalLong size(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            return OptionalLong.empty();
        }
        return product(
                size.group(1),
                switch (size.group(2)) {
                    case "k", "K" -> 1L << 10;
                    case "m", "M" -> 1L << 20;
                    default -> 1;
                });
    }

    /** Milliseconds of a time that may be as short as {@code 1ms}; a number alone is seconds. */
    static OptionalLong msec(String text) {
        return time(text, LARGEST_OF_MS, TIME_UNITS.length - 1);
    }

    /** Milliseconds of a time in whole seconds; a number alone is seconds. */
    static OptionalLong seconds(String text) {
        return time(text, 0, SECOND);
    }

    private static OptionalLong time(String text, int largest, int smallest) {
        Matcher part = TIME_PART.matcher(text);
        long total = 0;
        int end = 0;
        int next = largest;
        while (end < text.length()) {
            if (!part.find()) {
                return OptionalLong.empty();
            }
            int unit = part.group(2) == null ? SECOND : indexOf(part.group(2));
            OptionalLong value = product(part.group(1), TIME_UNITS_MS[unit]);
            if (unit < next || unit > smallest || value.isEmpty() || total > Long.MAX_VALUE - value.getAsLong()) {
                return OptionalLong.empty();
            }
            total += value.getAsLong();
            next = unit + 1;
            end = part.end();
        }
        return end == 0 ? OptionalLong.empty() : OptionalLong.of(total);
    }

    private static int indexOf(String unit) {
        for (int i = 0; i < TIME_UNITS.length; i++) {
            if (TIME_UNITS[i].equals(unit)) {
                return i;
            }
        }
        throw new AssertionError(unit);
    }

    private static OptionalLong product(String digits, long factor) {
        try {
            return OptionalLong.of(Math.multiplyExact(Long.parseLong(digits), factor));
        } catch (NumberFormatException | ArithmeticException e) {
            return OptionalLong.empty();
        }
    }
}
