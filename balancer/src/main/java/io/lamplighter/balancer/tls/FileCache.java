package io.lamplighter.balancer.tls;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code ssl_certificate_cache}: what was read from files whose names hold variables. A file is not looked at again before its
 * entry is too old, or has made place for others.
 *
 * <p>Threads: any.
 */
final class FileCache {
    /** Reads a file. */
    interface Reader<T> {
        /** What is in it. */
        Loaded<T> read() throws TlsException;
    }

    /** What was read, and whether it may be kept. */
    record Loaded<T>(T value, boolean isKept) {}

    private record Entry(Object value, long readMs, long usedMs) {
        Entry used(long nowMs) {
            return new Entry(value, readMs, nowMs);
        }
    }

    private final Certificates.CacheBounds bounds;
    private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    FileCache(Certificates.CacheBounds bounds) {
        this.bounds = bounds;
    }

    /**
     * What is in a file, or was when it was read last.
     *
     * @param key its name, and what it is read as
     */
    @SuppressWarnings("unchecked") // a key is always read by the same reader
    synchronized <T> T get(String key, long nowMs, Reader<T> reader) throws TlsException {
        expire(nowMs);
        @Nullable Entry known = entries.get(key);
        if (known != null && nowMs - known.readMs <= bounds.validMs()) {
            entries.put(key, known.used(nowMs));
            return (T) known.value;
        }
        entries.remove(key);
        Loaded<T> loaded = reader.read();
        if (loaded.isKept) {
            entries.put(key, new Entry(loaded.value, nowMs, nowMs));
            makeRoom();
        }
        return loaded.value;
    }

    private void expire(long nowMs) {
        entries.values().removeIf(entry -> nowMs - entry.usedMs > bounds.inactiveMs());
    }

    private void makeRoom() {
        Iterator<Entry> oldestFirst = entries.values().iterator();
        while (entries.size() > bounds.max()) {
            oldestFirst.next();
            oldestFirst.remove();
        }
    }
}
