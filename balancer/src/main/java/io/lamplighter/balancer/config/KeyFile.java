package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.LoadReportsConfig.ReportKeyConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads a {@code key_file}: a key a line, {@code <id 0..255> <base64 of at least 16 bytes>}; empty lines and lines that
 * begin with {@code #} are passed over. No message ever holds a part of a line: it might be a key.
 */
final class KeyFile {
    private static final int MAX_ID = 255;
    /** Half of what HMAC-SHA256 puts out: below it a key is easier to guess than its signature. Bytes. */
    private static final int MIN_KEY_BYTES = 16;

    private final Reading reading;
    private final List<ReportKeyConfig> keys = new ArrayList<>();
    private final Set<Integer> ids = new HashSet<>();

    KeyFile(Reading reading) {
        this.reading = reading;
    }

    /** The keys in file order; none after a fault. */
    List<ReportKeyConfig> read(Word name) {
        Optional<Path> file = reading.files().resolve(reading.confDirectory(), name);
        Optional<String> text = file.flatMap(path -> reading.files().readSecret(path, name));
        if (text.isEmpty()) {
            return List.of();
        }
        List<String> lines = text.get().lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                readLine(line, placeOf(file.get(), i + 1, name));
            }
        }
        if (lines.stream().map(String::strip).allMatch(line -> line.isEmpty() || line.startsWith("#"))) {
            reading.diagnostics().fault(name, "the key file \"" + name.text() + "\" holds no key");
        }
        return keys;
    }

    private void readLine(String line, Word at) {
        String[] parts = line.split("\\s+", -1);
        OptionalLong id = Units.number(parts[0]);
        if (parts.length != 2 || id.isEmpty() || id.getAsLong() > MAX_ID) {
            reading.diagnostics()
                    .fault(at, "invalid key, the line must be a number from 0 to 255 and the key in base64");
            return;
        }
        Optional<byte[]> secret = decode(parts[1]);
        if (secret.isEmpty()) {
            reading.diagnostics().fault(at, "invalid key, it is not base64");
        } else if (secret.get().length < MIN_KEY_BYTES) {
            reading.diagnostics()
                    .fault(
                            at,
                            "invalid key, it has " + secret.get().length + " bytes, but " + MIN_KEY_BYTES
                                    + " are the least");
        } else if (!ids.add((int) id.getAsLong())) {
            reading.diagnostics().fault(at, "duplicate key number " + id.getAsLong());
        } else {
            keys.add(new ReportKeyConfig((int) id.getAsLong(), secret.get()));
        }
    }

    private static Optional<byte[]> decode(String base64) {
        try {
            return Optional.of(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Word placeOf(Path file, int line, Word name) {
        return new Word("", new Source(file.toString(), line), name.order());
    }
}
