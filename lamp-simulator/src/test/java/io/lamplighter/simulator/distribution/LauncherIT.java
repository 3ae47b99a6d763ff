package io.lamplighter.simulator.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launchers against a Java that only tells how it was called, from a directory whose name holds blanks. PATH has
 * nothing but that Java and the few tools a launcher may use, so that the machine's own Java cannot help out.
 */
class LauncherIT {

    private static final List<String> TOOLS = List.of("readlink", "dirname", "sed");

    private @TempDir Path directory;
    private Path home;
    private Path javas;
    private final Map<String, String> environment = new HashMap<>();

    static List<String> programs() {
        return Repository.PROGRAMS;
    }

    @BeforeEach
    void copyTheLaunchers() throws IOException {
        home = Repository.copyLaunchers(directory.resolve("a place with blanks"));
        javas = Files.createDirectories(directory.resolve("java of the path"));
        Path tools = Command.toolBox(directory.resolve("tools"), TOOLS);
        environment.put("PATH", javas + ":" + tools);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void theProgramSeesItsArgumentsAsTheyWereGiven(String program) throws Exception {
        fakeJava(javas.resolve("java"), "17.0.15");

        List<String> arguments = List.of("-g", "daemon off;", "", "*", "--", "$HOME", "it's \"quoted\"");
        Command.Result result = launch(program, arguments);

        assertThat(result.exitCode()).as(result.errors()).isZero();
        assertThat(argumentsOfMain(result)).isEqualTo(arguments);
    }

    @ParameterizedTest
    @CsvSource({
        "lamplighter,       *,                io.lamplighter.balancer.Lamplighter",
        "lamplighter-agent, node-agent-1.jar, io.lamplighter.agent.Agent",
        "lampsim,           *,                io.lamplighter.simulator.LampSim"
    })
    void eachProgramStartsItsMainClassWithTheJarsBesideIt(String program, String jars, String mainClass)
            throws Exception {
        fakeJava(javas.resolve("java"), "17.0.15");
        Files.createFile(home.resolve("lib/node-agent-1.jar"));

        List<String> words = launch(program, List.of()).lines();

        assertThat(words)
                .contains("-Dlamplighter.home=" + home, "-XX:+ExitOnOutOfMemoryError")
                .containsSequence("-cp", home + "/lib/" + jars, mainClass);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void javaTakesTheProcessOfTheLauncher(String program) throws Exception {
        fakeJava(javas.resolve("java"), "17.0.15");

        Command.Result result = launch(program, List.of());

        assertThat(result.lines()).contains("pid " + result.pid());
    }

    @Test
    void theExitCodeOfTheProgramIsPassedOn() throws Exception {
        Command.script(
                javas.resolve("java"),
                "#!/bin/sh\n[ \"$1\" = -version ] && echo 'x version \"17\"' && exit\nexit 43\n");

        assertThat(launch("lamplighter", List.of()).exitCode()).isEqualTo(43);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void aChainOfLinksLeadsToTheDistribution(String program) throws Exception {
        fakeJava(javas.resolve("java"), "17.0.15");
        Path absolute = directory.resolve("absolute link");
        Path relative = directory.resolve("relative link");
        Files.createSymbolicLink(absolute, home.resolve("bin").resolve(program));
        Files.createSymbolicLink(relative, Path.of("absolute link"));

        Command.Result result =
                Command.of(relative, List.of(), environment, directory).run();

        assertThat(result.lines()).as(result.errors()).contains("-Dlamplighter.home=" + home);
    }

    @Test
    void aLauncherOnThePathFindsItsDistribution() throws Exception {
        fakeJava(javas.resolve("java"), "17.0.15");
        environment.put("PATH", environment.get("PATH") + ":" + home.resolve("bin"));

        Command.Result result = Command.of(Path.of("/bin/sh"), List.of("-c", "lampsim"), environment, directory)
                .run();

        assertThat(result.lines()).as(result.errors()).contains("-Dlamplighter.home=" + home);
    }

    @Test
    void aPathWithAColonIsRefusedSinceItWouldSplitTheClassPath() throws Exception {
        fakeJava(javas.resolve("java"), "17.0.15");
        home = Repository.copyLaunchers(directory.resolve("10:30"));

        assertRefused(launch("lamplighter", List.of()), "lamplighter: cannot run from " + home + ": a colon ");
    }

    @Test
    void javaHomeGoesBeforeThePath() throws Exception {
        fakeJava(javas.resolve("java"), "17.0.15");
        Path other = fakeJava(directory.resolve("other jdk/bin/java"), "21.0.4");
        environment.put("JAVA_HOME", directory.resolve("other jdk").toString());

        assertThat(launch("lamplighter", List.of()).lines()).contains("java " + other);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void aMissingJavaIsSaidWithWhatToDo(String program) throws Exception {
        assertRefused(launch(program, List.of()), program + ": no Java found: install Java 17 or newer");
    }

    @Test
    void aJavaHomeWithoutJavaIsNamedAndThePathIsNotTriedInstead() throws Exception {
        fakeJava(javas.resolve("java"), "17.0.15");
        environment.put("JAVA_HOME", "/no/such jdk");

        assertRefused(
                launch("lampsim", List.of()),
                "lampsim: JAVA_HOME is /no/such jdk, but there is no executable /no/such jdk/bin/java");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8.0_402", "11.0.22", "16", "9-internal"})
    void anOlderJavaIsRefusedWithItsVersion(String version) throws Exception {
        Path java = fakeJava(javas.resolve("java"), version);

        assertRefused(
                launch("lamplighter", List.of()),
                "lamplighter: Java 17 or newer is needed, but " + java + " is Java " + version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "17.0.15", "21-ea", "25.0.3", "100"})
    void java17AndNewerAreTaken(String version) throws Exception {
        fakeJava(javas.resolve("java"), version);

        assertThat(launch("lamplighter", List.of()).exitCode()).isZero();
    }

    @Test
    void aJavaThatDoesNotTellItsVersionIsRefused() throws Exception {
        Path java = Command.script(javas.resolve("java"), "#!/bin/sh\necho no such thing >&2; exit 1\n");

        assertRefused(launch("lamplighter", List.of()), "lamplighter: cannot tell the version of " + java);
    }

    @Test
    void theVersionInTheReleaseFileSavesStartingAJvmToAsk() throws Exception {
        Path jdk = directory.resolve("jdk");
        Command.script(jdk.resolve("bin/java"), "#!/bin/sh\n[ \"$1\" != -version ] || exit 1\necho started\n");
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17.0.15\"\n");
        Files.createSymbolicLink(javas.resolve("java"), jdk.resolve("bin/java"));

        assertThat(launch("lamplighter", List.of()).lines()).containsExactly("started");
    }

    @ParameterizedTest
    @CsvSource({"17.0.15, false", "24, false", "25, true", "26.0.1, true"})
    void compactObjectHeadersAreAskedForWhereTheyAreNoExperiment(String version, boolean expected) throws Exception {
        fakeJava(javas.resolve("java"), version);

        boolean asked = launch("lamplighter", List.of()).lines().contains("-XX:+UseCompactObjectHeaders");

        assertThat(asked).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void optionsOfTheUserFollowOursAndAreNoFileNames(String program) throws Exception {
        fakeJava(javas.resolve("java"), "17.0.15");
        environment.put("JAVA_OPTS", "-Dfiles=* *");
        environment.put("LAMPLIGHTER_OPTS", "-Xmx3g  -Dlast=1");

        List<String> words = launch(program, List.of()).lines();

        assertThat(words).containsSequence("-Dfiles=*", "*", "-Xmx3g", "-Dlast=1");
        assertThat(words.lastIndexOf("-Xmx3g"))
                .isGreaterThan(words.indexOf(words.stream()
                        .filter(word -> word.startsWith("-Xmx"))
                        .findFirst()
                        .orElseThrow()));
    }

    private Command.Result launch(String program, List<String> arguments) throws IOException, InterruptedException {
        return Command.of(home.resolve("bin").resolve(program), arguments, environment, directory)
                .run();
    }

    /** One line, starting with this, and nothing started. */
    private static void assertRefused(Command.Result result, String message) {
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.output()).isEmpty();
        assertThat(result.errors()).startsWith(message).hasLineCount(1);
    }

    private static List<String> argumentsOfMain(Command.Result result) {
        List<String> words = result.lines();
        return words.subList(words.indexOf("-cp") + 3, words.size());
    }

    /** A Java that says which one it is, its process id and then its arguments, one a line. */
    private static Path fakeJava(Path file, String version) throws IOException {
        return Command.script(file, """
                #!/bin/sh
                if [ "$1" = -version ]; then
                    echo 'Picked up JAVA_TOOL_OPTIONS: -Dx' >&2
                    echo 'openjdk version "%s" 2026-04-21' >&2
                    exit
                fi
                echo "java $0"
                echo "pid $$"
                for argument; do echo "$argument"; done
                """.formatted(version));
    }
}
