package io.lamplighter.simulator.cloud;

import io.lamplighter.simulator.OptionTypes;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Something bad that an emulated node does when it is told to, in the words of scripts and of ORDER frames.
 *
 * @param kind what
 * @param factor speed during a slow-down, as a part of the usual one; 1 for other kinds
 * @param lasts how long; zero for a reset
 */
record NodeOrder(Kind kind, double factor, Duration lasts) {
    private static final Pattern FORM =
            Pattern.compile("(crash|freeze|mute|refuse|drain|slow\\s+([0-9.]+))\\s+for\\s+(\\S+)|(reset)");

    /** What a node can do. */
    enum Kind {
        /** Every connection is reset, nothing listens, nothing is reported. */
        CRASH,
        /** Nothing moves: connections stay open, nobody reads, and what was under way waits. */
        FREEZE,
        /** The cores work at a part of their speed. */
        SLOW,
        /** Requests are served, but the answers go nowhere. */
        MUTE,
        /** No new connections; those that are there go on. */
        REFUSE,
        /** Every connection is reset once. */
        RESET,
        /** The reports ask for no new sessions. */
        DRAIN
    }

    /** @throws IllegalArgumentException when the words are no order; the message says what one is */
    static NodeOrder parse(String words) {
        Matcher matcher = FORM.matcher(words.strip());
        if (!matcher.matches()) {
            throw wrong(words);
        }
        if (matcher.group(4) != null) {
            return new NodeOrder(Kind.RESET, 1, Duration.ZERO);
        }
        String name = matcher.group(1).split("\\s", 2)[0];
        Duration lasts = OptionTypes.duration(matcher.group(3)).orElseThrow(() -> wrong(words));
        return new NodeOrder(Kind.valueOf(name.toUpperCase(Locale.ROOT)), factor(matcher.group(2), words), lasts);
    }

    private static double factor(@Nullable String digits, String words) {
        if (digits == null) {
            return 1;
        }
        try {
            double factor = Double.parseDouble(digits);
            if (factor > 0 && factor <= 1000) {
                return factor;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw wrong(words);
    }

    private static IllegalArgumentException wrong(String words) {
        return new IllegalArgumentException(
                "expected crash, freeze, mute, refuse or drain for TIME, slow FACTOR for TIME, or" + " reset, found \""
                        + words + "\"");
    }
}
