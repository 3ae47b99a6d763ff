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

/** {@code .ci/run} in a checkout of its own, with a package manager that only notes what it is asked for. */
class CiRunTest {

    private static final List<String> TOOLS =
            List.of("readlink", "dirname", "awk", "mktemp", "rm", "cat", "find", "sort", "head", "sh");

    private @TempDir Path directory;
    private Path checkout;
    private Path tools;
    private Path jvms;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void copyTheScript() throws IOException {
        checkout = directory.resolve("a checkout");
        Files.createDirectories(checkout.resolve(".ci"));
        Files.copy(Repository.file(".ci/run"), checkout.resolve(".ci/run"));
        tools = Command.toolBox(directory.resolve("tools"), TOOLS);
        jvms = Files.createDirectories(directory.resolve("jvms"));
        Command.script(tools.resolve("apt-get"), "#!/bin/sh\necho \"$@\" >>'" + aptLog() + "'\n");
        Command.script(tools.resolve("javac"), "#!/bin/sh\necho javac 17.0.15\n");
        Command.script(tools.resolve("mvn"), "#!/bin/sh\n");
        Command.script(tools.resolve("systemd-analyze"), "#!/bin/sh\n");
        Command.script(tools.resolve("haproxy"), "#!/bin/sh\n");
        Command.script(tools.resolve("ip"), "#!/bin/sh\n");
        Command.script(tools.resolve("nginx"), "#!/bin/sh\n");
        Command.script(tools.resolve("mosquitto"), "#!/bin/sh\n");
        environment.put("PATH", tools.toString());
        environment.put("JVMS", jvms.toString());
    }

    @Test
    void theSecondBlockOfTheReadmeIsRunAsItStandsAndNothingElse() throws Exception {
        readme("echo \"one  two\" '*' >>ran");

        Command.Result result = run();

        assertThat(result.exitCode()).as(result.errors()).isZero();
        assertThat(checkout.resolve("ran")).hasContent("one  two *");
        assertThat(checkout.resolve("first")).doesNotExist();
        assertThat(aptLog()).doesNotExist();
    }

    @Test
    void successIsTwoLines() throws Exception {
        readme("echo a thousand lines of a build");

        assertThat(run().lines())
                .containsExactly(
                        "ci: echo a thousand lines of a build, on javac 17.0.15", "ci: passed on javac 17.0.15");
    }

    @Test
    void aFailureFailsAndShowsAllThatWasSaid() throws Exception {
        readme("echo to output; echo to errors >&2; exit 3");

        Command.Result result = run();

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.output()).contains("to output\n", "to errors\n");
        assertThat(result.errors()).contains("failed on javac 17.0.15 (exit code 3)");
    }

    @Test
    void aFailureInTheFirstOfTwoLinesFailsToo() throws Exception {
        readme("false\ntrue");

        assertThat(run().exitCode()).isEqualTo(1);
    }

    @Test
    void aReadmeWithoutATestCommandFails() throws Exception {
        Files.writeString(checkout.resolve("README.md"), "```\ntouch first\n```\n");

        Command.Result result = run();

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.errors()).contains("README.md has no second fenced block");
    }

    @Test
    void whatIsMissingIsInstalledAndNoMore() throws Exception {
        readme("true");
        Files.delete(tools.resolve("mvn"));
        Files.delete(tools.resolve("haproxy"));
        Files.delete(tools.resolve("nginx"));

        assertThat(run().exitCode()).isZero();
        assertThat(aptLog())
                .hasContent(
                        "-qq update\n-qq -y install --no-install-recommends maven haproxy nginx libnginx-mod-stream");
    }

    @Test
    void listsThatCannotBeRefreshedAreNoFailureWhenTheInstallationWorks() throws Exception {
        readme("true");
        Files.delete(tools.resolve("javac"));
        Command.script(tools.resolve("apt-get"), """
                #!/bin/sh
                [ "$2" != update ] || exit 100
                printf '#!/bin/sh\\necho javac 17.0.15\\n' >'%s'
                /bin/chmod +x '%s'
                """.formatted(tools.resolve("javac"), tools.resolve("javac")));

        Command.Result result = run();

        assertThat(result.exitCode()).as(result.errors()).isZero();
        assertThat(result.lines()).contains("ci: passed on javac 17.0.15");
    }

    @Test
    void anInstallationThatFailsIsShownAndEndsIt() throws Exception {
        readme("touch ran");
        Files.delete(tools.resolve("mvn"));
        Command.script(tools.resolve("apt-get"), "#!/bin/sh\necho no such package; exit 100\n");

        Command.Result result = run();

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.output()).contains("no such package");
        assertThat(checkout.resolve("ran")).doesNotExist();
    }

    @Test
    void aJava25RunsTheTestsAgainFromNothingBuilt() throws Exception {
        readme("[ ! -d target ] && /bin/mkdir target && echo \"${JAVA_HOME-none}\" >>ran");
        Path jdk25 = jvms.resolve("temurin-25-jdk-amd64");
        Command.script(jdk25.resolve("bin/javac"), "#!/bin/sh\necho javac 25.0.3\n");

        Command.Result result = run();

        assertThat(result.exitCode()).as(result.errors()).isZero();
        assertThat(result.lines()).contains("ci: passed on javac 17.0.15", "ci: passed on javac 25.0.3");
        assertThat(checkout.resolve("ran")).hasContent("none\n" + jdk25);
    }

    private Command.Result run() throws IOException, InterruptedException {
        return Command.of(checkout.resolve(".ci/run"), List.of(), environment, directory)
                .run();
    }

    private void readme(String testCommand) throws IOException {
        Files.writeString(
                checkout.resolve("README.md"),
                "# A\n\n```\ntouch first\n```\n\ntext\n\n```sh\n" + testCommand + "\n```\n\n```\ntouch third\n```\n");
    }

    private Path aptLog() {
        return directory.resolve("apt.log");
    }
}
