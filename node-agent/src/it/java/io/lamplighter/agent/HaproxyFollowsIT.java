package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lamplighter.agent.HostReading.Traffic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real HAProxy that asks our agent: its weight, its drain and its way back, as HAProxy's own statistics show them. The host
 * is made up, the drain file and everything from the report to the socket is real.
 */
class HaproxyFollowsIT {
    private static final long BYTES_PER_SECOND = 125_000_000;
    private static final long EXPIRE_NS = TimeUnit.MINUTES.toNanos(10);

    @TempDir
    Path directory;

    private Path drainFile;
    private Path statsSocket;
    private long nowMs;
    private long usedMs;
    private long receivedBytes;
    private long nowNs = TimeUnit.HOURS.toNanos(1);
    private Reporter reporter;
    private HaproxyCheck check;
    private Process haproxy;

    @BeforeEach
    void start() throws IOException {
        Optional<Path> program = Stream.of("/usr/sbin/haproxy", "/usr/bin/haproxy", "/usr/local/sbin/haproxy")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(program.isPresent(), "HAProxy is not installed (Debian: apt-get install haproxy)");
        drainFile = directory.resolve("drain");
        statsSocket = directory.resolve("stats");
        DrainFile drain = new DrainFile(drainFile);
        HaproxyAnswer answer = new HaproxyAnswer(0.5, drain.getAsBoolean(), () -> nowNs, EXPIRE_NS);
        check = new HaproxyCheck(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), answer);
        check.start();
        reporter =
                new Reporter("a", this::sample, Optional::empty, drain, System::currentTimeMillis, answer, List.of());
        haproxy = start(program.orElseThrow());
    }

    @AfterEach
    void stop() throws Exception {
        if (haproxy != null) {
            haproxy.destroy();
            assertThat(haproxy.waitFor(30, TimeUnit.SECONDS)).isTrue();
            check.close();
        }
    }

    @Test
    void itsWeightFollowsTheLoad() throws IOException {
        report(1, 1);
        until("weight", "100");

        report(0.62, 0.70);
        until("weight", "66");

        report(0, 0);
        until("weight", "1");
        assertThat(status()).isEqualTo("UP");

        report(0.30, 0.52);
        until("weight", "41");
    }

    @Test
    void itDrainsWhileTheFileExistsAndComesBackAfterwards() throws IOException {
        report(0.5, 0.5);
        until("weight", "50");
        assertThat(status()).isEqualTo("UP");

        Files.createFile(drainFile);
        report(0.5, 0.5);
        untilStatus("DRAIN");

        Files.delete(drainFile);
        report(0.4, 0.4);
        untilStatus("UP");
        until("weight", "40");
    }

    @Test
    void aNodeThatRestartsAfterItsDrainComesBackToo() throws IOException {
        Files.createFile(drainFile);
        report(0.5, 0.5);
        untilStatus("DRAIN");

        InetSocketAddress address = check.address();
        check.close();
        Files.delete(drainFile);
        HaproxyAnswer ofTheNextRun = new HaproxyAnswer(0.5, false, () -> nowNs, EXPIRE_NS);
        check = new HaproxyCheck(address, ofTheNextRun);
        check.start();

        untilStatus("UP");
    }

    @Test
    void whatTheOperatorOfHaproxyAskedForIsNotUndone() throws IOException {
        nowNs += HaproxyAnswer.READY_NS;
        report(0.5, 0.5);
        until("weight", "50");
        command("set server nodes/a state drain");
        untilStatus("DRAIN");

        report(0.3, 0.3);
        until("weight", "30"); // so it has heard us since

        assertThat(status()).isEqualTo("DRAIN");
    }

    @Test
    void silenceChangesNothing() throws IOException {
        report(0.5, 0.5);
        until("weight", "50");
        check.close();

        waiting().until(() -> !column("agent_status").startsWith("L7OK"));

        assertThat(column("weight")).isEqualTo("50");
        assertThat(status()).isEqualTo("UP");
    }

    /** One period of the made-up host: a second in which its processors and its link were as idle as this. */
    private void report(double cpuIdle, double bandwidthIdle) {
        nowMs += 1_000;
        usedMs += Math.round(1_000 * (1 - cpuIdle));
        receivedBytes += Math.round(BYTES_PER_SECOND * (1 - bandwidthIdle));
        reporter.report();
    }

    private HostReading sample() {
        return Readings.at(nowMs, usedMs, nowMs, Map.of("eth0", new Traffic(receivedBytes, 0)), 8 * BYTES_PER_SECOND);
    }

    private Process start(Path program) throws IOException {
        Path config = Files.writeString(directory.resolve("haproxy.cfg"), """
                global
                    stats socket %s mode 600 level admin
                defaults
                    mode tcp
                    timeout connect 5s
                    timeout client 5s
                    timeout server 5s
                frontend accepts_so_that_the_server_is_up
                    bind unix@%s
                    tcp-request connection reject
                backend nodes
                    balance roundrobin
                    server a unix@%s weight 100 check inter 200ms agent-check agent-addr 127.0.0.1 agent-port %d agent-inter 200ms
                """.formatted(
                        statsSocket,
                        directory.resolve("server"),
                        directory.resolve("server"),
                        check.address().getPort()));
        return new ProcessBuilder(program.toString(), "-db", "-f", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("haproxy.log").toFile())
                .start();
    }

    private void until(String column, String value) {
        waiting().untilAsserted(() -> assertThat(column(column)).as(column).isEqualTo(value));
    }

    private void untilStatus(String status) {
        waiting().untilAsserted(() -> assertThat(status()).isEqualTo(status));
    }

    /** Without who brought it about: "DRAIN (agent)" is a DRAIN. */
    private String status() throws IOException {
        return column("status").split(" ", -1)[0];
    }

    private static ConditionFactory waiting() {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptionsInstanceOf(IOException.class); // its socket comes after its start
    }

    /** A column of our server's line in "show stat". */
    private String column(String name) throws IOException {
        List<String> lines = command("show stat").lines().toList();
        String[] names = lines.get(0).substring("# ".length()).split(",", -1);
        String[] values = lines.stream()
                .filter(line -> line.startsWith("nodes,a,"))
                .findFirst()
                .orElseThrow(() -> new IOException("no server in " + lines))
                .split(",", -1);
        Map<String, String> found = new HashMap<>();
        for (int i = 0; i < names.length; i++) {
            found.put(names[i], values[i]);
        }
        return found.get(name);
    }

    private String command(String text) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(statsSocket));
            channel.write(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.US_ASCII)));
            StringBuilder answer = new StringBuilder();
            ByteBuffer bytes = ByteBuffer.allocate(64 * 1_024);
            while (channel.read(bytes) >= 0) {
                answer.append(StandardCharsets.US_ASCII.decode(bytes.flip()));
                bytes.clear();
            }
            return answer.toString();
        }
    }
}
