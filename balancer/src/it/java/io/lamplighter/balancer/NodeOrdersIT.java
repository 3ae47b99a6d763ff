package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.agent.report.LoadReportCodec;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Orders over HTTP at a running balancer with real sessions: in force when they are answered, and gone when given back. */
@Timeout(60)
class NodeOrdersIT {
    private static final String NOTHING = "{\"state\":null,\"weight\":null}";

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Socket> sessions = new ArrayList<>();
    private final long bootId = System.currentTimeMillis();
    private TestNode a;
    private TestNode b;
    private RunningBalancer balancer;
    private long sequence;

    @BeforeEach
    void start() throws IOException {
        a = TestNode.echo();
        b = TestNode.echo();
        balancer = RunningBalancer.stream(directory, "nio", stream());
    }

    private String stream() {
        return "load_reports { listen 127.0.0.1:0; unsigned on; expire 1m; } upstream u { server " + a.hostPort()
                + " node=a; server "
                + b.hostPort()
                + "; } server { listen 127.0.0.1:0; proxy_pass u; } api { listen 127.0.0.1:0; write on; }";
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket session : sessions) {
            session.close();
        }
        balancer.close();
        a.close();
        b.close();
    }

    @Test
    void aDrainedNodeKeepsItsSessionsAndGetsNoneUntilItIsGivenBack() throws Exception {
        Socket old = sessionOn(a);
        JsonNode drained = patched("{\"state\":\"drain\"}");
        assertThat(drained.at("/state").asText()).isEqualTo("draining");
        assertThat(drained.at("/state_set_by").asText()).isEqualTo("admin");
        assertThat(drained.at("/in_flight").asInt()).isPositive();

        assertThat(newSessionsOnA(20)).isZero();
        echo(old);

        assertThat(patched(NOTHING).at("/state_set_by").asText()).isEqualTo("configuration");
        assertThat(newSessionsOnA(20)).isEqualTo(10);
        echo(old);
    }

    @Test
    void aNodeThatIsDownGetsNoSessionAndTheTcpSessionsItHasStay() throws Exception {
        Socket old = sessionOn(a);
        assertThat(patched("{\"state\":\"down\"}").at("/state").asText()).isEqualTo("down");

        assertThat(newSessionsOnA(20)).isZero();
        echo(old);
    }

    @Test
    void anOrderedWeightIsTheShareAndZeroIsNone() throws Exception {
        JsonNode three = patched("{\"weight\":3}");
        assertThat(three.at("/weight/value").asInt()).isEqualTo(3);
        assertThat(three.at("/weight/reason").asText()).isEqualTo("admin");
        assertThat(three.at("/weight/set_by").asText()).isEqualTo("admin");
        assertThat(three.at("/weight/configured").asInt()).isEqualTo(1);
        assertThat(newSessionsOnA(20)).isEqualTo(15);

        patched("{\"weight\":0}");
        assertThat(newSessionsOnA(20)).isZero();

        assertThat(patched("{\"weight\":null}").at("/weight/reason").asText()).isEqualTo("configured");
        assertThat(newSessionsOnA(20)).isEqualTo(10);
    }

    @Test
    void theAdministratorGoesBeforeTheAgentAndTheObjectShowsIt() throws Exception {
        Awaitility.await().untilAsserted(() -> {
            report(true);
            assertThat(shown().at("/state").asText()).isEqualTo("draining");
        });
        assertThat(shown().at("/state_set_by").asText()).isEqualTo("agent");
        assertThat(shown().at("/weight/reason").asText()).isEqualTo("agent_draining");
        assertThat(shown().at("/weight/set_by").asText()).isEqualTo("agent");
        assertThat(newSessionsOnA(20)).isZero();

        JsonNode up = patched("{\"state\":\"up\"}");
        assertThat(up.at("/state").asText()).isEqualTo("up");
        assertThat(up.at("/state_set_by").asText()).isEqualTo("admin");
        assertThat(up.at("/ordered/state").asText()).isEqualTo("up");
        assertThat(up.at("/weight/reason").asText()).isEqualTo("configured");
        report(true);
        assertThat(newSessionsOnA(20)).isEqualTo(10);

        report(true); // fresh, however long the sessions took
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(patched(NOTHING).at("/state_set_by").asText())
                                .isEqualTo("agent"));
        assertThat(newSessionsOnA(20)).isZero();
    }

    @Test
    void aReloadKeepsAnOrderAndDecidesWhetherThereMayBeMore() throws Exception {
        balancer.close();
        int lamps = FreePort.next();
        int api = FreePort.next();
        balancer = RunningBalancer.start(directory, fixed(lamps, api, "write on;"));
        patched("{\"state\":\"drain\"}");

        assertThat(balancer.reload(fixed(lamps, api, ""))).isTrue();

        assertThat(shown().at("/ordered/state").asText()).isEqualTo("drain");
        assertThat(newSessionsOnA(20)).isZero();
        assertThat(patch(NOTHING).statusCode()).isEqualTo(403);
        assertThat(shown().at("/ordered/state").asText()).isEqualTo("drain");
    }

    private String fixed(int lamps, int api, String write) {
        return "worker_processes 1; events { use nio; } stream { upstream u { server " + a.hostPort() + "; server "
                + b.hostPort() + "; } server { listen 127.0.0.1:" + lamps + "; proxy_pass u; } api { listen 127.0.0.1:"
                + api + "; " + write + " } }";
    }

    private void report(boolean isDraining) throws IOException {
        Usage usage = new Usage(OptionalDouble.of(1), OptionalDouble.of(1), OptionalLong.empty(), OptionalLong.empty());
        LoadReport report = new LoadReport(
                "a", bootId, sequence++, System.currentTimeMillis(), Hardware.UNKNOWN, usage, isDraining);
        ByteBuffer datagram = ByteBuffer.allocate(LoadReportCodec.MAX_LENGTH);
        int length = LoadReportCodec.encodeUnsigned(report, datagram);
        try (DatagramSocket socket = new DatagramSocket()) {
            InetSocketAddress to = Objects.requireNonNull(
                    balancer.balancer().coldSide().receiver().localAddress());
            socket.send(new DatagramPacket(datagram.array(), length, to));
        }
    }

    private InetSocketAddress api() {
        return Objects.requireNonNull(balancer.balancer().coldSide().adminAddress());
    }

    private JsonNode patched(String order) throws Exception {
        HttpResponse<String> response = patch(order);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return new ObjectMapper().readTree(response.body());
    }

    private HttpResponse<String> patch(String order) throws Exception {
        return client.send(
                HttpRequest.newBuilder(nodeA())
                        .method("PATCH", BodyPublishers.ofString(order))
                        .build(),
                BodyHandlers.ofString());
    }

    private JsonNode shown() throws Exception {
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(nodeA()).build(), BodyHandlers.ofString());
        return new ObjectMapper().readTree(response.body());
    }

    private URI nodeA() {
        return URI.create("http://127.0.0.1:" + api().getPort() + "/upstreams/u/nodes/" + a.hostPort());
    }

    private int newSessionsOnA(int count) throws IOException {
        int before = a.accepted();
        for (int i = 0; i < count; i++) {
            echo(newSession());
        }
        return a.accepted() - before;
    }

    private Socket sessionOn(TestNode node) throws IOException {
        while (true) {
            int before = node.accepted();
            Socket session = newSession();
            echo(session);
            if (node.accepted() > before) {
                return session;
            }
        }
    }

    private Socket newSession() throws IOException {
        Socket session =
                new Socket(balancer.address().getAddress(), balancer.address().getPort());
        sessions.add(session);
        return session;
    }

    private static void echo(Socket session) throws IOException {
        byte[] lamp = "lamp".getBytes(StandardCharsets.US_ASCII);
        session.getOutputStream().write(lamp);
        assertThat(session.getInputStream().readNBytes(lamp.length)).isEqualTo(lamp);
    }
}
