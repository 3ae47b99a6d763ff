package io.lamplighter.balancer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The file that tells this process's id while it serves.
 *
 * @param path where it lies
 */
record PidFile(Path path) implements AutoCloseable {
    /** Writes the file, in a directory that is made if need be. Called when every address is open, because whoever waits for the file then connects. */
    static PidFile write(Path path) throws IOException {
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            Files.writeString(path, ProcessHandle.current().pid() + "\n");
        } catch (IOException e) {
            throw new IOException("cannot write the pid file \"" + path + "\": " + e, e);
        }
        return new PidFile(path);
    }

    /** The process id in the file; empty if there is none. */
    static OptionalLong read(Path path) {
        try {
            return OptionalLong.of(Long.parseLong(Files.readString(path).trim()));
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** Removes the file, unless another process has written its own since. */
    @Override
    public void close() throws IOException {
        OptionalLong pid = read(path);
        if (pid.isPresent() && pid.getAsLong() == ProcessHandle.current().pid()) {
            Files.deleteIfExists(path);
        }
    }
}
