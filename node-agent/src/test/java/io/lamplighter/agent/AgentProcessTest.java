package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReportCodec;
import io.lamplighter.agent.report.LoadReportCodec.Decoded;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent as it is run: a process of its own, measuring the host the test runs on. */
class AgentProcessTest {
    private static final int EXIT_ON_SIGTERM = 143;

    @TempDir
    Path directory;

    @Test
    void itReportsThisHostUntilSigtermEndsIt() throws Exception {
        Path log = directory.resolve("agent.log");
        try (DatagramSocket balancer = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            balancer.setSoTimeout(30_000);
            Process agent = start(balancer.getLocalPort(), log);
            try {
                LoadReport first = received(balancer);
                LoadReport second = received(balancer);

                assertThat(second.bootId()).isEqualTo(first.bootId());
                assertThat(second.sequence()).isEqualTo(first.sequence() + 1);
                assertThat(second.usage().cpuIdle()).isPresent();
                assertThat(second.usage().bandwidthIdle()).isPresent();
                assertThat(second.hardware().cores().orElse(0)).isGreaterThanOrEqualTo(1);
                assertThat(second.hardware().memoryBytes().orElse(0)).isGreaterThan(1L << 20);
                assertThat(second.hardware().diskBytes().orElse(0)).isGreaterThan(1L << 20);

                agent.destroy();
                assertThat(agent.waitFor(30, TimeUnit.SECONDS)).isTrue();
                assertThat(agent.exitValue()).isEqualTo(EXIT_ON_SIGTERM);
            } finally {
                agent.destroyForcibly();
            }
        }
        assertThat(Files.readString(log))
                .containsOnlyOnce("stopped; reports to 127.0.0.1:")
                .doesNotContain("ERROR");
    }

    private static Process start(int port, Path log) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Agent.class.getName(),
                        "--balancer",
                        "127.0.0.1:" + port,
                        "--node",
                        "a",
                        "--unsigned",
                        "--bandwidth-capacity",
                        "1g",
                        "--interval",
                        "500ms")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    private static LoadReport received(DatagramSocket socket) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[2_048], 2_048);
        socket.receive(packet);
        Decoded decoded =
                LoadReportCodec.decode(ByteBuffer.wrap(packet.getData(), 0, packet.getLength()), Map.of(), true);
        assertThat(decoded).isInstanceOf(Decoded.Accepted.class);
        return ((Decoded.Accepted) decoded).report();
    }
}
