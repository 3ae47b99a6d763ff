package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.agent.report.LoadReportCodec;
import io.lamplighter.agent.report.ReportKey;
import io.lamplighter.balancer.watch.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reports through a real socket: what they do to new sessions, and what is shown of those that are refused. */
@Timeout(120)
class ReportsIT {
    private static final byte[] SECRET = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final ReportKey KEY = new ReportKey(1, SECRET);
    private static final long REPORTS_EVERY_MS = 100;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    @BeforeEach
    void writeTheKey() throws IOException {
        Files.writeString(
                directory.resolve("report.key"), "1 " + Base64.getEncoder().encodeToString(SECRET) + "\n");
    }

    /** The shares of the two nodes are by weight; W(0) of each is 100. */
    private static String conf(TestNode a, TestNode b, String reports) {
        return "load_reports { listen 127.0.0.1:0; key_file report.key; " + reports + " }"
                + " api { listen 127.0.0.1:0; }"
                + " upstream u { dynamic_weight threshold=0.10;"
                + " server " + a.hostPort() + " weight=100 node=a;"
                + " server " + b.hostPort() + " weight=100 node=b; }"
                + " server { listen 127.0.0.1:0; proxy_pass u; }";
    }

    @Test
    void aNodeAtTheThresholdGetsNoNewSessionUntilItsAgentIsSilentForExpire() throws Exception {
        try (TestNode a = TestNode.naming("a");
                TestNode b = TestNode.naming("b");
                RunningBalancer balancer = RunningBalancer.stream(directory, "nio", conf(a, b, "expire 3s;"))) {
            ReportedNode overloaded = new ReportedNode("a", balancer);
            try (ReportedNode idle = new ReportedNode("b", balancer)) {
                overloaded.idle(0.5);
                idle.idle(0.5);
                awaitWeights(balancer, 50, 50);
                assertThat(sessionsOf("a", balancer)).isEqualTo(10);

                overloaded.idle(0.10);
                awaitWeights(balancer, 0, 50);
                assertThat(weightReason(balancer, 0)).isEqualTo("overloaded");
                assertThat(sessionsOf("a", balancer)).isZero();

                overloaded.close();
                awaitWeights(balancer, 100, 50);
                assertThat(weightReason(balancer, 0)).isEqualTo("agent_silent");
                assertThat(sessionsOf("a", balancer)).isBetween(12, 14); // two of three
            } finally {
                overloaded.close();
            }
        }
    }

