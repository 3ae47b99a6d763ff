package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.agent.HostReading.Traffic;
import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReportCodec;
import io.lamplighter.agent.report.LoadReportCodec.Decoded;
import io.lamplighter.agent.report.ReportKey;
import io.lamplighter.agent.report.ReportKeyFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command line against a balancer that is a socket, on a host that is made up. */
class AgentTest {
    private static final String KEYS = "3 MDEyMzQ1Njc4OWFiY2RlZg==\n4 ZmVkY2JhOTg3NjU0MzIxMA==\n";

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<OshiSampler.Settings> settings = new ArrayList<>();
    private DatagramSocket balancer;
    private Path keyFile;

    @BeforeEach
    void listen() throws IOException {
        balancer = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        balancer.setSoTimeout(10_000);
        keyFile = Files.writeString(directory.resolve("report.key"), KEYS);
    }

    @AfterEach
    void close() {
        balancer.close();
    }

    @Test
    void oneSignedReportReachesEveryBalancer() throws IOException {
        try (DatagramSocket second = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            second.setSoTimeout(10_000);

            assertThat(run(
                            "--balancer",
                            address(balancer),
                            "--balancer",
                            address(second),
                            "--node",
                            "a",
                            "--key-file",
                            keyFile.toString(),
                            "--interval",
                            "500ms",
                            "--once"))
                    .isZero();

            LoadReport report = received(balancer, 3);
            assertThat(report.node()).isEqualTo("a");
            assertThat(report.hardware()).isEqualTo(Readings.HARDWARE);
            assertThat(report.usage().cpuIdle()).hasValue(0.75);
            assertThat(report.usage().bandwidthIdle()).hasValue(0.9);
            assertThat(report.sentAtMs()).isBetween(report.bootId(), System.currentTimeMillis());
            assertThat(received(second, 3)).isEqualTo(report);
        }
    }

    @Test
    void anotherKeyOfTheFileSignsWhenAskedFor() throws IOException {
        assertThat(run(
                        "--balancer",
                        address(balancer),
                        "--node",
                        "a",
                        "--key-file",
                        keyFile.toString(),
                        "--key-id",
                        "4",
                        "--interval",
                        "500ms",
                        "--once"))
                .isZero();

        assertThat(received(balancer, 4).node()).isEqualTo("a");
    }

