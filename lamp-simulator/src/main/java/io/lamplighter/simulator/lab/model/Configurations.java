package io.lamplighter.simulator.lab.model;

import io.lamplighter.balancer.config.ConfigLoader;
import io.lamplighter.balancer.config.LoadResult;
import io.lamplighter.balancer.config.LoadResult.Loaded;
import io.lamplighter.balancer.config.NameResolver;
import io.lamplighter.balancer.config.StreamConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Reads configurations that are not files, each text once. Any thread. */
final class Configurations {
    private static final Map<String, StreamConfig> READ = new ConcurrentHashMap<>();

    private Configurations() {}

    /** @throws IllegalArgumentException when the balancer would refuse it */
    static StreamConfig of(String text) {
        return READ.computeIfAbsent(text, Configurations::read);
    }

    private static StreamConfig read(String text) {
        try {
            Path file = Files.createTempFile("lampsim-lab", ".conf");
            try {
                Files.writeString(file, text);
                Path directory = file.toAbsolutePath().getParent();
                LoadResult result =
                        new ConfigLoader(NameResolver.system(), 1).load(file, directory, "", Optional.empty());
                if (result instanceof LoadResult.Refused refused) {
                    throw new IllegalArgumentException(refused.faults() + " in\n" + text);
                }
                return ((Loaded) result).config().stream();
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a configuration of the laboratory cannot be written: " + e.getMessage(), e);
        }
    }
}