    /** Two nodes that serve as many sessions, one of them by its agent twice as busy with it. */
    @Test
    void adaptiveLearnsFromReportsWhichNodeIsAbleToDoMore() throws Exception {
        try (TestNode a = TestNode.naming("a");
                TestNode b = TestNode.naming("b");
                RunningBalancer balancer = RunningBalancer.stream(
                        directory,
                        "nio",
                        conf(a, b, "expire 60s;").replace("dynamic_weight threshold=0.10", "adaptive"));
                ReportedNode busy = new ReportedNode("a", balancer);
                ReportedNode idle = new ReportedNode("b", balancer)) {
            busy.idle(0.2);
            idle.idle(0.6);
            assertThat(sessionsOf("a", balancer)).as("nothing is learnt yet").isBetween(8, 12);
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
                sessionsOf("a", balancer);
                return weightValue(balancer, 0) < weightValue(balancer, 1) * 2 / 3;
            });
            assertThat(weightValue(balancer, 0) + weightValue(balancer, 1)).isBetween(180, 210);
            assertThat(weightReason(balancer, 0)).isEqualTo("learnt");
            int sessions = 0;
            for (int i = 0; i < 10; i++) {
                sessions += sessionsOf("a", balancer);
            }
            assertThat(sessions).as("of 200").isBetween(1, 90);
        }
    }

    private static int weightValue(RunningBalancer balancer, int node) throws IOException {
        return weight(state(balancer), node).get("value").asInt();
    }

    /** How many of twenty new sessions the node of this name serves. */
    private static int sessionsOf(String name, RunningBalancer balancer) throws IOException {
        int sessions = 0;
        for (int i = 0; i < 20; i++) {
            try (Socket client = balancer.connect()) {
                String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                sessions += answer.equals(name) ? 1 : 0;
            }
        }
        return sessions;
    }

    private static void awaitWeights(RunningBalancer balancer, int a, int b) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            JsonNode state = state(balancer);
            assertThat(IntStream.range(0, 2)
                            .map(i -> weight(state, i).get("value").asInt()))
                    .containsExactly(a, b);
        });
    }

    private static String weightReason(RunningBalancer balancer, int node) throws IOException {
        return weight(state(balancer), node).get("reason").asText();
    }

    private static JsonNode weight(JsonNode state, int node) {
        return state.at("/upstreams/0/nodes/" + node + "/weight");
    }

    @Test
    void everyRefusalHasItsCounterInTheStateAndInTheMetrics() throws Exception {
        try (TestNode a = TestNode.naming("a");
                TestNode b = TestNode.naming("b");
                RunningBalancer balancer = RunningBalancer.stream(
                        directory,
                        "nio",
                        conf(a, b, "limit_reports rate=1r/m burst=%d;".formatted(Refusal.values().length)));
                DatagramChannel agent = DatagramChannel.open()) {
            long now = System.currentTimeMillis();
            InetSocketAddress to = reportsAddress(balancer);
            agent.send(signed(report("a", now, 5, now)), to);
            for (Refusal refusal : Refusal.values()) {
                if (refusal != Refusal.OVER_RATE) {
                    agent.send(refused(refusal, now), to);
                }
            }
            agent.send(refused(Refusal.OVER_RATE, now), to);

            Awaitility.await().untilAsserted(() -> {
                JsonNode reports = state(balancer).get("reports");
                assertThat(reports.get("accepted").asInt()).isEqualTo(1);
                JsonNode refused = reports.get("refused");
                assertThat(refused).hasSize(Refusal.values().length);
                String metrics = get(balancer, "/metrics");
                for (Refusal refusal : Refusal.values()) {
                    String name = refusal.lowerName();
                    assertThat(refused.path(name).asInt()).as(name).isEqualTo(1);
                    assertThat(metrics).contains("lamplighter_reports_refused_total{reason=\"" + name + "\"} 1.0\n");
                }
            });
            assertThat(get(balancer, "/metrics") + get(balancer, "/state"))
                    .as("a name that nobody configured is shown nowhere")
                    .doesNotContain("stranger");
        }
    }

    /** A datagram that is refused for this reason; the balancer has heard the fifth report of node a, begun and sent now. */
    private static ByteBuffer refused(Refusal refusal, long now) {
        LoadReport next = report("a", now, 6, now);
        return switch (refusal) {
            case OVER_RATE -> signed(next);
            case CUT -> signed(next).limit(100);
            case RUBBISH -> changed(next, 0);
            case UNKNOWN_VERSION -> changed(next, 4);
            case UNSIGNED -> unsigned(next);
            case UNKNOWN_KEY -> signed(next, new ReportKey(9, SECRET));
            case BAD_SIGNATURE -> changed(next, 40);
            case UNKNOWN_NODE -> signed(report("stranger", now, 1, now));
            case CLOCK_OFF -> signed(report("b", now, 1, now - 60_000));
            case OLD_BOOT -> signed(report("a", now - 1, 6, now));
            case REPLAY -> signed(report("a", now, 4, now));
        };
    }

    private static ByteBuffer changed(LoadReport report, int offset) {
        ByteBuffer datagram = signed(report);
        return datagram.put(offset, (byte) (datagram.get(offset) + 100));
    }

    private static JsonNode state(RunningBalancer balancer) throws IOException {
        return JSON.readTree(get(balancer, "/state"));
    }

    private static String get(RunningBalancer balancer, String path) throws IOException {
        int port = Objects.requireNonNull(balancer.balancer().coldSide().adminAddress())
                .getPort();
        try (var body = URI.create("http://127.0.0.1:" + port + path).toURL().openStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InetSocketAddress reportsAddress(RunningBalancer balancer) {
        return Objects.requireNonNull(balancer.balancer().coldSide().receiver().localAddress());
    }

    private static LoadReport report(String node, long bootId, long sequence, long sentAtMs) {
        return report(node, bootId, sequence, sentAtMs, 0.5);
    }

    private static LoadReport report(String node, long bootId, long sequence, long sentAtMs, double idle) {
        Usage usage =
                new Usage(OptionalDouble.of(idle), OptionalDouble.of(idle), OptionalLong.empty(), OptionalLong.empty());
        return new LoadReport(node, bootId, sequence, sentAtMs, Hardware.UNKNOWN, usage, false);
    }

    private static ByteBuffer signed(LoadReport report) {
        return signed(report, KEY);
    }

    private static ByteBuffer signed(LoadReport report, ReportKey key) {
        ByteBuffer datagram = ByteBuffer.allocate(LoadReportCodec.MAX_LENGTH);
        LoadReportCodec.encode(report, key, datagram);
        return datagram.flip();
    }

    private static ByteBuffer unsigned(LoadReport report) {
        ByteBuffer datagram = ByteBuffer.allocate(LoadReportCodec.MAX_LENGTH);
        LoadReportCodec.encodeUnsigned(report, datagram);
        return datagram.flip();
    }

    /** Reports the idle rates that the test says, from a thread of its own, until it is closed. */
    private static final class ReportedNode implements AutoCloseable {
        private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        private final DatagramChannel channel = DatagramChannel.open();
        private final String name;
        private final InetSocketAddress balancer;
        private final long bootId = System.currentTimeMillis();
        private long sequence; // on the timer's thread
        private volatile double idle = 1;

        ReportedNode(String name, RunningBalancer balancer) throws IOException {
            this.name = name;
            this.balancer = reportsAddress(balancer);
            timer.scheduleAtFixedRate(this::report, 0, REPORTS_EVERY_MS, TimeUnit.MILLISECONDS);
        }

        void idle(double newIdle) {
            idle = newIdle;
        }

        private void report() {
            try {
                LoadReport report = ReportsIT.report(name, bootId, sequence++, System.currentTimeMillis(), idle);
                channel.send(signed(report), balancer);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            timer.shutdownNow();
            channel.close();
        }
    }
}
