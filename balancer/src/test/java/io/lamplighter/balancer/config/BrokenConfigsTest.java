package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each file in {@code broken} has beside it the whole list of its faults, in order. */
class BrokenConfigsTest {
    @TestFactory
    Stream<DynamicTest> everyFaultIsListedWithItsPlace() throws IOException {
        return configs().stream()
                .map(config -> DynamicTest.dynamicTest(
                        config.getFileName().toString(),
                        () -> assertThat(faults(config)).isEqualTo(Files.readAllLines(expectation(config)))));
    }

    @TestFactory
    Stream<DynamicTest> noExpectationIsLeftWithoutItsFile() throws IOException {
        assertThat(configs()).hasSizeGreaterThan(20);
        try (Stream<Path> files = Files.list(directory())) {
            return files.filter(file -> file.toString().endsWith(".faults")).toList().stream()
                    .map(file -> DynamicTest.dynamicTest(
                            file.getFileName().toString(),
                            () -> assertThat(configs())
                                    .anyMatch(config -> expectation(config).equals(file))));
        }
    }

    private static List<String> faults(Path config) {
        LoadResult result = TestConfig.loader().load(config, Path.of("/nonexistent"), "", Optional.empty());
        return TestConfig.faults(result, directory());
    }

    private static List<Path> configs() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.filter(file -> file.toString().endsWith(".conf"))
                    .sorted()
                    .toList();
        }
    }

    private static Path expectation(Path config) {
        String name = config.getFileName().toString();
        return config.resolveSibling(name.replace(".conf", ".faults"));
    }

    private static Path directory() {
        try {
            return Path.of(BrokenConfigsTest.class.getResource("broken").toURI());
        } catch (URISyntaxException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
