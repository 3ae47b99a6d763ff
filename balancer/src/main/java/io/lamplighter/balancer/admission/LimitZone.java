package io.lamplighter.balancer.admission;

import java.util.concurrent.ConcurrentHashMap;

/**
 * A table that counts sessions by a key. It outlives configurations: sessions that began before a reload count after it.
 *
 * <p>Threads: any; no thread waits for more than another one's step at the same key.
 */
final class LimitZone {
    /** What nginx takes for the entry of a short key; keys here take more, but the number of entries is what users reckon with. */
    private static final int ENTRY_BYTES = 64;

    private final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
    private volatile long mostKeys;

    LimitZone(long sizeBytes) {
        resize(sizeBytes);
    }

    void resize(long sizeBytes) {
        mostKeys = Math.max(1, sizeBytes / ENTRY_BYTES);
    }

    /** Counts a session, if there are fewer than {@code most} with its key and there is room for the key: checked and counted in one step. */
    boolean take(String key, int most) {
        boolean[] isTaken = new boolean[1];
        counts.compute(key, (same, count) -> {
            isTaken[0] = count == null ? counts.mappingCount() < mostKeys : count < most;
            if (!isTaken[0]) {
                return count;
            }
            return count == null ? 1 : count + 1;
        });
        return isTaken[0];
    }

    /** Gives back what {@link #take} took. */
    void release(String key) {
        counts.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
    }

    /** Sessions with that key. */
    int count(String key) {
        return counts.getOrDefault(key, 0);
    }
}
