package io.lamplighter.agent;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Numbers with units on the command line. */
final class Amounts {
    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,12})([a-z]*)");

    private Amounts() {}

    /** {@code 1s}, {@code 500ms}, {@code 2m}. */
    static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            Matcher amount = matched(text, "a time such as 1s or 500ms");
            long number = Long.parseLong(amount.group(1));
            return switch (amount.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s", "" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                default -> throw wrong("a time such as 1s or 500ms", text);
            };
        }
    }

    /** {@code 1g}, {@code 100m}, {@code 64k}: bits per second, in thousands as networks count. */
    static final class BitsPerSecond implements ITypeConverter<Long> {
        private static final String EXPECTED = "bits per second such as 1g or 100m";

        @Override
        public Long convert(String text) {
            Matcher amount = matched(text, EXPECTED);
            long number = Long.parseLong(amount.group(1));
            long unit = switch (amount.group(2)) {
                case "" -> 1L;
                case "k" -> 1_000L;
                case "m" -> 1_000_000L;
                case "g" -> 1_000_000_000L;
                default -> throw wrong(EXPECTED, text);
            };
            if (number == 0 || number > Long.MAX_VALUE / unit) {
                throw wrong(EXPECTED, text);
            }
            return number * unit;
        }
    }

    private static Matcher matched(String text, String expected) {
        Matcher amount = AMOUNT.matcher(text.toLowerCase(Locale.ROOT));
        if (!amount.matches()) {
            throw wrong(expected, text);
        }
        return amount;
    }

    private static TypeConversionException wrong(String expected, String found) {
        return new TypeConversionException("expected " + expected + ", found \"" + found + "\"");
    }
}