    @Test
    void anUnsignedReportHasToBeAskedFor() throws IOException {
        assertThat(run("--balancer", address(balancer), "--node", "a", "--once"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--key-file FILE, or --unsigned");

        assertThat(run("--balancer", address(balancer), "--node", "a", "--unsigned", "--interval", "500ms", "--once"))
                .isZero();
        assertThat(LoadReportCodec.decode(datagram(balancer), Map.of(), true)).isInstanceOf(Decoded.Accepted.class);
    }

    @Test
    void printingNeedsNoBalancer() {
        assertThat(run("--print", "--once", "--node", "a", "--interval", "500ms"))
                .isZero();

        assertThat(out.toString())
                .isEqualTo("a #0: cpu idle 75.0 %, bandwidth idle 90.0 %, cores 2.000, clock 2000 MHz,"
                        + " memory 1.0 GiB of 8.0 GiB, disk 2.0 GiB of 50.0 GiB" + System.lineSeparator());
    }

    @Test
    void aDrainFileIsReportedAndPrinted() throws IOException {
        Path drain = Files.createFile(directory.resolve("drain"));

        assertThat(run(
                        "--print",
                        "--balancer",
                        address(balancer),
                        "--node",
                        "a",
                        "--key-file",
                        keyFile.toString(),
                        "--drain-file",
                        drain.toString(),
                        "--interval",
                        "500ms",
                        "--once"))
                .isZero();

        assertThat(received(balancer, 3).draining()).isTrue();
        assertThat(out.toString()).contains(", draining" + System.lineSeparator());
    }

    @Test
    void aPortForHaproxyIsEnoughToRun() {
        assertThat(run("--haproxy-check", "127.0.0.1:9", "--node", "a", "--interval", "500ms", "--once"))
                .as(err.toString())
                .isZero();
    }

    @Test
    void theSamplerIsToldWhatTheCommandLineSays() {
        run(
                "--print",
                "--once",
                "--interval",
                "500ms",
                "--node",
                "a",
                "--interface",
                "eth0",
                "--interface",
                "eth1",
                "--bandwidth-capacity",
                "10G",
                "--container");
        run("--print", "--once", "--interval", "500ms", "--node", "a");

        assertThat(settings)
                .containsExactly(
                        new OshiSampler.Settings(
                                List.of("eth0", "eth1"), OptionalLong.of(10_000_000_000L), ContainerMode.ON),
                        new OshiSampler.Settings(List.of(), OptionalLong.empty(), ContainerMode.AUTO));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--once | Give --balancer HOST:PORT",
                "--print --interval 499ms | expected 500ms..60s, found \"499ms\"",
                "--print --interval 61s | expected 500ms..60s",
                "--print --interval fast | expected a time such as 1s or 500ms, found \"fast\"",
                "--print --bandwidth-capacity 0 | expected bits per second such as 1g or 100m, found \"0\"",
                "--print --bandwidth-capacity 1t | found \"1t\"",
                "--balancer lb --unsigned | expected host:port, found \"lb\"",
                "--print --node a\u00e4 | expected 1..255 visible ASCII characters",
                "--print --unsigned --key-id 1 | --unsigned and a key exclude each other",
                "--print --key-id 1 | --key-file FILE",
                "--print --key-id 256 | expected a key id of 0..255, found \"256\"",
                "--print --container maybe | expected auto, on or off, found \"maybe\"",
                "--print --cpu-share 1.1 | expected a share of 0..1 such as 0.5, found \"1.1\"",
                "--haproxy-check 0 | expected a port of 1..65535",
                "--print --frobnicate | --frobnicate",
            })
    void aWrongCommandLineIsRefusedWithWhatWasExpected(String arguments, String expected) {
        assertThat(run(arguments.split(" ", -1))).isEqualTo(2);
        assertThat(err.toString()).contains(expected);
    }

    @Test
    void aKeyFileThatIsNoneIsNamed() {
        assertThat(run("--balancer", "127.0.0.1:9", "--node", "a", "--key-file", directory + "/none"))
                .isEqualTo(1);
        assertThat(err.toString()).contains(directory + "/none");

        assertThat(run("--balancer", "127.0.0.1:9", "--node", "a", "--key-file", keyFile.toString(), "--key-id", "9"))
                .isEqualTo(1);
        assertThat(err.toString()).contains(keyFile + ": there is no key 9 in it");
    }

    @Test
    void helpAndVersionAreSuccesses() {
        assertThat(run("--help")).isZero();
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).contains("--balancer=HOST:PORT").contains("lamplighter-agent ");
    }

    private int run(String... arguments) {
        CommandLine command = Agent.commandLine(AgentTest.this::sampler);
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        int status = command.execute(arguments);
        command.getOut().flush();
        command.getErr().flush();
        return status;
    }

    private Supplier<HostReading> sampler(OshiSampler.Settings wanted) {
        settings.add(wanted);
        List<HostReading> readings = new ArrayList<>(List.of(
                Readings.at(0, 0, 0, Map.of("eth0", new Traffic(0, 0)), 1_000_000_000),
                Readings.at(1_000, 250, 1_000, Map.of("eth0", new Traffic(12_500_000, 0)), 1_000_000_000)));
        return () -> readings.remove(0);
    }

    private LoadReport received(DatagramSocket socket, int keyId) throws IOException {
        Map<Integer, ReportKey> keys = ReportKeyFile.read(keyFile).stream()
                .filter(key -> key.id() == keyId)
                .collect(Collectors.toMap(ReportKey::id, key -> key));
        Decoded decoded = LoadReportCodec.decode(datagram(socket), keys, false);
        assertThat(decoded).isInstanceOf(Decoded.Accepted.class);
        return ((Decoded.Accepted) decoded).report();
    }

    private static ByteBuffer datagram(DatagramSocket socket) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[2_048], 2_048);
        socket.receive(packet);
        return ByteBuffer.wrap(packet.getData(), 0, packet.getLength());
    }

    private static String address(DatagramSocket socket) {
        return "127.0.0.1:" + socket.getLocalPort();
    }
}
