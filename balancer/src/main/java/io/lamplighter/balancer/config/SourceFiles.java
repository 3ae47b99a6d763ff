package io.lamplighter.balancer.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the files of a configuration and remembers them for {@code -T}; whatever cannot be read becomes a fault. */
final class SourceFiles {
    /** Far above any configuration written by people or programs; stops a mistaken {@code include /dev/zero}. Bytes. */
    private static final int LIMIT_BYTES = 16 << 20;

    private final List<ConfigFile> files = new ArrayList<>();
    private final Diagnostics diagnostics;

    SourceFiles(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    /** Every file read as configuration so far, each once. */
    List<ConfigFile> files() {
        return files;
    }

    /** The text of a configuration file, or empty after reporting why not, at {@code at} if some line names the file. */
    Optional<String> readConfig(Path file, @Nullable Word at) {
        Optional<String> text = read(file, at);
        if (text.isPresent() && files.stream().noneMatch(known -> known.path().equals(file))) {
            files.add(new ConfigFile(file, text.get()));
        }
        return text;
    }

    /** The text of a file that is never shown to anyone. */
    Optional<String> readSecret(Path file, Word at) {
        return read(file, at);
    }

    /** {@code directory/path}, or empty after reporting that the system cannot name such a file. */
    Optional<Path> resolve(Path directory, Word path) {
        try {
            return Optional.of(directory.resolve(path.text()));
        } catch (InvalidPathException e) {
            diagnostics.fault(path, "invalid path \"" + path.text() + "\": " + e.getReason());
            return Optional.empty();
        }
    }

    private Optional<String> read(Path file, @Nullable Word at) {
        if (Files.isDirectory(file)) {
            report(at, "read() \"" + file + "\" failed (21: Is a directory)");
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LIMIT_BYTES + 1);
            if (bytes.length <= LIMIT_BYTES) {
                return Optional.of(new String(bytes, StandardCharsets.UTF_8));
            }
            report(at, "\"" + file + "\" is larger than " + LIMIT_BYTES + " bytes");
        } catch (IOException e) {
            report(at, "open() \"" + file + "\" failed (" + FileErrors.reason(e) + ")");
        }
        return Optional.empty();
    }

    private void report(@Nullable Word at, String message) {
        if (at == null) {
            diagnostics.fault(message);
        } else {
            diagnostics.fault(at, message);
        }
    }
}
