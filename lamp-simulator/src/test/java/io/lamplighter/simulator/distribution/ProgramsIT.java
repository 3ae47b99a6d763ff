package io.lamplighter.simulator.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs of the distribution, started by their launchers on the Java that runs this test. */
class ProgramsIT {

    private @TempDir Path directory;

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

    private Command.Result run(String program, String option) throws IOException, InterruptedException {
        Map<String, String> environment =
                Map.of("PATH", "/usr/bin:/bin", "JAVA_HOME", System.getProperty("java.home"), "LC_ALL", "C.UTF-8");
        return Command.of(
                        Repository.DISTRIBUTION.resolve("bin").resolve(program),
                        List.of(option),
                        environment,
                        directory)
                .run();
    }
}
