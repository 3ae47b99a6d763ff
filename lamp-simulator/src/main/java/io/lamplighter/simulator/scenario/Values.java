package io.lamplighter.simulator.scenario;

import io.lamplighter.simulator.OptionTypes;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How scenarios write single values. Each method throws with a sentence that says what was expected. */
final class Values {
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)%");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kKmM]?)");

    private Values() {}

    /** {@code 250us}, {@code 2ms}, {@code 1.5s}, {@code 2m}, {@code 1h}, or {@code 0}. */
    static Duration time(String text) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        return OptionTypes.duration(text).orElseThrow(() -> wrong(text, "a time, such as 500ms, 2s or 15m"));
    }

    static Duration timeAboveZero(String text) {
        Duration time = time(text);
        if (time.isZero()) {
            throw wrong(text, "a time above 0");
        }
        return time;
    }

    /** {@code 20%} as 0.2; at most 100 %. */
    static double percent(String text) {
        Matcher matcher = PERCENT.matcher(text);
        if (!matcher.matches() || Double.parseDouble(matcher.group(1)) > 100) {
            throw wrong(text, "a percentage of 0%..100%");
        }
        return Double.parseDouble(matcher.group(1)) / 100;
    }

    static double percentAboveZero(String text) {
        double share = percent(text);
        if (share == 0) {
            throw wrong(text, "a percentage above 0%");
        }
        return share;
    }

    /** Bytes: a number, or one of {@code k} (1024) or {@code m}. */
    static long size(String text) {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            throw wrong(text, "bytes, such as 40, 8k or 1m");
        }
        long unit = switch (matcher.group(2)) {
            case "k", "K" -> 1 << 10;
            case "m", "M" -> 1 << 20;
            default -> 1;
        };
        return Long.parseLong(matcher.group(1)) * unit;
    }

    static double numberAboveZero(String text) {
        try {
            double number = Double.parseDouble(text);
            if (number > 0 && number < 1e9) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw wrong(text, "a number above 0");
    }

    static <E extends Enum<E>> E oneOf(Class<E> type, String text) {
        for (E value : type.getEnumConstants()) {
            if (value.name().equalsIgnoreCase(text)) {
                return value;
            }
        }
        throw wrong(text, "one of " + String.join(", ", names(type)));
    }

    private static <E extends Enum<E>> java.util.List<String> names(Class<E> type) {
        return java.util.Arrays.stream(type.getEnumConstants())
                .map(value -> value.name().toLowerCase(java.util.Locale.ROOT))
                .toList();
    }

    static IllegalArgumentException wrong(String found, String expected) {
        return new IllegalArgumentException("expected " + expected + ", found \"" + found + "\"");
    }
}
