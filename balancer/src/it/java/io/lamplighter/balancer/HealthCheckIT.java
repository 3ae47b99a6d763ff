package io.lamplighter.balancer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.node.ActiveHealth;
import io.lamplighter.balancer.tls.TestPki;
import io.lamplighter.balancer.tls.TestPki.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A running balancer asks nodes whether they can serve, and sends sessions to those that said so. */
@Timeout(60)
class HealthCheckIT {
    private static final Identity ROOT = TestPki.elliptic("root").authority().selfSigned();
    private static final Identity NODE =
            TestPki.elliptic("node.test").named("node.test").by(ROOT);

    @TempDir
    Path directory;

    private RunningBalancer balancer;

    @AfterEach
    void stop() {
        balancer.close();
    }

    @Test
    void aNodeThatTakesNoConnectionsIsLeftAloneUntilItDoes() throws Exception {
        TestNode first = TestNode.naming("first");
        try (TestNode second = TestNode.naming("second")) {
            balancer = start("server " + first.hostPort() + " max_fails=0; server " + second.hostPort() + ";", "");
            awaitState(first, "up");
            first.close();
            awaitState(first, "unhealthy");
            await().untilAsserted(() ->
                    assertThat(List.of(answer(), answer(), answer())).containsOnly("second"));
            assertThat(json(first).at("/state_set_by").textValue()).isEqualTo("health");
            assertThat(json(first).at("/health_checks/unhealthy").intValue()).isEqualTo(1);
            assertThat(json(first).at("/health_checks/last_passed").booleanValue())
                    .isFalse();

            try (TestNode back = TestNode.naming("back", first.port())) {
                awaitState(back, "up");
                await().untilAsserted(() -> assertThat(answer()).isEqualTo("back"));
            }
        }
    }

