package io.lamplighter.simulator.scenario;

import io.lamplighter.simulator.scenario.Event.Ending;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The keys of an {@code [at TIME]} section. */
final class EventKeys {
    private static final Pattern CUT = Pattern.compile("(\\S+) for (\\S+)(?: by (\\S+))?");
    private static final Pattern FOR = Pattern.compile("for (\\S+)");

    private EventKeys() {}

    static List<String> names() {
        return List.of("power-cut", "lose-node");
    }

    /**
     * Reads one event.
     *
     * @return empty when there is no such key
     * @throws IllegalArgumentException when the value cannot be understood
     */
    static Optional<Event> read(String key, String value) {
        return switch (key) {
            case "power-cut" -> Optional.of(powerCut(value));
            case "lose-node" -> Optional.of(nodeLoss(value));
            default -> Optional.empty();
        };
    }

    private static Event powerCut(String value) {
        Matcher matcher = CUT.matcher(value);
        if (!matcher.matches()) {
            throw Values.wrong(value, "SHARE for TIME, such as 100% for 10s, and perhaps by reset, close or silence");
        }
        Ending ending = matcher.group(3) == null ? Ending.RESET : Values.oneOf(Ending.class, matcher.group(3));
        return new Event.PowerCut(
                Values.percentAboveZero(matcher.group(1)), Values.timeAboveZero(matcher.group(2)), ending);
    }

    private static Event nodeLoss(String value) {
        Matcher matcher = FOR.matcher(value);
        if (!matcher.matches()) {
            throw Values.wrong(value, "for TIME, such as for 10s");
        }
        return new Event.NodeLoss(Values.timeAboveZero(matcher.group(1)));
    }
}
