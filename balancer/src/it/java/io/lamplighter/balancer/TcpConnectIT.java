package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** How a session gets its node: tries, limits, health, and who is to blame. */
@ParameterizedClass
@MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
@Timeout(60)
@SuppressWarnings("try") // closing a client early is what some tests are about
class TcpConnectIT {
    @Parameter
    String transport;

    @TempDir
    Path directory;

    private RunningBalancer balance(String upstream, String server) throws IOException {
        return RunningBalancer.stream(
                directory,
                transport,
                "log_format tries '$status $end_reason $upstream_addr'; access_log " + log() + " tries; upstream u { "
                        + upstream + " } server { listen 127.0.0.1:0; proxy_pass u; " + server + " }");
    }

    private Path log() {
        return directory.resolve("access.log");
    }

    private static String answer(RunningBalancer balancer) throws IOException {
        try (Socket client = balancer.connect()) {
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void eachRefusingServerIsTriedOnceAndTheClientClosed() throws Exception {
        try (RunningBalancer balancer = balance(
                "server " + TestNode.refusing() + "; server " + TestNode.refusing() + "; server " + TestNode.refusing()
                        + ";",
                "proxy_next_upstream_tries 0;")) {
            assertThat(answer(balancer)).isEmpty();
            balancer.awaitEnded(EndReason.CONNECT_FAILED, 1);
            assertThat(balancer.count(Counter.NODE_TRIES_FAILED)).isEqualTo(3);
            balancer.awaitNothingLeft();
        }
        assertThat(Files.readString(log())).startsWith("502 connect_failed 127.0.0.1:");
    }

    @Test
    void aSingleRefusingServerIsTriedOnce() throws Exception {
        try (RunningBalancer balancer =
                balance("server " + TestNode.refusing() + ";", "proxy_next_upstream_tries 0;")) {
            assertThat(answer(balancer)).isEmpty();
            balancer.awaitEnded(EndReason.CONNECT_FAILED, 1);
            assertThat(balancer.count(Counter.NODE_TRIES_FAILED)).isEqualTo(1);
        }
    }

    @Test
    void triesAreLimited() throws Exception {
        try (RunningBalancer balancer = balance(
                "server " + TestNode.refusing() + "; server " + TestNode.refusing() + "; server " + TestNode.refusing()
                        + ";",
                "proxy_next_upstream_tries 2;")) {
            assertThat(answer(balancer)).isEmpty();
            balancer.awaitEnded(EndReason.CONNECT_FAILED, 1);
            assertThat(balancer.count(Counter.NODE_TRIES_FAILED)).isEqualTo(2);
        }
    }

    @Test
    void whatTheClientSentEarlyReachesTheSecondServerOnce() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer =
                        balance("server " + TestNode.refusing() + "; server " + node.hostPort() + ";", "");
                Socket client = balancer.connect()) {
            byte[] early = "a few early bytes".getBytes(StandardCharsets.US_ASCII);
            client.getOutputStream().write(early);
            assertThat(client.getInputStream().readNBytes(early.length)).isEqualTo(early);
            client.close();
            balancer.awaitNothingLeft();
            assertThat(balancer.count(EndReason.CLIENT_CLOSED)).isEqualTo(1);
            assertThat(node.accepted()).isEqualTo(1);
        }
    }

    @Test
    void aConnectTimeoutGoesOnToTheNextServer() throws Exception {
        try (Blackhole blackhole = Blackhole.open();
                TestNode node = TestNode.naming("ok");
                RunningBalancer balancer = balance(
                        "least_conn; server " + blackhole.hostPort() + "; server " + node.hostPort() + ";",
                        "proxy_connect_timeout 200ms;")) {
            for (int i = 0; i < 4; i++) {
                assertThat(answer(balancer)).isEqualTo("ok");
            }
            balancer.awaitNothingLeft();
            assertThat(balancer.count(Counter.NODES_MARKED_FAILED)).isPositive();
        }
    }

    /** A client that leaves while its node is being dialled: the try is given up at once, and nobody is blamed. */
    @Test
    void aClientThatLeavesDuringConnectFreesEverything() throws Exception {
        try (Blackhole blackhole = Blackhole.open();
                RunningBalancer balancer =
                        balance("server " + blackhole.hostPort() + ";", "proxy_connect_timeout 30s;")) {
            Socket left = balancer.connect();
            Awaitility.await().until(() -> balancer.openSockets() == 2);
            left.close();
            Socket reset = balancer.connect();
            Awaitility.await().until(() -> balancer.nodes("u").get(0).inFlight() == 1);
            reset.setSoLinger(true, 0);
            reset.close();
            balancer.awaitEnded(EndReason.CLIENT_LEFT, 2);
            balancer.awaitNothingLeft();
            assertThat(balancer.count(Counter.NODE_TRIES_FAILED)).isZero();
        }
    }

