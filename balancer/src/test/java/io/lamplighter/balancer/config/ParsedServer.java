package io.lamplighter.balancer.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A server made of text, for tests of other packages. */
public final class ParsedServer {
    private ParsedServer() {}

    /** The one server of {@code stream}, whose content is {@code text}, all of it line 1 of {@code test.conf}. */
    public static ServerConfig of(String text) {
        try {
            Path directory = Files.createTempDirectory("server");
            Path file = directory.resolve("test.conf");
            try {
                Files.writeString(file, "stream { server { " + text + " } }");
                return server(TestConfig.loader().load(file, directory, "", Optional.empty()));
            } finally {
                Files.delete(file);
                Files.delete(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerConfig server(LoadResult result) {
        if (result instanceof LoadResult.Loaded loaded) {
            return loaded.config().stream().servers().get(0);
        }
        throw new AssertionError(((LoadResult.Refused) result).faults());
    }
}
