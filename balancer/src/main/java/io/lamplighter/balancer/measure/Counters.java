package io.lamplighter.balancer.measure;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The values of {@link Counter} and of the end reasons, from the start of the process on. Any thread counts and reads. */
public final class Counters {
    private final Map<Counter, LongAdder> counters = adders(Counter.class);
    private final Map<EndReason, LongAdder> ended = adders(EndReason.class);

    private static <K extends Enum<K>> Map<K, LongAdder> adders(Class<K> keys) {
        Map<K, LongAdder> adders = new EnumMap<>(keys);
        for (K key : keys.getEnumConstants()) {
            adders.put(key, new LongAdder());
        }
        return adders;
    }

    public void count(Counter counter) {
        count(counter, 1);
    }

    /** Counts {@code times} events at once. */
    public void count(Counter counter, long times) {
        counters.get(counter).add(times);
    }

    /** Counts the end of a session. */
    public void ended(EndReason reason) {
        ended.get(reason).increment();
        count(Counter.SESSIONS_ENDED);
    }

    public long value(Counter counter) {
        return counters.get(counter).sum();
    }

    public long value(EndReason reason) {
        return ended.get(reason).sum();
    }

    /** Sessions that are open now. */
    public long openSessions() {
        // Ends first: a session that begins and ends between the two readings must not make the difference negative.
        long ends = value(Counter.SESSIONS_ENDED);
        return value(Counter.TCP_SESSIONS) + value(Counter.UDP_SESSIONS) - ends;
    }
}
