package io.lamplighter.simulator.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The units start what the build made. They name an installation in {@code /opt/lamplighter}, which a build machine does
 * not have, so they are read with the distribution in its place. Where systemd is installed it judges them too.
 */
class SystemdUnitsIT {

    private static final String INSTALLED = "/opt/lamplighter";
    private static final Path UNITS = Repository.DISTRIBUTION.resolve("systemd");
    private static final Path SYSTEMD_ANALYZE = Path.of("/usr/bin/systemd-analyze");

    /** In tenths, on systemd's scale from 0 to 10, up to 2 being its "OK". */
    private static final int MAX_EXPOSURE_TENTHS = 20;

    private @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"lamplighter.service", "lamplighter-agent.service"})
    void everyCommandOfAUnitIsAProgramOfTheDistribution(String unit) throws IOException {
        List<Path> programs = unitLines(unit)
                .filter(line -> line.startsWith("Exec"))
                .map(line -> line.substring(line.indexOf('=') + 1).split(" ", 2)[0])
                .filter(program -> !program.equals("/bin/kill"))
                .map(program -> Path.of(inDistribution(program)))
                .toList();

        assertThat(programs).isNotEmpty().allSatisfy(program -> {
            assertThat(program).startsWith(Repository.DISTRIBUTION);
            assertThat(program).isExecutable();
        });
        assertThat(programs.get(0)).hasFileName(unit.replace(".service", ""));
    }

    @Test
    void theUserOfTheBalancerIsOneThatIsCreated() throws IOException {
        String user = unitLines("lamplighter.service")
                .filter(line -> line.startsWith("User="))
                .map(line -> line.substring("User=".length()))
                .findFirst()
                .orElseThrow();

        assertThat(Files.readString(UNITS.resolve("sysusers.d/lamplighter.conf")))
                .contains("\nu " + user + " ");
    }

    @Test
    void theBalancerChecksItsConfigurationBeforeStartAndReloadAsItWillReadIt() throws IOException {
        String start = onlyCommand("ExecStart=");

        assertThat(onlyCommand("ExecStartPre=").replace(" -t -q ", " ")).isEqualTo(start);
        assertThat(unitLines("lamplighter.service").filter(line -> line.startsWith("ExecReload=")))
                .containsExactly("ExecReload=" + onlyCommand("ExecStartPre="), "ExecReload=/bin/kill -HUP $MAINPID");
    }

    @TestFactory
    Stream<DynamicTest> systemdFindsNothingWrongWithTheUnits() throws IOException {
        Stream<String> units = Files.isExecutable(SYSTEMD_ANALYZE)
                ? Stream.of("lamplighter.service", "lamplighter-agent.service")
                : Stream.empty();
        return units.flatMap(unit -> Stream.of(
                DynamicTest.dynamicTest(unit + " is understood", () -> assertUnderstood(unit)),
                DynamicTest.dynamicTest(unit + " exposes little", () -> assertLittleExposed(unit))));
    }

    private void assertUnderstood(String unit) throws Exception {
        Command.Result result = analyze("verify", installHere(unit));

        assertThat(result.exitCode()).as(result.errors()).isZero();
        assertThat(result.errors().lines().filter(line -> line.contains(unit))).isEmpty();
    }

    private void assertLittleExposed(String unit) throws Exception {
        Command.Result result =
                analyze("security", "--offline=true", "--threshold=" + MAX_EXPOSURE_TENTHS, installHere(unit));

        assertThat(result.exitCode()).as(result.output() + result.errors()).isZero();
    }

    private Command.Result analyze(String... arguments) throws IOException, InterruptedException {
        return Command.of(
                        SYSTEMD_ANALYZE,
                        List.of(arguments),
                        Map.of("PATH", "/usr/bin:/bin", "SYSTEMD_COLORS", "0", "SYSTEMD_PAGER", ""),
                        directory)
                .run();
    }

    /** A copy of the unit that starts launchers which are there: a path of ours has no blanks that systemd would split. */
    private String installHere(String unit) throws IOException {
        Path home = directory.resolve("lamplighter");
        if (!Files.exists(home)) {
            Repository.copyLaunchers(home);
        }
        String text = Files.readString(UNITS.resolve(unit)).replace(INSTALLED, home.toString());
        return Files.writeString(directory.resolve(unit), text).toString();
    }

    private static String onlyCommand(String setting) throws IOException {
        return unitLines("lamplighter.service")
                .filter(line -> line.startsWith(setting))
                .map(line -> line.substring(setting.length()))
                .reduce((one, other) -> {
                    throw new AssertionError("more than one " + setting);
                })
                .orElseThrow();
    }

    private static Stream<String> unitLines(String unit) throws IOException {
        return Files.readAllLines(UNITS.resolve(unit)).stream();
    }

    private static String inDistribution(String command) {
        return command.replace(INSTALLED, Repository.DISTRIBUTION.toString());
    }
}
