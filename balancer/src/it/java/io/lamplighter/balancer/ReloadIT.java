package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.node.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A reload happens wholly or not at all, and costs no session, no connect and no figure. */
@ParameterizedClass
@MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
@Timeout(120)
class ReloadIT {
    private static final int HELD = 50;
    private static final int RELOADS = 100;

    @Parameter
    String transport;

    @TempDir
    Path directory;

    private String conf(String upstream, int port, String more) {
        return "worker_processes 2; events { use " + transport + "; worker_connections 4000; } stream { upstream u { "
                + upstream + " } server { listen 127.0.0.1:" + port + "; proxy_pass u; " + more + " } }";
    }

    @Test
    void aHundredReloadsUnderLoadLoseNothing() throws Exception {
        int port = FreePort.next();
        try (TestNode a = TestNode.echo();
                TestNode b = TestNode.echo();
                RunningBalancer balancer = RunningBalancer.start(directory, conf(servers(a, b, 0), port, ""))) {
            List<Socket> held = hold(balancer);
            Node node = balancer.nodes("u").get(0);
            AtomicBoolean isOver = new AtomicBoolean();
            AtomicLong exchanges = new AtomicLong();
            CompletableFuture<Void> load =
                    CompletableFuture.runAsync(() -> connectAndExchange(balancer.address(), isOver, exchanges));
            long sessions = 0;
            for (int i = 0; i < RELOADS; i++) {
                boolean isBroken = i % 2 == 1;
                String text = isBroken
                        ? conf(servers(a, b, i), port, "proxy_timout 5s;")
                        : conf(servers(a, b, i), port, "proxy_timeout " + (100 + i) + "s;");
                assertThat(balancer.reload(text)).isNotEqualTo(isBroken);
                long now = balancer.count(Counter.TCP_SESSIONS);
                assertThat(now).isGreaterThanOrEqualTo(sessions);
                sessions = now;
                assertThat(balancer.nodes("u").get(0)).isSameAs(node);
            }
            isOver.set(true);
            load.get(); // fails if a connect or an exchange did
            assertThat(exchanges.get()).isPositive();
            assertThat(balancer.count(Counter.RELOADS)).isEqualTo(RELOADS / 2);
            assertThat(balancer.count(Counter.RELOADS_REFUSED)).isEqualTo(RELOADS / 2);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(balancer.nodes("u").stream()
                                    .mapToInt(Node::inFlight)
                                    .sum())
                            .isEqualTo(HELD));
            for (Socket socket : held) {
                exchange(socket);
                socket.close();
            }
            balancer.awaitNothingLeft();
            assertThat(balancer.count(EndReason.CLIENT_CLOSED)).isEqualTo(balancer.count(Counter.TCP_SESSIONS));
        }
    }

    private static String servers(TestNode a, TestNode b, int i) {
        return "server " + a.hostPort() + " weight=" + (1 + i % 3) + "; server " + b.hostPort() + ";";
    }

    private static List<Socket> hold(RunningBalancer balancer) throws IOException {
        List<Socket> held = new ArrayList<>();
        for (int i = 0; i < HELD; i++) {
            Socket socket = balancer.connect();
            exchange(socket);
            held.add(socket);
        }
        return held;
    }

    private static void connectAndExchange(InetSocketAddress address, AtomicBoolean isOver, AtomicLong exchanges) {
        try {
            while (!isOver.get()) {
                try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
                    exchange(socket);
                    exchanges.incrementAndGet();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void exchange(Socket socket) throws IOException {
        socket.getOutputStream().write(new byte[100]);
        assertThat(socket.getInputStream().readNBytes(100)).hasSize(100);
    }

    @Test
    void anAddressThatCannotBeOpenedChangesNothing() throws Exception {
        int port = FreePort.next();
        try (TestNode node = TestNode.echo();
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RunningBalancer balancer =
                        RunningBalancer.start(directory, conf("server " + node.hostPort() + ";", port, ""))) {
            Generation before = balancer.balancer().generation();
            assertThat(balancer.reload(conf(
                            "server " + node.hostPort() + " max_conns=1;",
                            port,
                            "listen 127.0.0.1:" + taken.getLocalPort() + ";")))
                    .isFalse();
            assertThat(balancer.balancer().generation()).isSameAs(before);
            assertThat(balancer.nodes("u").get(0).settings().maxConns()).isZero();
            try (Socket client = balancer.connect()) {
                exchange(client);
            }
        }
    }

    /** From one address to the wildcard and back, with other options: every connect succeeds. */
    @Test
    void listenLinesChangeUnderLoad() throws Exception {
        int port = FreePort.next();
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer =
                        RunningBalancer.start(directory, conf("server " + node.hostPort() + ";", port, ""))) {
            String kept = conf("server " + node.hostPort() + ";", port, "");
            InetSocketAddress address = balancer.address();
            AtomicBoolean isOver = new AtomicBoolean();
            AtomicLong exchanges = new AtomicLong();
            CompletableFuture<Void> load =
                    CompletableFuture.runAsync(() -> connectAndExchange(address, isOver, exchanges));
            String otherBacklog =
                    kept.replace("listen 127.0.0.1:" + port, "listen 127.0.0.1:" + port + " backlog=1024");
            for (int i = 0; i < 10; i++) {
                assertThat(balancer.reload(otherBacklog)).isTrue();
                assertThat(balancer.reload(kept)).isTrue();
            }
            isOver.set(true);
            load.get();
            assertThat(exchanges.get()).isPositive();
            assertThat(balancer.reload(kept.replace("127.0.0.1:" + port, "*:" + port)))
                    .isTrue();
            awaitExchange(address);
            assertThat(balancer.reload(kept)).isTrue();
            awaitExchange(address);
        }
    }

    /** What waits in the queue of a socket that is closed is reset by the kernel; whoever comes after is served. */
    private static void awaitExchange(InetSocketAddress address) {
        Awaitility.await().ignoreExceptions().untilAsserted(() -> {
            try (Socket client = new Socket(address.getAddress(), address.getPort())) {
                exchange(client);
            }
        });
    }

    /** The block is the same though it stands on another line; its address must not be let go. */
    @Test
    void theAdminEndpointStaysWhenItsLineMoves() throws Exception {
        int port = FreePort.next();
        int admin = FreePort.next();
        try (TestNode node = TestNode.echo()) {
            String text = conf("server " + node.hostPort() + ";", port, "")
                    .replace("upstream u", "api { listen 127.0.0.1:" + admin + "; } upstream u");
            try (RunningBalancer balancer = RunningBalancer.start(directory, text)) {
                for (int i = 1; i <= 3; i++) {
                    assertThat(balancer.reload("\n".repeat(i) + text)).isTrue();
                    assertThat(balancer.balancer().coldSide().adminAddress())
                            .isEqualTo(new InetSocketAddress(InetAddress.getLoopbackAddress(), admin));
                    new Socket(InetAddress.getLoopbackAddress(), admin).close();
                }
                assertThat(balancer.reload(conf("server " + node.hostPort() + ";", port, "")))
                        .isTrue();
                assertThat(balancer.balancer().coldSide().adminAddress()).isNull();
            }
        }
    }

    @Test
    void aServerThatIsRemovedKeepsItsSessionsAndGetsNoNewOnes() throws Exception {
        int port = FreePort.next();
        try (TestNode a = TestNode.echo();
                TestNode b = TestNode.echo();
                RunningBalancer balancer =
                        RunningBalancer.start(directory, conf("server " + a.hostPort() + ";", port, ""));
                Socket old = balancer.connect()) {
            exchange(old);
            assertThat(balancer.reload(conf("server " + b.hostPort() + ";", port, "")))
                    .isTrue();
            exchange(old);
            for (int i = 0; i < 5; i++) {
                try (Socket client = balancer.connect()) {
                    exchange(client);
                }
            }
            assertThat(a.accepted()).isEqualTo(1);
            assertThat(b.accepted()).isEqualTo(5);
        }
    }
}
