package io.lamplighter.simulator.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the checkout under test keeps its things. */
final class Repository {

    /** Maven names the module's directory; the checkout is the one above it. */
    private static final Path ROOT =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();

    static final Path DISTRIBUTION = file("lamp-simulator/target/lamplighter");
    static final List<String> PROGRAMS = List.of("lamplighter", "lamplighter-agent", "lampsim");

    private Repository() {}

    static Path file(String name) {
        return ROOT.resolve(name);
    }

    /** The parts a launcher needs, copied to {@code home}: its script and the one it sources, not the jars. */
    static Path copyLaunchers(Path home) throws IOException {
        Path bin = Files.createDirectories(home.resolve("bin"));
        Path lib = Files.createDirectories(home.resolve("lib"));
        for (String program : PROGRAMS) {
            Files.copy(DISTRIBUTION.resolve("bin").resolve(program), bin.resolve(program));
        }
        Files.copy(DISTRIBUTION.resolve("lib/launch.sh"), lib.resolve("launch.sh"));
        return home;
    }

    static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        }
    }
}