    @Test
    void whatANodeAnswersMustBeAsExpectedAndTheCheckIsNobodysSession() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        String[] says = {"busy"};
        try (TestNode node = TestNode.start(socket -> {
            try (socket) {
                byte[] question = socket.getInputStream().readNBytes("PROXY UNKNOWN\r\nhow?".length());
                heard.add(new String(question, ISO_8859_1));
                socket.getOutputStream().write(says[0].getBytes(US_ASCII));
            }
        })) {
            balancer = start(
                    "server " + node.hostPort() + ";",
                    "match fit { send how?; expect ~ ^fi[t]; } proxy_protocol on;",
                    "mandatory match=fit");
            awaitState(node, "unhealthy");
            assertThat(answer()).isEmpty();
            assertThat(balancer.count(EndReason.NO_NODE)).isEqualTo(1);
            assertThat(heard).containsOnly("PROXY UNKNOWN\r\nhow?");

            says[0] = "fit";
            awaitState(node, "up");
        }
    }

    @Test
    void aMandatoryCheckThatIsNotOverKeepsANewNodeOut() throws Exception {
        try (TestNode silent = TestNode.start(socket -> socket.getInputStream().read())) {
            balancer = start(
                    "server " + silent.hostPort() + ";",
                    "match fit { expect fit; } health_check_timeout 1m;",
                    "mandatory match=fit");
            awaitState(silent, "checking");
            assertThat(answer()).isEmpty();
            assertThat(balancer.count(EndReason.NO_NODE)).isEqualTo(1);
        }
    }

    /** Says to whom it speaks and in what, as far as it can tell. */
    private RunningBalancer tlsNode(String listen, String answer) throws IOException {
        Path nodeDirectory = Files.createDirectories(directory.resolve("node"));
        NODE.write(nodeDirectory, "node");
        ROOT.write(directory, "root");
        return RunningBalancer.stream(
                nodeDirectory,
                "nio",
                "server { listen 127.0.0.1:0 " + listen
                        + "; ssl_certificate node.crt; ssl_certificate_key node.key; return \"" + answer + "\"; }");
    }

    private static String address(RunningBalancer node) {
        return "127.0.0.1:" + node.address().getPort();
    }

    @Test
    void checksSpeakTlsAsSessionsDoWithSniAndBehindTheProxyHeader() throws Exception {
        String tls = "proxy_ssl on; proxy_ssl_verify on; proxy_ssl_trusted_certificate root.crt;"
                + " proxy_ssl_name node.test; proxy_ssl_server_name on; proxy_protocol on;"
                + " match told { expect \"TLSv1.3 node.test\"; } ";
        try (RunningBalancer node = tlsNode("ssl proxy_protocol", "$ssl_protocol $ssl_server_name")) {
            balancer = start("server " + address(node) + ";", tls, "mandatory match=told");
            awaitState(address(node), "up");
            assertThat(answer()).isEqualTo("TLSv1.3 node.test");
        }
    }

    @Test
    void aNodeThatIsNotWhoItShouldBeIsUnhealthyAndSoIsOneWithoutTls() throws Exception {
        String tls =
                "proxy_ssl on; proxy_ssl_verify on; proxy_ssl_trusted_certificate root.crt; proxy_ssl_name other.test;";
        try (RunningBalancer node = tlsNode("ssl", "hello");
                TestNode plain = TestNode.naming("plain")) {
            balancer = start("server " + address(node) + "; server " + plain.hostPort() + ";", tls);
            awaitState(address(node), "unhealthy");
            awaitState(plain, "unhealthy");
        }
    }

    @Test
    void whatTlsChecksFoundOutlivesAReload() throws Exception {
        try (RunningBalancer node = tlsNode("ssl", "hello")) {
            String conf = "worker_processes 1; events { } stream { proxy_ssl on; upstream u { server " + address(node)
                    + "; } server { listen 127.0.0.1:" + FreePort.next()
                    + "; proxy_pass u; health_check mandatory interval=1h; } }";
            balancer = RunningBalancer.start(directory, conf);
            await().until(() -> health(0) == ActiveHealth.HEALTHY);

            assertThat(balancer.reload(conf.replace("proxy_pass", "proxy_timeout 9s; proxy_pass")))
                    .isTrue();

            assertThat(answer()).isEqualTo("hello");
            assertThat(health(0)).isEqualTo(ActiveHealth.HEALTHY);
        }
    }

    @Test
    void checksComeFromTheAddressThatSessionsComeFrom() throws Exception {
        List<String> peers = new CopyOnWriteArrayList<>();
        try (TestNode node = TestNode.start(socket -> {
            try (socket) {
                peers.add(socket.getInetAddress().getHostAddress());
            }
        })) {
            balancer = start("server " + node.hostPort() + ";", "proxy_bind 127.0.0.77;");
            await().until(() -> peers.size() > 2);
            assertThat(peers).containsOnly("127.0.0.77");
        }
    }

    @Test
    void healthOutlivesAReload() throws Exception {
        TestNode gone = TestNode.naming("gone");
        gone.close();
        try (TestNode second = TestNode.naming("second")) {
            String conf = "worker_processes 1; events { } stream { upstream u { server " + gone.hostPort()
                    + "; server " + second.hostPort() + "; } server { listen 127.0.0.1:" + FreePort.next()
                    + "; proxy_pass u; health_check mandatory; } }";
            balancer = RunningBalancer.start(directory, conf);
            await().until(() -> health(0) == ActiveHealth.UNHEALTHY && health(1) == ActiveHealth.HEALTHY);

            assertThat(balancer.reload(conf.replace("proxy_pass", "proxy_timeout 9s; proxy_pass")))
                    .isTrue();

            assertThat(health(0)).isEqualTo(ActiveHealth.UNHEALTHY);
            assertThat(health(1)).isEqualTo(ActiveHealth.HEALTHY);
            assertThat(answer()).isEqualTo("second");
        }
    }

    @Test
    void datagramsAreCheckedByTheirAnswersAndSessionsMoveAway() throws Exception {
        try (DatagramSocket dead = socket();
                DatagramSocket live = socket();
                DatagramSocket client = socket()) {
            balancer = RunningBalancer.start(
                    directory,
                    "worker_processes 1; events { } stream { upstream u { server 127.0.0.1:" + dead.getLocalPort()
                            + "; server 127.0.0.1:" + live.getLocalPort() + " backup; }"
                            + " match fit { send fit?; expect yes; } health_check_timeout 300ms;"
                            + " server { listen 127.0.0.1:" + FreePort.next()
                            + " udp; proxy_pass u; health_check udp match=fit interval=50ms; } }");
            await().until(() -> {
                answerChecks(live);
                return health(0) == ActiveHealth.UNHEALTHY;
            });
            InetSocketAddress address = balancer.address();
            await().until(() -> {
                client.send(new DatagramPacket("lamp".getBytes(US_ASCII), 4, address));
                return answerChecks(live);
            });
        }
    }

    /** Answers what is there; whether a client's datagram was among it. */
    private static boolean answerChecks(DatagramSocket node) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[100], 100);
        try {
            while (true) {
                packet.setLength(100);
                node.receive(packet);
                String text = new String(packet.getData(), 0, packet.getLength(), US_ASCII);
                if (text.equals("lamp")) {
                    return true;
                }
                node.send(new DatagramPacket("yes".getBytes(US_ASCII), 3, packet.getSocketAddress()));
            }
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    private static DatagramSocket socket() throws IOException {
        DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        socket.setSoTimeout(20);
        return socket;
    }

    private ActiveHealth health(int node) {
        return balancer.nodes("u").get(node).activeHealth();
    }

    private RunningBalancer start(String servers, String more) throws IOException {
        return start(servers, more, "");
    }

    private RunningBalancer start(String servers, String more, String parameters) throws IOException {
        return RunningBalancer.start(directory, conf(servers, more, parameters));
    }

    private static String conf(String servers, String more, String parameters) {
        return "worker_processes 1; events { } stream { upstream u { " + servers + " } " + more
                + " server { listen 127.0.0.1:0; proxy_pass u; health_check interval=50ms " + parameters
                + "; } api { listen 127.0.0.1:0; write on; } }";
    }

    private void awaitState(TestNode node, String state) {
        awaitState(node.hostPort(), state);
    }

    private void awaitState(String node, String state) {
        await().untilAsserted(
                        () -> assertThat(json(node).at("/state").textValue()).isEqualTo(state));
    }

    private JsonNode json(TestNode node) throws IOException {
        return json(node.hostPort());
    }

    private JsonNode json(String node) throws IOException {
        int port = balancer.balancer().coldSide().adminAddress().getPort();
        try (InputStream in = URI.create("http://127.0.0.1:" + port + "/upstreams/u/nodes/" + node)
                .toURL()
                .openStream()) {
            return new ObjectMapper().readTree(in);
        }
    }

    private String answer() throws IOException {
        try (Socket client = balancer.connect()) {
            return new String(client.getInputStream().readAllBytes(), US_ASCII);
        }
    }
}
