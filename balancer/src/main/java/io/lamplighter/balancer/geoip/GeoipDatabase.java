package io.lamplighter.balancer.geoip;

import com.maxmind.db.Reader;
import io.lamplighter.balancer.variable.IpText;
import io.lamplighter.balancer.variable.Octets;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file in MaxMind's format, and the next one that takes its place.
 *
 * <p>Threads: any. A lookup reads memory. Whether the file has changed is looked at elsewhere, when a lookup finds that it is
 * time.
 */
public final class GeoipDatabase {
    private static final Logger LOG = LoggerFactory.getLogger(GeoipDatabase.class);

    private final Path file;
    private final long reloadMs;
    private final Executor elsewhere;
    private final LongSupplier nowMs;
    private final AtomicLong nextLookMs;
    private volatile Opened opened;

    /** What is in force. Older readers are left to the garbage collector, because somebody may be looking up in them. */
    private record Opened(Reader reader, FileTime modified, long openedAtSeconds) {}

    /**
     * Opens a file.
     *
     * @param reloadMs how often it is looked at for changes, milliseconds; 0 for never
     * @param elsewhere where that is done
     * @param nowMs the wall clock, milliseconds
     * @throws IOException if it cannot be read, or is in another format
     */
    public GeoipDatabase(Path file, long reloadMs, Executor elsewhere, LongSupplier nowMs) throws IOException {
        this.file = file;
        this.reloadMs = reloadMs;
        this.elsewhere = elsewhere;
        this.nowMs = nowMs;
        this.nextLookMs = new AtomicLong(nowMs.getAsLong() + reloadMs);
        this.opened = open();
    }

    private Opened open() throws IOException {
        FileTime modified = Files.getLastModifiedTime(file);
        try {
            return new Opened(new Reader(file.toFile()), modified, TimeUnit.MILLISECONDS.toSeconds(nowMs.getAsLong()));
        } catch (RuntimeException e) {
            throw new IOException("damaged", e); // the library trusts what it reads
        }
    }

    /**
     * What is known of an address.
     *
     * @param address as text
     * @param path names of members, or numbers of elements, from the outside to the inside
     * @return octets; null if there is nothing, or something that has parts of its own
     */
    public @Nullable String find(String address, List<String> path) {
        lookForChanges();
        byte[] bytes = IpText.parse(address);
        if (bytes == null) {
            return null;
        }
        try {
            Object value = opened.reader.get(InetAddress.getByAddress(bytes), Object.class);
            for (String name : path) {
                value = inside(value, name);
            }
            return text(value);
        } catch (IOException | RuntimeException | InternalError e) {
            // The last of them is Java's when somebody cut the file that is mapped into memory.
            LOG.debug("{}: looking up an address failed", file, e);
            return null;
        }
    }

    private static @Nullable Object inside(@Nullable Object value, String name) {
        if (value instanceof Map<?, ?> map) {
            return map.get(name);
        }
        if (value instanceof List<?> list && name.matches("[0-9]{1,5}")) {
            int index = Integer.parseInt(name);
            return index < list.size() ? list.get(index) : null;
        }
        return null;
    }

    /** As the module of nginx writes them. */
    private static @Nullable String text(@Nullable Object value) {
        if (value instanceof String text) {
            return Octets.of(text);
        }
        if (value instanceof Boolean flag) {
            return flag ? "1" : "0";
        }
        if (value instanceof Double || value instanceof Float) {
            return String.format(Locale.ROOT, "%.5f", ((Number) value).doubleValue());
        }
        return value instanceof Number || value instanceof BigInteger ? value.toString() : null;
    }

    /** When the database was built, seconds since 1970. */
    public long builtAt() {
        lookForChanges();
        return opened.reader.getMetadata().getBuildDate().toInstant().getEpochSecond();
    }

    /** When the file changed last, seconds since 1970. */
    public long changedAt() {
        return opened.modified.to(TimeUnit.SECONDS);
    }

    /** When the file was opened, seconds since 1970. */
    public long openedAt() {
        return opened.openedAtSeconds;
    }

    private void lookForChanges() {
        long dueMs = nextLookMs.get();
        long now = nowMs.getAsLong();
        if (reloadMs > 0 && now >= dueMs && nextLookMs.compareAndSet(dueMs, now + reloadMs)) {
            elsewhere.execute(this::reopen);
        }
    }

    private void reopen() {
        try {
            if (!Files.getLastModifiedTime(file).equals(opened.modified)) {
                opened = open();
                LOG.info("{} has changed and is in force", file);
            }
        } catch (IOException e) {
            LOG.error("{} cannot be opened anew, what was known stays: {}", file, e.getMessage());
        }
    }
}
