package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Loads text as a configuration, with names that never leave the machine. */
final class TestConfig {
    private static final Map<String, List<String>> HOSTS = Map.of(
            "localhost", List.of("127.0.0.1", "::1"),
            "lamps.test", List.of("10.0.0.1", "10.0.0.2", "fd00::1"));

    private TestConfig() {}

    static ConfigLoader loader() {
        return new ConfigLoader(TestConfig::resolve, 6);
    }

    static LoadResult load(Path directory, String text) {
        return load(directory, text, "");
    }

    static LoadResult load(Path directory, String text, String globals) {
        write(directory, "test.conf", text);
        return loader().load(Path.of("test.conf"), directory, globals, Optional.empty());
    }

    /** The configuration, which must be right. */
    static BalancerConfig config(Path directory, String text) {
        return config(load(directory, text));
    }

    static BalancerConfig config(LoadResult result) {
        assertThat(result).isInstanceOf(LoadResult.Loaded.class);
        return ((LoadResult.Loaded) result).config();
    }

    /** The faults as printed, without the program's name and the directory. */
    static List<String> faults(Path directory, String text) {
        return faults(load(directory, text), directory);
    }

    static List<String> faults(LoadResult result, Path directory) {
        assertThat(result).isInstanceOf(LoadResult.Refused.class);
        return lines(((LoadResult.Refused) result).faults(), directory);
    }

    static List<String> lines(List<Fault> faults, Path directory) {
        return faults.stream()
                .map(fault -> fault.toString()
                        .replace("lamplighter: [emerg] ", "")
                        .replace("lamplighter: [warn] ", "")
                        .replace(directory + "/", ""))
                .toList();
    }

    static void write(Path directory, String name, String text) {
        try {
            Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<InetAddress> resolve(String host) throws UnknownHostException {
        List<String> found = HOSTS.get(host);
        if (found == null && Addresses.literal(host).isEmpty()) {
            throw new UnknownHostException(host);
        }
        List<String> literals = found == null ? List.of(host) : found;
        return literals.stream().map(l -> Addresses.literal(l).orElseThrow()).toList();
    }
}
