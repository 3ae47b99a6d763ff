package io.lamplighter.simulator.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code mvn package} puts into {@code target/lamplighter}. */
class DistributionIT {

    private static final Path LIB = Repository.DISTRIBUTION.resolve("lib");

    @Test
    void itHasProgramsJarsSamplesAndUnits() throws IOException {
        assertThat(Repository.list(Repository.DISTRIBUTION).stream().map(Path::getFileName))
                .extracting(Path::toString)
                .contains("LICENSE", "bin", "conf", "lib", "systemd");
        assertThat(Repository.list(Repository.DISTRIBUTION.resolve("bin")))
                .allSatisfy(program -> assertThat(program).isExecutable())
                .extracting(program -> program.getFileName().toString())
                .containsExactlyElementsOf(Repository.PROGRAMS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"conf", "systemd"})
    void samplesAndUnitsAreThoseOfTheCheckout(String directory) throws IOException {
        List<Path> files = Repository.list(Repository.file(directory));

        assertThat(files)
                .isNotEmpty()
                .filteredOn(Files::isRegularFile)
                .allSatisfy(file -> assertThat(
                                Repository.DISTRIBUTION.resolve(directory).resolve(file.getFileName()))
                        .hasSameBinaryContentAs(file));
    }

    @Test
    void ourThreeModulesAndTheNativesOfBothArchitecturesAreThere() throws IOException {
        assertThat(jarNames())
                .anyMatch(name -> name.startsWith("balancer-"))
                .anyMatch(name -> name.startsWith("node-agent-"))
                .anyMatch(name -> name.startsWith("lamp-simulator-"))
                .anyMatch(name -> name.startsWith("netty-transport-native-epoll-") && name.contains("linux-x86_64"))
                .anyMatch(name -> name.startsWith("netty-transport-native-epoll-") && name.contains("linux-aarch_64"))
                .anyMatch(name -> name.startsWith("netty-transport-native-io_uring-") && name.contains("linux-x86_64"))
                .anyMatch(
                        name -> name.startsWith("netty-transport-native-io_uring-") && name.contains("linux-aarch_64"));
    }

    @Test
    void nothingIsShippedThatIsNeverLoaded() throws IOException {
        assertThat(jarNames())
                .noneMatch(name -> name.contains("quic") || name.contains("osx") || name.contains("windows"))
                .noneMatch(name -> name.contains("kqueue") || name.contains("-tests") || name.contains("-sources"))
                .noneMatch(name -> name.matches("(junit|assertj|awaitility|jqwik|archunit|hamcrest|byte-buddy|jmh).*"));
    }

    /** All jars are on one class path: of two classes, or two logback.xml, one would be taken by chance. */
    @Test
    void noClassAndNoResourceIsInTwoJars() throws IOException {
        Map<String, Path> owners = new HashMap<>();
        Map<String, String> clashes = new TreeMap<>();
        for (Path jar : jars()) {
            for (String entry : entriesOf(jar)) {
                Path owner = owners.putIfAbsent(entry, jar);
                if (owner != null) {
                    clashes.put(entry, owner.getFileName() + " and " + jar.getFileName());
                }
            }
        }

        assertThat(clashes).isEmpty();
    }

    private static Set<String> entriesOf(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Set<String> names = new HashSet<>();
            file.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .filter(name -> !name.startsWith("META-INF/") && !name.equals("module-info.class"))
                    .forEach(names::add);
            return names;
        }
    }

    private static List<String> jarNames() throws IOException {
        return jars().stream().map(jar -> jar.getFileName().toString()).toList();
    }

    private static List<Path> jars() throws IOException {
        List<Path> jars = Repository.list(LIB).stream()
                .filter(file -> file.toString().endsWith(".jar"))
                .toList();
        assertThat(jars).isNotEmpty();
        return jars;
    }
}
