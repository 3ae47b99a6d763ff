package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ConfigFileTest {
    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<OshiSampler.Settings> settings = new ArrayList<>();

    @Test
    void whatTheCommandLineDoesNotSayTheFileDoes() throws IOException {
        Path file = write("""
                # A comment

                node = from-file
                  interface=eth0
                interface = eth1, eth2
                bandwidth-capacity = 10g
                container = off
                interval = 500ms
                unsigned = on
                """.replace("eth1, eth2", "eth1,eth2"));

        assertThat(run("--config", file.toString(), "--print", "--once"))
                .as(err.toString())
                .isZero();

        assertThat(out.toString()).startsWith("from-file #0: ");
        assertThat(settings)
                .containsExactly(new OshiSampler.Settings(
                        List.of("eth0", "eth1", "eth2"), OptionalLong.of(10_000_000_000L), ContainerMode.OFF));
    }

    @Test
    void theCommandLineOverridesTheFileAListAsAWhole() throws IOException {
        Path file = write("node = from-file\ninterface = eth0\ninterface = eth1\ninterval = 60s\ncontainer = off\n");

        assertThat(run(
                        "--interface",
                        "lo",
                        "--config",
                        file.toString(),
                        "--node",
                        "from-line",
                        "--interval=500ms",
                        "--container",
                        "--print",
                        "--once"))
                .as(err.toString())
                .isZero();

        assertThat(out.toString()).startsWith("from-line #0: ");
        assertThat(settings)
                .containsExactly(new OshiSampler.Settings(List.of("lo"), OptionalLong.empty(), ContainerMode.ON));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "interval = fast | interval: expected a time such as 1s or 500ms, found \"fast\"",
                "interval = 61s | interval: expected 500ms..60s, found \"61s\"",
                "interval = | interval: expected a value, found nothing",
                "interval = 1s # often | interval: expected a comment on a line of its own, found \"1s # often\"",
                "balancer = lb | balancer: expected host:port, found \"lb\"",
                "balancer = a:1,lb | balancer: expected host:port, found \"lb\"",
                "unsigned = maybe | unsigned: expected on or off, found \"maybe\"",
                "key-id = -1 | key-id: expected a key id of 0..255, found \"-1\"",
                "container = yes | container: expected auto, on or off, found \"yes\"",
                "cpu-share = 2 | cpu-share: expected a share of 0..1 such as 0.5, found \"2\"",
                "haproxy-check = x | haproxy-check: expected host:port, found \"x\"",
                "node = a b | node: expected 1..255 visible ASCII characters, found \"a b\"",
                "frobnicate = 1 | expected one of [balancer, bandwidth-capacity, ",
                "once = on | found \"once\"",
                "--interval = 1s | found \"--interval\"",
                "interval 1s | expected \"name = value\", found \"interval 1s\"",
            })
    void aWrongLineIsNamedWithWhatWasFoundAndExpected(String line, String expected) throws IOException {
        Path file = write("# first\n" + line + "\n");

        assertThat(run("--config", file.toString(), "--print", "--once")).isEqualTo(1);

        assertThat(err.toString()).contains(file + ":2: ").contains(expected);
        assertThat(settings).isEmpty();
    }

    @Test
    void everyFaultOfAFileIsNamed() throws IOException {
        Path file = write("interval = fast\nnode = a\nnode = b\nfrobnicate = 1\n");

        assertThatThrownBy(() -> ConfigFile.read(file, ConfigFileTest::probe))
                .isInstanceOf(IOException.class)
                .satisfies(fault -> assertThat(fault.getMessage().lines())
                        .satisfiesExactly(
                                first -> assertThat(first).startsWith(file + ":1: interval: expected "),
                                second -> assertThat(second)
                                        .isEqualTo(file + ":3: node: expected once, found again after line 2"),
                                third -> assertThat(third).startsWith(file + ":4: expected one of ")));
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThat(run("--config", directory + "/none", "--print", "--once")).isEqualTo(1);
        assertThat(err.toString()).contains(directory + "/none: there is no such file");
    }

    @Test
    void theSampleIsAcceptedAsItIsAndWithEveryOptionSwitchedOn() throws IOException {
        Path sample = Path.of(System.getProperty("basedir", ""), "../conf/agent.conf");
        String text = Files.readString(sample);

        ConfigFile.read(sample, ConfigFileTest::probe);
        Path all = write(text.replaceAll("(?m)^#(?=[a-z-]+ = )", ""));
        ConfigFile.read(all, ConfigFileTest::probe);

        Map<Boolean, List<String>> isInSample = probe().getCommandSpec().options().stream()
                .map(option -> option.longestName().substring(2))
                .filter(name ->
                        !List.of("config", "help", "version", "print", "once").contains(name))
                .collect(Collectors.partitioningBy(name -> text.matches("(?s).*\n#?" + name + " = .*")));
        assertThat(isInSample.get(false))
                .as("options that the sample does not explain")
                .isEmpty();
    }

    private static CommandLine probe() {
        return Agent.commandLine(wanted -> () -> {
            throw new AssertionError("nothing is sampled");
        });
    }

    private int run(String... arguments) {
        CommandLine command = Agent.commandLine(wanted -> {
            settings.add(wanted);
            return () -> Readings.cpu(0, 0, 0);
        });
        command.setOut(new PrintWriter(out, true));
        command.setErr(new PrintWriter(err, true));
        return command.execute(arguments);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("agent.conf"), text);
    }
}