    @Test
    void maxConnsHoldsForTheWholeProcess() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = RunningBalancer.start(
                        directory,
                        "worker_processes 4; events { use " + transport + "; } stream { upstream u { server "
                                + node.hostPort() + " max_conns=3; } server { listen 127.0.0.1:0; proxy_pass u; } }")) {
            List<Socket> clients = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                clients.add(balancer.connect());
            }
            balancer.awaitEnded(EndReason.NO_NODE, 7);
            assertThat(balancer.nodes("u").get(0).inFlight()).isEqualTo(3);
            for (Socket client : clients) {
                client.close();
            }
            balancer.awaitNothingLeft();
            try (Socket client = balancer.connect()) {
                client.getOutputStream().write(1);
                assertThat(client.getInputStream().read()).isEqualTo(1);
            }
        }
    }

    @Test
    void aFailedServerIsLeftAloneForFailTimeoutAndThenServesAgain() throws Exception {
        int port;
        try (ServerSocket reserved = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = reserved.getLocalPort();
        }
        try (TestNode other = TestNode.naming("other");
                RunningBalancer balancer = balance(
                        "server 127.0.0.1:" + port + " max_fails=1 fail_timeout=1s; server " + other.hostPort() + ";",
                        "")) {
            for (int i = 0; i < 6; i++) {
                assertThat(answer(balancer)).isEqualTo("other");
            }
            assertThat(balancer.count(Counter.NODE_TRIES_FAILED)).isEqualTo(1);
            try (ServerSocket back = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
                back.setSoTimeout(10_000);
                Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> {
                    answerOrClose(balancer, back);
                    return balancer.nodes("u").get(0).isUsable(System.nanoTime() / 1_000_000)
                            && balancer.bytesFromNode(balancer.nodes("u").get(0)) > 0;
                });
            }
            balancer.awaitNothingLeft();
        }
    }

    private static void answerOrClose(RunningBalancer balancer, ServerSocket back) throws IOException {
        try (Socket client = balancer.connect()) {
            back.setSoTimeout(50);
            try (Socket served = back.accept()) {
                served.getOutputStream().write("back".getBytes(StandardCharsets.US_ASCII));
            } catch (java.net.SocketTimeoutException e) {
                // the other one had its turn
            }
            client.getInputStream().readAllBytes();
        }
    }

    @Test
    void weightsShareConnectionsExactly() throws Exception {
        try (TestNode a = TestNode.naming("a");
                TestNode b = TestNode.naming("b");
                RunningBalancer balancer =
                        balance("server " + a.hostPort() + " weight=3; server " + b.hostPort() + ";", "")) {
            Map<String, Integer> served = new HashMap<>();
            for (int i = 0; i < 40; i++) {
                served.merge(answer(balancer), 1, Integer::sum);
            }
            assertThat(served).isEqualTo(Map.of("a", 30, "b", 10));
        }
    }

    @Test
    void backupsShareTheLoadWhenNoPrimaryCan() throws Exception {
        try (TestNode a = TestNode.naming("a");
                TestNode b = TestNode.naming("b");
                RunningBalancer balancer = balance(
                        "server " + TestNode.refusing() + "; server " + a.hostPort() + " backup; server " + b.hostPort()
                                + " backup weight=3;",
                        "")) {
            Map<String, Integer> served = new HashMap<>();
            for (int i = 0; i < 40; i++) {
                served.merge(answer(balancer), 1, Integer::sum);
            }
            assertThat(served).isEqualTo(Map.of("a", 10, "b", 30));
        }
    }

    @Test
    void workerConnectionsAreALimitAndNotAHang() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = RunningBalancer.start(
                        directory,
                        "worker_processes 1; events { use " + transport
                                + "; worker_connections 6; } stream { upstream u { server " + node.hostPort()
                                + "; } server { listen 127.0.0.1:0; proxy_pass u; } }")) {
            List<Socket> clients = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                clients.add(balancer.connect());
            }
            balancer.awaitEnded(EndReason.WORKER_CONNECTIONS_EXCEEDED, 2);
            for (Socket client : clients) {
                client.close();
            }
            balancer.awaitNothingLeft();
        }
    }

    @Test
    void connectingAndClosingIsNoError() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = balance("server " + node.hostPort() + ";", "")) {
            for (int i = 0; i < 50; i++) {
                balancer.connect().close();
                Socket reset = balancer.connect();
                reset.setSoLinger(true, 0);
                reset.close();
            }
            Awaitility.await().until(() -> balancer.count(Counter.SESSIONS_ENDED) >= 50);
            balancer.awaitNothingLeft();
            assertThat(balancer.count(Counter.NODE_TRIES_FAILED)).isZero();
            assertThat(balancer.count(EndReason.INTERNAL_ERROR)).isZero();
        }
    }
}
