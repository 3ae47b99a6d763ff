package io.lamplighter.balancer.config;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a single value must look like. Bounds are inclusive and in the unit of the kind: a number, bytes or milliseconds.
 *
 * @param kind how the text is read
 * @param min least value
 * @param max greatest value
 */
record ValueRule(Kind kind, long min, long max) {
    /** How the text of a value is read. */
    enum Kind {
        FLAG("\"on\" or \"off\""),
        NUMBER("a number"),
        SIZE("a size such as 512, 16k or 1m"),
        MSEC("a time such as 500ms, 10s or 1h30m"),
        SECONDS("a time such as 10s, 5m or 1d"),
        /** One of nginx's levels that a trouble of a client can have. */
        LEVEL("one of info, notice, warn and error"),
        /** Free text; whoever reads the directive checks it. */
        TEXT("");

        private final String expected;

        Kind(String expected) {
            this.expected = expected;
        }
    }

    /** Keeps every time, as nanoseconds, in a {@code long}, with room to be added to the clock: 68 years. Milliseconds. */
    static final long MAX_TIME_MS = Integer.MAX_VALUE * 1000L;

    private static final List<String> LEVELS = List.of("info", "notice", "warn", "error");

    static final ValueRule LEVEL = new ValueRule(Kind.LEVEL, 0, 0);
    static final ValueRule TEXT = new ValueRule(Kind.TEXT, 0, 0);
    static final ValueRule FLAG = new ValueRule(Kind.FLAG, 0, 0);

    static ValueRule number(long min) {
        return new ValueRule(Kind.NUMBER, min, Integer.MAX_VALUE);
    }

    static ValueRule number(long min, long max) {
        return new ValueRule(Kind.NUMBER, min, max);
    }

    static ValueRule size(long min) {
        return new ValueRule(Kind.SIZE, min, Integer.MAX_VALUE);
    }

    static ValueRule msec(long min, long max) {
        return new ValueRule(Kind.MSEC, min, max);
    }

    static ValueRule seconds(long min) {
        return new ValueRule(Kind.SECONDS, min, MAX_TIME_MS);
    }

    /** The value, 0 or 1 for a flag; empty when the text breaks the rule. */
    OptionalLong parse(String text) {
        OptionalLong value = switch (kind) {
            case FLAG -> flag(text);
            case NUMBER -> Units.number(text);
            case SIZE -> Units.size(text);
            case MSEC -> Units.msec(text);
            case SECONDS -> Units.seconds(text);
            case LEVEL -> LEVELS.contains(text) ? OptionalLong.of(0) : OptionalLong.empty();
            case TEXT -> OptionalLong.of(0);
        };
        boolean isBounded = kind != Kind.FLAG && kind != Kind.LEVEL && kind != Kind.TEXT;
        boolean isOutside = isBounded && value.isPresent() && (value.getAsLong() < min || value.getAsLong() > max);
        return isOutside ? OptionalLong.empty() : value;
    }

    /** Why the text breaks the rule, as what it must be; empty when it does not. */
    Optional<String> complaint(String text) {
        if (parse(text).isPresent()) {
            return Optional.empty();
        }
        return Optional.of("it must be " + kind.expected + bounds());
    }

    private String bounds() {
        return switch (kind) {
            case FLAG, LEVEL, TEXT -> "";
            case NUMBER -> " between " + min + " and " + max;
            case SIZE -> ", between " + min + " and " + max + " bytes";
            case MSEC, SECONDS -> ", between " + duration(min) + " and " + duration(max);
        };
    }

    private static String duration(long ms) {
        return ms % 1000 == 0 ? ms / 1000 + "s" : ms + "ms";
    }

    private static OptionalLong flag(String text) {
        if (text.equalsIgnoreCase("on")) {
            return OptionalLong.of(1);
        }
        return text.equalsIgnoreCase("off") ? OptionalLong.of(0) : OptionalLong.empty();
    }
}
