package io.lamplighter.balancer.keyval;

import io.lamplighter.balancer.config.KeyvalZoneConfig;
import io.lamplighter.balancer.config.KeyvalZoneConfig.KeyType;
import io.lamplighter.balancer.variable.Cidr;
import io.lamplighter.balancer.variable.GeoNetworks;
import io.lamplighter.balancer.variable.IpText;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of one {@code keyval_zone}. Keys and values are octets. It is the same after a reload as long as its name and type are.
 *
 * <p>Threads: methods that change it are for one thread at a time; {@link #find} reads one immutable snapshot and waits for nobody.
 * A change costs a copy, so it is for tables that an administrator changes, not for what each session changes.
 */
public final class KeyvalZone {
    /** What nginx takes for a pair beside its texts, about. */
    private static final int PAIR_BYTES = 64;

    private final KeyType type;
    private final LongSupplier nowMs;
    private KeyvalZoneConfig config;
    private volatile Snapshot snapshot;

    /**
     * A value.
     *
     * @param octets the value
     * @param untilMs when it is dropped, milliseconds since 1970; {@link Long#MAX_VALUE} for never
     */
    public record Pair(String octets, long untilMs) {}

    /** Why a change was not made, or that it was. */
    public enum Outcome {
        DONE,
        EXISTS,
        MISSING,
        FULL,
        /** The key of a zone of addresses is none. */
        NO_ADDRESS
    }

    /** The pairs and how they are found. */
    private record Snapshot(Map<String, Pair> pairs, GeoNetworks networks, NavigableSet<Integer> lengths) {
        static Snapshot of(Map<String, Pair> pairs, KeyType type) {
            GeoNetworks networks = new GeoNetworks();
            NavigableSet<Integer> lengths = new TreeSet<>(Collections.reverseOrder());
            for (String key : pairs.keySet()) {
                if (type == KeyType.IP) {
                    networks.put(Cidr.parse(key), key);
                } else if (type == KeyType.PREFIX) {
                    lengths.add(key.length());
                }
            }
            return new Snapshot(pairs, networks, lengths);
        }

        @Nullable
        String keyFor(String text, KeyType type) {
            return switch (type) {
                case STRING -> text;
                case IP -> {
                    byte[] address = IpText.parse(text);
                    yield address == null ? null : networks.find(address);
                }
                case PREFIX -> prefixOf(text);
            };
        }

        private @Nullable String prefixOf(String text) {
            for (int length : lengths) {
                String prefix = length > text.length() ? null : text.substring(0, length);
                if (prefix != null && pairs.containsKey(prefix)) {
                    return prefix;
                }
            }
            return null;
        }
    }

    /** @param nowMs the wall clock, milliseconds since 1970 */
    public KeyvalZone(KeyvalZoneConfig config, LongSupplier nowMs) {
        this.config = config;
        this.type = config.type();
        this.nowMs = nowMs;
        this.snapshot = Snapshot.of(Map.of(), type);
    }

    public String name() {
        return config.name();
    }

    KeyType type() {
        return type;
    }

    KeyvalZoneConfig config() {
        return config;
    }

    /** Size and timeout of a newer configuration; pairs that are there keep the time they have. */
    void reconfigure(KeyvalZoneConfig newer) {
        config = newer;
    }

    /** The value for a text; null if there is none. */
    public @Nullable String find(String text) {
        Snapshot now = snapshot;
        String key = now.keyFor(text, type);
        Pair pair = key == null ? null : now.pairs.get(key);
        return pair == null || isOver(pair) ? null : pair.octets;
    }

    private boolean isOver(Pair pair) {
        return pair.untilMs != Long.MAX_VALUE && nowMs.getAsLong() >= pair.untilMs;
    }

    /** All pairs that count now, in the order in which they came. */
    public Map<String, Pair> pairs() {
        Map<String, Pair> live = new LinkedHashMap<>(snapshot.pairs);
        live.values().removeIf(this::isOver);
        return live;
    }

    /** When a pair that is set now is dropped, if nothing else is said. */
    public long defaultUntilMs() {
        return config.timeoutMs() == 0 ? Long.MAX_VALUE : nowMs.getAsLong() + config.timeoutMs();
    }

    /** A moment from now on. */
    public long untilMs(long fromNowMs) {
        return nowMs.getAsLong() + fromNowMs;
    }

    /** Adds pairs, all or none of them. */
    public Outcome add(Map<String, Pair> added) {
        Map<String, Pair> pairs = pairs();
        for (Map.Entry<String, Pair> each : added.entrySet()) {
            if (type == KeyType.IP && Cidr.parse(each.getKey()) == null) {
                return Outcome.NO_ADDRESS;
            }
            if (pairs.putIfAbsent(each.getKey(), each.getValue()) != null) {
                return Outcome.EXISTS;
            }
        }
        return replace(pairs);
    }

    /** Changes pairs that are there, all or none of them; without a value a pair is taken out. */
    public Outcome change(Map<String, @Nullable Pair> changed) {
        Map<String, Pair> pairs = pairs();
        for (Map.Entry<String, @Nullable Pair> each : changed.entrySet()) {
            if (!pairs.containsKey(each.getKey())) {
                return Outcome.MISSING;
            }
            if (each.getValue() == null) {
                pairs.remove(each.getKey());
            } else {
                pairs.put(each.getKey(), each.getValue());
            }
        }
        return replace(pairs);
    }

    /** Takes everything out. */
    public void clear() {
        replace(new HashMap<>());
    }

    private Outcome replace(Map<String, Pair> pairs) {
        long bytes = 0;
        for (Map.Entry<String, Pair> each : pairs.entrySet()) {
            bytes +=
                    PAIR_BYTES + each.getKey().length() + each.getValue().octets.length();
        }
        if (bytes > config.sizeBytes()) {
            return Outcome.FULL;
        }
        snapshot = Snapshot.of(pairs, type);
        return Outcome.DONE;
    }
}
