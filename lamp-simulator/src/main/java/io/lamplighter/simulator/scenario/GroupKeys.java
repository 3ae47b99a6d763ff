package io.lamplighter.simulator.scenario;

import io.lamplighter.simulator.frame.LampStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The keys of a {@code [lamps NAME]} section, each with what it sets. */
final class GroupKeys {
    /** Longest payload, bytes: its answer, with the longest name of a node before it, fits into a frame. */
    static final int MAX_PAYLOAD_BYTES = 65_000;

    private static final String RANGE = "(.+?)\\.\\.(.+)";
    private static final Pattern PAYLOAD_RANGE = Pattern.compile(RANGE);
    private static final Pattern BACK_OFF = Pattern.compile("(\\S+?)\\.\\.(\\S+?)(?:\\s+jitter\\s+(\\S+))?");
    private static final Pattern READ_RATE = Pattern.compile("(\\d+[kKmM]?)/s");

    private static final Map<String, BiConsumer<LampGroupEditor, String>> KEYS = new LinkedHashMap<>();

    static {
        KEYS.put("share", (group, text) -> group.share = Values.percentAboveZero(text));
        KEYS.put("protocol", (group, text) -> group.protocol = Optional.of(Values.oneOf(Protocol.class, text)));
        KEYS.put("interval", (group, text) -> group.interval = Values.timeAboveZero(text));
        KEYS.put("jitter", (group, text) -> group.jitter = Values.percent(text));
        KEYS.put("payload", GroupKeys::payload);
        KEYS.put("reconnect", (group, text) -> group.reconnect = reconnect(text));
        KEYS.put("session", (group, text) -> group.session = session(text));
        KEYS.put("first-report", (group, text) -> group.reportsOnArrival = isOnArrival(text));
        KEYS.put("rebind", (group, text) -> group.rebindEvery = Optional.of(Values.timeAboveZero(text)));
        KEYS.put("abandon", (group, text) -> group.abandonEvery = Optional.of(Values.timeAboveZero(text)));
        KEYS.put("read", (group, text) -> group.readBytesPerSecond = readRate(text));
        KEYS.put("qos", (group, text) -> group.qos = qos(text));
        KEYS.put("keep-alive", (group, text) -> group.keepAlive = Values.time(text));
    }

    private GroupKeys() {}

    static List<String> names() {
        return List.copyOf(KEYS.keySet());
    }

    /**
     * Sets one value.
     *
     * @return whether there is such a key
     * @throws IllegalArgumentException when the value cannot be understood
     */
    static boolean set(LampGroupEditor group, String key, String value) {
        BiConsumer<LampGroupEditor, String> setter = KEYS.get(key);
        if (setter != null) {
            setter.accept(group, value);
        }
        return setter != null;
    }

    /** What a group asks for that does not go together; a sentence each. */
    static List<String> contradictions(LampGroupEditor group) {
        List<String> found = new java.util.ArrayList<>();
        Protocol protocol = group.protocol.orElse(Protocol.TCP);
        if (group.rebindEvery.isPresent() && protocol != Protocol.UDP) {
            found.add("rebind is for UDP lamps: say protocol = udp too");
        }
        if (group.abandonEvery.isPresent() && protocol == Protocol.UDP) {
            found.add("abandon is for lamps with connections, not for UDP");
        }
        if (group.readBytesPerSecond.isPresent() && protocol != Protocol.TCP) {
            found.add("read is for TCP lamps");
        }
        if (group.session.isPerReport() && group.abandonEvery.isPresent()) {
            found.add("a session per report leaves nothing to abandon");
        }
        return found;
    }

    private static void payload(LampGroupEditor group, String text) {
        Matcher range = PAYLOAD_RANGE.matcher(text);
        boolean isRange = range.matches();
        long least = Values.size(isRange ? range.group(1) : text);
        long greatest = Values.size(isRange ? range.group(2) : text);
        if (least < LampStatus.BYTES || greatest < least || greatest > MAX_PAYLOAD_BYTES) {
            throw Values.wrong(
                    text, "a size or a range LEAST..GREATEST of " + LampStatus.BYTES + ".." + MAX_PAYLOAD_BYTES);
        }
        group.minPayloadBytes = (int) least;
        group.maxPayloadBytes = (int) greatest;
    }

    private static Reconnect reconnect(String text) {
        if (text.equals("at-once")) {
            return Reconnect.AT_ONCE;
        }
        Matcher backOff = BACK_OFF.matcher(text);
        if (!backOff.matches()) {
            throw Values.wrong(text, "at-once, or a back-off such as 1s..60s jitter 50%");
        }
        Reconnect reconnect = new Reconnect(
                Values.timeAboveZero(backOff.group(1)),
                Values.timeAboveZero(backOff.group(2)),
                backOff.group(3) == null ? 0 : Values.percent(backOff.group(3)));
        if (reconnect.longest().compareTo(reconnect.first()) < 0) {
            throw Values.wrong(text, "a back-off whose longest wait is not below its first");
        }
        return reconnect;
    }

    private static SessionLife session(String text) {
        return switch (text) {
            case "kept" -> SessionLife.KEPT;
            case "per-report" -> SessionLife.PER_REPORT;
            default -> SessionLife.ofMean(meanLife(text));
        };
    }

    private static java.time.Duration meanLife(String text) {
        try {
            return Values.timeAboveZero(text);
        } catch (IllegalArgumentException e) {
            throw Values.wrong(text, "kept, per-report, or a mean life such as 30s");
        }
    }

    private static boolean isOnArrival(String text) {
        return switch (text) {
            case "spread" -> false;
            case "on-arrival" -> true;
            default -> throw Values.wrong(text, "spread or on-arrival");
        };
    }

    private static OptionalLong readRate(String text) {
        Matcher matcher = READ_RATE.matcher(text);
        if (!matcher.matches() || Values.size(matcher.group(1)) == 0) {
            throw Values.wrong(text, "a rate such as 8k/s");
        }
        return OptionalLong.of(Values.size(matcher.group(1)));
    }

    private static int qos(String text) {
        return switch (text) {
            case "0" -> 0;
            case "1" -> 1;
            default -> throw Values.wrong(text, "0 or 1");
        };
    }
}
