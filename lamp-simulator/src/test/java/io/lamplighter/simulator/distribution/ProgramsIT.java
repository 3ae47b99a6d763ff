package io.lamplighter.simulator.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs of the distribution, started by their launchers on the Java that runs this test. */
class ProgramsIT {

    private @TempDir Path directory;

    private final Map<String, String> environment = new HashMap<>(
            Map.of("PATH", "/usr/bin:/bin", "JAVA_HOME", System.getProperty("java.home"), "LC_ALL", "C.UTF-8"));

    @ParameterizedTest
    @CsvSource({"lamplighter, -v", "lamplighter-agent, --version", "lampsim, --version"})
    void eachProgramTellsItsVersionAndNothingElse(String program, String option) throws Exception {
        Command.Result result = run(program, option);

        assertThat(result.exitCode()).as(result.errors()).isZero();
        assertThat(result.output() + result.errors()).matches("\\S+[ /:].*\\d.*\\R");
    }

    @Test
    void theBalancerFindsItsOwnConfigurationWhateverTheWorkingDirectory() throws Exception {
        Command.Result result = run("lamplighter", "-t");

        assertThat(result.exitCode()).as(result.errors()).isZero();
        assertThat(result.errors())
                .contains(Repository.DISTRIBUTION.resolve("conf/lamplighter.conf") + " test is successful");
    }

    @Test
    void theBalancerStartsWithTheClassesThatTheBuildArchived() throws Exception {
        Path loaded = directory.resolve("loaded");
        environment.put("LAMPLIGHTER_OPTS", "-Xlog:class+load:file=" + loaded);

        assertThat(run("lamplighter", "-t").exitCode()).isZero();

        assertThat(Files.readString(loaded))
                .containsPattern(
                        "io\\.lamplighter\\.balancer\\.config\\.ConfigLoader source: shared objects file \\(top\\)");
    }

    @Test
    void anArchiveThatDoesNotFitIsPassedOverWithoutAWord() throws Exception {
        Path lib = Files.createDirectories(directory.resolve("lib"));
        for (Path file : Repository.list(Repository.DISTRIBUTION.resolve("lib"))) {
            String name = file.getFileName().toString();
            if (name.endsWith(".jsa")) {
                Files.writeString(lib.resolve(name), "no archive");
            } else {
                Files.createSymbolicLink(lib.resolve(name), file);
            }
        }
        Path program = Files.createDirectories(directory.resolve("bin")).resolve("lamplighter");
        Files.copy(Repository.DISTRIBUTION.resolve("bin/lamplighter"), program);

        Command.Result result =
                Command.of(program, List.of("-v"), environment, directory).run();

        assertThat(result.exitCode()).as(result.errors()).isZero();
        assertThat(result.output() + result.errors()).matches("lamplighter version: \\S+\\R");
    }

    private Command.Result run(String program, String option) throws IOException, InterruptedException {
        return Command.of(
                        Repository.DISTRIBUTION.resolve("bin").resolve(program),
                        List.of(option),
                        environment,
                        directory)
                .run();
    }
}
