package io.lamplighter.simulator.flood;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Everything a flood counts. Event loops add, any thread reads. */
final class Tally {
    private static final int MAX_NODES = 1000; // answers may carry rubbish for a name; memory must stay bounded
    private static final String OTHER_NODES = "(others)";

    final LongAdder tcpSessions = new LongAdder();
    final LongAdder udpSessions = new LongAdder();
    final LongAdder due = new LongAdder();
    final LongAdder answered = new LongAdder();
    final AtomicInteger openLamps = new AtomicInteger();
    private final AtomicInteger peakOpenLamps = new AtomicInteger();
    private final Map<FloodError, LongAdder> errors = new EnumMap<>(FloodError.class);
    private final Map<String, LongAdder> exchangesByNode = new ConcurrentHashMap<>();

    Tally() {
        Arrays.stream(FloodError.values()).forEach(kind -> errors.put(kind, new LongAdder()));
    }

    void error(FloodError kind) {
        counter(kind).increment();
    }

    private LongAdder counter(FloodError kind) {
        return java.util.Objects.requireNonNull(errors.get(kind));
    }

    void lampOpened(LongAdder sessions) {
        sessions.increment();
        int open = openLamps.incrementAndGet();
        peakOpenLamps.accumulateAndGet(open, Math::max);
    }

    void lampClosed() {
        openLamps.decrementAndGet();
    }

    /** Counts an exchange of the measured part for the node that answered it. */
    void servedBy(String node) {
        LongAdder counter = exchangesByNode.get(node);
        if (counter == null) {
            String name = exchangesByNode.size() < MAX_NODES ? node : OTHER_NODES;
            counter = exchangesByNode.computeIfAbsent(name, any -> new LongAdder());
        }
        counter.increment();
    }

    int peakOpenLamps() {
        return peakOpenLamps.get();
    }

    long errorTotal() {
        return errors.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** The kinds that occurred. */
    Map<FloodError, Long> errorsByKind() {
        Map<FloodError, Long> occurred = new EnumMap<>(FloodError.class);
        errors.forEach((kind, count) -> {
            if (count.sum() > 0) {
                occurred.put(kind, count.sum());
            }
        });
        return occurred;
    }

    Map<String, Long> exchangesByNode() {
        return exchangesByNode.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().sum(), Long::sum, TreeMap::new));
    }
}
