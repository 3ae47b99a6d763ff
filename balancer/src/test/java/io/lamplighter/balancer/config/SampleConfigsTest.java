package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.tls.TestPki;
import io.lamplighter.balancer.tls.TestPki.Identity;
import io.lamplighter.balancer.variable.FixedValues;
import io.lamplighter.balancer.variable.LogLine;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What lies in {@code conf/} is copied by users, so all of it must load without a warning. */
class SampleConfigsTest {
    private static final Path CONF = Path.of("..", "conf").toAbsolutePath().normalize();

    /** Samples lie here beside the certificates that they name. */
    @TempDir
    Path directory;

    private void writeCertificates() {
        Identity authority = TestPki.elliptic("authority").authority().selfSigned();
        authority.write(directory, "clients-ca");
        authority.write(directory, "servers-ca");
        TestPki.elliptic("lamps.example.com")
                .named("lamps.example.com")
                .by(authority)
                .write(directory, "lamps");
    }

    private Path copied(Path sample) throws IOException {
        try (Stream<Path> files = Files.list(CONF)) {
            for (Path file : files.toList()) {
                Files.copy(file, directory.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return directory.resolve(sample.getFileName());
    }

    @TestFactory
    Stream<DynamicTest> everySampleLoads() throws IOException {
        writeCertificates();
        return samples().stream()
                .map(sample -> DynamicTest.dynamicTest(sample.getFileName().toString(), () -> {
                    LoadResult result = load(copied(sample));
                    assertThat(result).isInstanceOf(LoadResult.Loaded.class);
                    assertThat(result.warnings()).isEmpty();
                }));
    }

    @Test
    void theFirstSampleListensOnTheLoopbackAddressOnly() {
        StreamConfig stream = TestConfig.config(load(CONF.resolve("lamplighter.conf"))).stream();
        assertThat(stream.servers())
                .isNotEmpty()
                .flatExtracting(ServerConfig::listens)
                .allMatch(listen ->
                        ((InetSocketAddress) listen.address()).getAddress().isLoopbackAddress());
        assertThat(stream.api().orElseThrow().listen().getAddress().isLoopbackAddress())
                .isTrue();
    }

    @Test
    void itsLogFormatWritesJson() throws IOException {
        StreamConfig stream = TestConfig.config(load(CONF.resolve("lamplighter.conf"))).stream();
        LogLine line = stream.servers().get(0).accessLogs().get(0).format();
        String json = line.render(new FixedValues(variable -> switch (variable) {
            case STATUS, SESSION_TIME, BYTES_RECEIVED, BYTES_SENT -> "1";
            default -> "\"" + variable.lowerName() + "\"";
        }));
        assertThat(new com.fasterxml.jackson.databind.ObjectMapper()
                        .readTree(json)
                        .size())
                .isEqualTo(9);
    }

    private static LoadResult load(Path sample) {
        return TestConfig.loader().load(sample, Path.of("/nonexistent"), "", Optional.empty());
    }

    private static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.list(CONF)) {
            // agent.conf is the agent's, in a language of its own; its tests load it.
            List<Path> samples = files.filter(file -> file.toString().endsWith(".conf"))
                    .filter(file -> !file.endsWith("agent.conf"))
                    .toList();
            assertThat(samples).contains(CONF.resolve("lamplighter.conf"));
            return samples;
        }
    }
}
