package io.lamplighter.simulator.scenario;

import io.lamplighter.simulator.scenario.Arrival.Shape;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Text → {@link Scenario}. A line is {@code key = value}, a section {@code [lamps NAME]} or {@code [at TIME]}, a comment, or
 * empty. Everything is read before anything is said, so that one look finds all faults.
 */
final class ScenarioReader {
    private static final Pattern SECTION = Pattern.compile("\\[\\s*(\\w+)\\s+(\\S+)\\s*]");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,32}");
    private static final List<String> GENERAL_KEYS =
            List.of("about", "warmup", "duration", "arrive", "timeout", "speedup");
    private static final double SHARES_TOLERANCE = 1e-6;

    private final String name;
    private final List<String> faults = new ArrayList<>();
    private final List<LampGroupEditor> groups = new ArrayList<>();
    private final List<TimedEvent> events = new ArrayList<>();
    private String place = "";
    private String about = "";
    private Duration warmup = Duration.ZERO;
    private Duration duration = Duration.ofSeconds(30);
    private @Nullable Arrival arrival;
    private Duration timeout = Duration.ofSeconds(10);
    private double speedup = 1;
    private @Nullable LampGroupEditor group;
    private @Nullable Duration eventAt;
    private final Set<String> seen = new HashSet<>();

    ScenarioReader(String name) {
        this.name = name;
    }

    /**
     * Reads a text and what overrides it.
     *
     * @param file its name for messages
     * @param settings {@code key=value} each: a general key, or one that every group gets
     * @throws ScenarioException with all faults
     */
    Scenario read(String file, List<String> lines, List<String> settings) throws ScenarioException {
        for (int i = 0; i < lines.size(); i++) {
            place = file + ":" + (i + 1);
            line(COMMENT.matcher(lines.get(i)).replaceFirst("").strip());
        }
        if (groups.isEmpty()) {
            groups.add(new LampGroupEditor(LampGroup.standard("lamps")));
        }
        settings.forEach(this::setting);
        place = file;
        checkGroups();
        if (!faults.isEmpty()) {
            throw new ScenarioException(faults);
        }
        return scenario();
    }

    private Scenario scenario() {
        events.sort(Comparator.comparing(TimedEvent::at));
        return new Scenario(
                name,
                about,
                warmup,
                duration,
                arrival == null ? new Arrival(warmup, Shape.EVEN) : arrival,
                timeout,
                groups.stream().map(each -> each.group().compressed(speedup)).toList(),
                events);
    }

    private void line(String line) {
        if (line.isEmpty()) {
            return;
        }
        if (line.startsWith("[")) {
            section(line);
            return;
        }
        int equals = line.indexOf('=');
        if (equals < 1) {
            fault("expected key = value, [lamps NAME] or [at TIME], found \"" + line + "\"");
            return;
        }
        String key = line.substring(0, equals).strip();
        if (!seen.add(key)) {
            fault(key + " is said twice");
            return;
        }
        value(key, line.substring(equals + 1).strip());
    }

    private void section(String line) {
        Matcher matcher = SECTION.matcher(line);
        group = null;
        eventAt = null;
        seen.clear();
        if (matcher.matches() && matcher.group(1).equals("lamps")) {
            beginGroup(matcher.group(2));
        } else if (matcher.matches() && matcher.group(1).equals("at")) {
            check(() -> eventAt = Values.time(matcher.group(2)), "at");
        } else {
            fault("expected [lamps NAME] or [at TIME], found \"" + line + "\"");
        }
    }

    private void beginGroup(String groupName) {
        if (!NAME.matcher(groupName).matches()) {
            fault("expected a name of at most 32 letters, digits, - and _, found \"" + groupName + "\"");
        } else if (groups.stream().anyMatch(other -> other.name.equals(groupName))) {
            fault("there are lamps named \"" + groupName + "\" already");
        }
        group = new LampGroupEditor(LampGroup.standard(groupName));
        groups.add(group);
    }

    private void value(String key, String value) {
        LampGroupEditor current = group;
        Duration at = eventAt;
        if (current != null) {
            check(() -> require(GroupKeys.set(current, key, value), key, "lamps", GroupKeys.names()), key);
        } else if (at != null) {
            check(
                    () -> {
                        Optional<Event> event = EventKeys.read(key, value);
                        require(event.isPresent(), key, "events", EventKeys.names());
                        event.ifPresent(known -> events.add(new TimedEvent(at, known)));
                    },
                    key);
        } else {
            check(() -> require(setGeneral(key, value), key, "scenarios", GENERAL_KEYS), key);
        }
    }

    private static void require(boolean isKnown, String key, String of, List<String> known) {
        if (!isKnown) {
            throw new IllegalArgumentException(of + " have no \"" + key + "\", only " + String.join(", ", known));
        }
    }

    private boolean setGeneral(String key, String value) {
        switch (key) {
            case "about" -> about = value;
            case "warmup" -> warmup = Values.time(value);
            case "duration" -> duration = Values.timeAboveZero(value);
            case "arrive" -> arrival = arrival(value);
            case "timeout" -> timeout = Values.timeAboveZero(value);
            case "speedup" -> speedup = Values.numberAboveZero(value);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static Arrival arrival(String value) {
        String[] words = value.split("\\s+", -1);
        if (words.length > 2) {
            throw Values.wrong(value, "a time, and perhaps even or dusk");
        }
        return new Arrival(Values.time(words[0]), words.length == 1 ? Shape.EVEN : Values.oneOf(Shape.class, words[1]));
    }

    private void setting(String setting) {
        int equals = setting.indexOf('=');
        place = "--set " + setting;
        if (equals < 1) {
            fault("expected KEY=VALUE");
            return;
        }
        String key = setting.substring(0, equals).strip();
        String value = setting.substring(equals + 1).strip();
        check(
                () -> {
                    boolean isKnown = setGeneral(key, value);
                    for (LampGroupEditor each : groups) {
                        isKnown |= GroupKeys.set(each, key, value);
                    }
                    List<String> known = new ArrayList<>(GENERAL_KEYS);
                    known.addAll(GroupKeys.names());
                    require(isKnown, key, "scenarios", known);
                },
                key);
    }

    private void checkGroups() {
        for (LampGroupEditor each : groups) {
            GroupKeys.contradictions(each).forEach(fault -> fault("lamps " + each.name + ": " + fault));
        }
        double sum = groups.stream().mapToDouble(each -> each.share).sum();
        if (Math.abs(sum - 1) > SHARES_TOLERANCE) {
            fault("the shares of all lamps must add up to 100%, found "
                    + BigDecimal.valueOf(sum * 100)
                            .setScale(4, RoundingMode.HALF_EVEN)
                            .stripTrailingZeros()
                            .toPlainString()
                    + "%");
        }
    }

    private void check(Runnable step, String key) {
        try {
            step.run();
        } catch (IllegalArgumentException e) {
            String message = e.getMessage();
            fault(message != null && message.startsWith("expected") ? key + ": " + message : String.valueOf(message));
        }
    }

    private void fault(String message) {
        faults.add(place + ": " + message);
    }
}
