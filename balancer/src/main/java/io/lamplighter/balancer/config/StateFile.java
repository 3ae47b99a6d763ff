package io.lamplighter.balancer.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The file of {@code state}: a {@code server} line for each server, and nothing else. */
public final class StateFile {
    private StateFile() {}

    /**
     * Writes all of it, and then puts it in the place of the old one.
     *
     * @throws IOException if that cannot be; the old one is untouched then
     */
    public static void write(Path file, List<UpstreamServer> servers) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.write(fresh, servers.stream().map(ServerLine::text).toList());
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new IOException("\"" + file + "\" cannot be written (" + FileErrors.reason(e) + ")", e);
        }
    }
}
