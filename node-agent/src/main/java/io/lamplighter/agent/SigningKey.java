package io.lamplighter.agent;

import io.lamplighter.agent.report.ReportKey;
import io.lamplighter.agent.report.ReportKeyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key that signs, read again when its file changes: a key is replaced by replacing the file, whether in place, by a
 * rename or behind a symbolic link. A file that cannot be read or holds no such key changes nothing, is said once and tried
 * again each time.
 *
 * <p>Looked at before each report instead of on a signal: a forgotten signal would leave the old key in use until the
 * balancers drop it, weeks later.
 *
 * <p>Not for use by several threads.
 */
final class SigningKey implements Supplier<Optional<ReportKey>> {
    private static final Logger LOG = LoggerFactory.getLogger(SigningKey.class);

    /** File systems keep times in steps; within one, a second change of the same size looks like none. Guessed, generous. */
    private static final long SETTLED_AFTER_MS = 2_000;

    private final Path file;
    private final OptionalInt wantedId;
    private final LongSupplier wallMs;
    private final Trouble reading;
    private ReportKey key;
    private Optional<Stamp> read = Optional.empty();

    /** What tells one state of the file from another. */
    private record Stamp(long modifiedMs, long size, Object identity) {}

    /**
     * Reads the file.
     *
     * @param wantedId id of the key that signs; empty for the first of the file
     * @param wallMs the clock of the file's times, milliseconds since 1970
     * @throws IOException naming the file, when there is no such key in it
     */
    SigningKey(Path file, OptionalInt wantedId, LongSupplier wallMs) throws IOException {
        this.file = file;
        this.wantedId = wantedId;
        this.wallMs = wallMs;
        this.reading = new Trouble(LOG, "reading the key file again, the key before stays in use");
        Stamp stamp = stamp();
        key = wantedKey();
        read = settled(stamp);
    }

    @Override
    public Optional<ReportKey> get() {
        try {
            Stamp now = stamp();
            if (!read.equals(Optional.of(now))) {
                use(wantedKey());
                read = settled(now);
            }
            reading.isOver();
        } catch (IOException e) {
            read = Optional.empty();
            reading.occurred(String.valueOf(e.getMessage()));
        }
        return Optional.of(key);
    }

    private void use(ReportKey found) {
        if (!found.equals(key)) {
            LOG.info("the key file {} changed: key {} signs now", file, found.id());
        }
        key = found;
    }

    private ReportKey wantedKey() throws IOException {
        List<ReportKey> keys = ReportKeyFile.read(file);
        int wanted = wantedId.orElse(keys.get(0).id());
        return keys.stream()
                .filter(one -> one.id() == wanted)
                .findFirst()
                .orElseThrow(() -> new IOException(file + ": there is no key " + wanted + " in it"));
    }

    private Stamp stamp() throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new Stamp(attributes.lastModifiedTime().toMillis(), attributes.size(), attributes.fileKey());
    }

    private Optional<Stamp> settled(Stamp stamp) {
        boolean isSettled = Math.abs(wallMs.getAsLong() - stamp.modifiedMs()) > SETTLED_AFTER_MS;
        return isSettled ? Optional.of(stamp) : Optional.empty();
    }
}
