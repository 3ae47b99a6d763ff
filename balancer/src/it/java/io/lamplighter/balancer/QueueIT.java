package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.listen.UpstreamQueue;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.Upstream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions for which there is no node wait for one, in order, not too many of them and not too long. */
@ParameterizedClass
@MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
@Timeout(120)
@SuppressWarnings("try") // closing a client early is what some tests are about
class QueueIT {
    private static final long LONG_MS = 20_000;

    private static final AdminOrder DRAINED = new AdminOrder(Optional.of(Availability.DRAIN), AdminOrder.NONE.weight());

    @Parameter
    String transport;

    @TempDir
    Path directory;

    private String conf(int workers, String upstream, String server) {
        return "worker_processes " + workers + "; events { use " + transport
                + "; worker_connections 4000; } stream { log_format wait '$status $end_reason [$upstream_queue_time] "
                + "$upstream_connect_time'; access_log " + log() + " wait; upstream u { " + upstream
                + " } server { listen 127.0.0.1:0; proxy_pass u; " + server + " } }";
    }

    private RunningBalancer balance(int workers, String upstream) throws IOException {
        return RunningBalancer.start(directory, conf(workers, upstream, ""));
    }

    private Path log() {
        return directory.resolve("access.log");
    }

    private static UpstreamQueue queue(RunningBalancer balancer) {
        return balancer.balancer().queues().find("u").orElseThrow();
    }

    private static void awaitWaiting(RunningBalancer balancer, int sessions) {
        Awaitility.await()
                .atMost(Duration.ofMillis(LONG_MS))
                .untilAsserted(() -> assertThat(queue(balancer).waiting()).isEqualTo(sessions));
    }

    private static Socket served(RunningBalancer balancer) throws IOException {
        Socket client = balancer.connect();
        exchange(client);
        return client;
    }

    private static void exchange(Socket client) throws IOException {
        client.setSoTimeout((int) LONG_MS);
        client.getOutputStream().write(7);
        assertThat(client.getInputStream().read()).isEqualTo(7);
    }

    @Test
    void whoWaitsIsServedInOrderAsPlacesComeFree() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = balance(1, "queue 10; server " + node.hostPort() + " max_conns=1;")) {
            List<Socket> clients = new ArrayList<>(List.of(served(balancer)));
            for (int i = 1; i <= 4; i++) {
                Socket client = balancer.connect();
                client.getOutputStream().write("early".getBytes(StandardCharsets.US_ASCII));
                clients.add(client);
                awaitWaiting(balancer, i);
            }
            for (int i = 1; i <= 4; i++) {
                clients.get(i - 1).close();
                clients.get(i).setSoTimeout((int) LONG_MS);
                assertThat(clients.get(i).getInputStream().readNBytes(5))
                        .isEqualTo("early".getBytes(StandardCharsets.US_ASCII));
                assertThat(queue(balancer).waiting()).isEqualTo(4 - i);
                assertThat(balancer.nodes("u").get(0).inFlight()).isEqualTo(1);
            }
            clients.get(4).close();
            balancer.awaitNothingLeft();
            assertThat(balancer.count(EndReason.CLIENT_CLOSED)).isEqualTo(5);
            assertThat(balancer.count(Counter.SESSIONS_QUEUED)).isEqualTo(4);
            assertThat(queue(balancer).queued()).isEqualTo(4);
        }
        List<String> lines = Files.readAllLines(log());
        assertThat(lines.get(0)).matches("200 client_closed \\[-?] 0\\.\\d{3}");
        assertThat(lines.subList(1, 5))
                .allMatch(line -> line.matches("200 client_closed \\[\\d+\\.\\d{3}] 0\\.\\d{3}"));
    }

    @Test
    void oneMoreThanMayWaitIsTurnedAwayAtOnce() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = balance(1, "queue 2; server " + node.hostPort() + " max_conns=1;");
                Socket first = served(balancer);
                Socket second = balancer.connect();
                Socket third = balancer.connect()) {
            awaitWaiting(balancer, 2);
            try (Socket tooMany = balancer.connect()) {
                assertThat(tooMany.getInputStream().read()).isEqualTo(-1);
            }
            balancer.awaitEnded(EndReason.QUEUE_FULL, 1);
            assertThat(queue(balancer).overflowed()).isEqualTo(1);
            assertThat(queue(balancer).waiting()).isEqualTo(2);
            first.close();
            exchange(second);
        }
        assertThat(Files.readString(log())).startsWith("502 queue_full [");
    }

    @Test
    void whoWaitedLongEnoughIsToldThatThereIsNoNode() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer =
                        balance(1, "queue 2 timeout=300ms; server " + node.hostPort() + " max_conns=1;");
                Socket first = served(balancer);
                Socket second = balancer.connect()) {
            assertThat(second.getInputStream().read()).isEqualTo(-1);
            balancer.awaitEnded(EndReason.QUEUE_TIMEOUT, 1);
            assertThat(queue(balancer).timedOut()).isEqualTo(1);
            assertThat(queue(balancer).waiting()).isZero();
            exchange(first);
        }
        assertThat(Files.readString(log())).matches("(?s)502 queue_timeout \\[0\\.[3-9]\\d\\d].*");
    }

    /** The wait is no part of {@code proxy_connect_timeout} or {@code proxy_next_upstream_timeout}. */
    @Test
    void theTimeForTriesBeginsWhenTheWaitIsOver() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = RunningBalancer.start(
                        directory,
                        conf(
                                1,
                                "queue 2; server " + TestNode.refusing() + " max_conns=1; server " + node.hostPort()
                                        + " backup max_conns=1;",
                                "proxy_connect_timeout 200ms; proxy_next_upstream_timeout 200ms;"))) {
            Upstream upstream =
                    balancer.balancer().generation().nodes().upstreams().get("u");
            Node refusing = upstream.primary().get(0);
            Node backup = upstream.backup().get(0);
            assertThat(refusing.tryBorrow(0) && backup.tryBorrow(0)).isTrue();
            Socket waiting = balancer.connect();
            awaitWaiting(balancer, 1);
            long beginNs = System.nanoTime();
            Awaitility.await().until(() -> System.nanoTime() - beginNs > 500_000_000);
            balancer.balancer().workers().get(0).loop().execute(() -> {
                backup.release();
                refusing.release();
            });
            exchange(waiting);
            assertThat(balancer.count(Counter.NODE_TRIES_FAILED)).isEqualTo(1);
            waiting.close();
            balancer.awaitNothingLeft();
            assertThat(balancer.count(EndReason.CLIENT_CLOSED)).isEqualTo(1);
        }
    }

    @Test
    void whoLeavesMakesRoomForAnother() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = balance(1, "queue 2; server " + node.hostPort() + " max_conns=1;");
                Socket first = served(balancer)) {
            Socket leaves = balancer.connect();
            Socket resets = balancer.connect();
            awaitWaiting(balancer, 2);
            leaves.close();
            awaitWaiting(balancer, 1);
            resets.setSoLinger(true, 0);
            resets.close();
            awaitWaiting(balancer, 0);
            balancer.awaitEnded(EndReason.CLIENT_LEFT, 2);
            try (Socket next = balancer.connect()) {
                awaitWaiting(balancer, 1);
                first.close();
                exchange(next);
            }
            balancer.awaitNothingLeft();
        }
    }

    /** A session that had its turn does not wait for a second one. */
    @Test
    void aSessionWhoseTriesFailedEndsAtOnce() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = balance(
                        1,
                        "queue 5; server " + TestNode.refusing() + " max_fails=0; server " + node.hostPort()
                                + " max_conns=1;")) {
            List<Socket> held = new ArrayList<>();
            while (balancer.nodes("u").get(1).inFlight() == 0) {
                held.add(served(balancer));
            }
            try (Socket client = balancer.connect()) {
                assertThat(client.getInputStream().read()).isEqualTo(-1);
            }
            balancer.awaitEnded(EndReason.CONNECT_FAILED, 1);
            assertThat(queue(balancer).queued()).isZero();
            for (Socket socket : held) {
                socket.close();
            }
            balancer.awaitNothingLeft();
        }
    }

    /** Nobody gives anything back here: the node comes by itself. */
    @Test
    void aNodeThatIsNoLongerDrainedOrFailedServesThoseWhoWait() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = balance(
                        1, "queue 5; server " + node.hostPort() + " fail_timeout=1s; server 127.0.0.1:1 down;")) {
            balancer.nodes("u").get(0).order(DRAINED);
            try (Socket a = balancer.connect();
                    Socket b = balancer.connect()) {
                awaitWaiting(balancer, 2);
                balancer.nodes("u").get(0).order(AdminOrder.NONE);
                exchange(a);
                exchange(b);
            }
            balancer.nodes("u").get(0).failed(System.nanoTime() / 1_000_000);
            try (Socket client = balancer.connect()) {
                exchange(client);
            }
            balancer.awaitNothingLeft();
            assertThat(queue(balancer).queued()).isEqualTo(3);
        }
    }

    @Test
    void severalLoopsKeepBoundAndLimitAndServeEverybody() throws Exception {
        int size = 8;
        int clients = 24;
        int rounds = 40;
        AtomicInteger open = new AtomicInteger();
        AtomicInteger mostOpen = new AtomicInteger();
        try (TestNode node = TestNode.start(socket -> {
                    mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
                    try (socket) {
                        int request = socket.getInputStream().read();
                        open.decrementAndGet(); // before the answer, with which the balancer may give the place away
                        socket.getOutputStream().write(request);
                        socket.getInputStream().read();
                    }
                });
                RunningBalancer balancer =
                        balance(2, "queue " + size + " timeout=60s; server " + node.hostPort() + " max_conns=2;")) {
            AtomicBoolean isOver = new AtomicBoolean();
            AtomicInteger mostWaiting = new AtomicInteger();
            ExecutorService threads = Executors.newFixedThreadPool(clients + 1);
            try {
                Future<?> watch = threads.submit(() -> {
                    while (!isOver.get()) {
                        mostWaiting.accumulateAndGet(queue(balancer).waiting(), Math::max);
                        Thread.onSpinWait();
                    }
                });
                AtomicInteger served = new AtomicInteger();
                AtomicInteger turnedAway = new AtomicInteger();
                List<Future<Integer>> all = new ArrayList<>();
                for (int i = 0; i < clients; i++) {
                    all.add(threads.submit(() -> {
                        int mine = 0;
                        for (int round = 0; round < rounds; round++) {
                            mine += isAnswered(balancer) ? 1 : 0;
                        }
                        served.addAndGet(mine);
                        turnedAway.addAndGet(rounds - mine);
                        return mine;
                    }));
                }
                for (Future<Integer> each : all) {
                    each.get();
                }
                isOver.set(true);
                watch.get();
                balancer.awaitNothingLeft();
                assertThat(mostWaiting.get()).isBetween(1, size);
                assertThat(mostOpen.get()).isBetween(1, 2);
                assertThat(queue(balancer).waiting()).isZero();
                assertThat(balancer.count(EndReason.QUEUE_FULL)).isEqualTo(turnedAway.get());
                assertThat(balancer.count(EndReason.CLIENT_CLOSED) + balancer.count(EndReason.NODE_CLOSED))
                        .isEqualTo(served.get());
                assertThat(served.get() + turnedAway.get()).isEqualTo(clients * rounds);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    private static boolean isAnswered(RunningBalancer balancer) throws IOException {
        try (Socket client = balancer.connect()) {
            client.setSoTimeout(60_000);
            client.getOutputStream().write(7);
            return client.getInputStream().read() == 7;
        } catch (SocketException e) {
            return false; // turned away before the byte was read: a reset
        }
    }

    /** Served one by one, everybody's turn comes in the order in which they came, whichever loop they are on. */
    @Test
    void theOrderHoldsAcrossLoops() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = balance(4, "queue 100; server " + node.hostPort() + " max_conns=1;")) {
            Socket current = served(balancer);
            List<Socket> waiting = new ArrayList<>();
            for (int i = 1; i <= 12; i++) {
                waiting.add(balancer.connect());
                awaitWaiting(balancer, i);
            }
            for (Socket next : waiting) {
                current.close();
                exchange(next);
                current = next;
            }
            current.close();
            balancer.awaitNothingLeft();
        }
    }

    @Test
    void aReloadServesThoseWhoWaitFromWhatItBrings() throws Exception {
        try (TestNode a = TestNode.echo();
                TestNode b = TestNode.echo()) {
            int port = FreePort.next();
            String full = conf(2, "queue 10; server " + a.hostPort() + " max_conns=1;", "")
                    .replace(":0;", ":" + port + ";");
            try (RunningBalancer balancer = RunningBalancer.start(directory, full)) {
                Socket first = served(balancer);
                Socket second = balancer.connect();
                awaitWaiting(balancer, 1);
                Socket third = balancer.connect();
                awaitWaiting(balancer, 2);
                assertThat(balancer.reload(full.replace("max_conns=1", "max_conns=2")))
                        .isTrue();
                exchange(second);
                awaitWaiting(balancer, 1);
                assertThat(balancer.reload(full.replace(a.hostPort() + " max_conns=1", b.hostPort())))
                        .isTrue();
                exchange(third);
                assertThat(b.accepted()).isEqualTo(1);
                awaitWaiting(balancer, 0);
                exchange(first);
                for (Socket socket : List.of(first, second, third)) {
                    socket.close();
                }
                balancer.awaitNothingLeft();
                assertThat(balancer.count(EndReason.CLIENT_CLOSED)).isEqualTo(3);
            }
        }
    }

    @Test
    void whoWaitsGoesOnWaitingWhenAReloadRemovesTheQueueOrTheUpstream() throws Exception {
        try (TestNode a = TestNode.echo()) {
            int port = FreePort.next();
            String full = conf(1, "queue 10; server " + a.hostPort() + " max_conns=1;", "")
                    .replace(":0;", ":" + port + ";");
            try (RunningBalancer balancer = RunningBalancer.start(directory, full)) {
                Socket first = served(balancer);
                Socket second = balancer.connect();
                awaitWaiting(balancer, 1);
                Socket third = balancer.connect();
                awaitWaiting(balancer, 2);
                assertThat(balancer.reload(full.replace("queue 10;", ""))).isTrue();
                assertThat(queue(balancer).waiting()).isEqualTo(2);
                first.close();
                exchange(second);
                assertThat(balancer.reload(
                                full.replace("upstream u", "upstream v").replace("proxy_pass u", "proxy_pass v")))
                        .isTrue();
                assertThat(queue(balancer).waiting()).isEqualTo(1);
                second.close();
                exchange(third);
                third.close();
                balancer.awaitNothingLeft();
                assertThat(balancer.reload(full.replace("queue 10;", ""))).isTrue();
                assertThat(balancer.balancer().queues().find("u")).isEmpty();
            }
        }
    }

    @Test
    void aGracefulStopServesThoseWhoWait() throws Exception {
        AtomicBoolean isDone = new AtomicBoolean();
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = balance(2, "queue 10; server " + node.hostPort() + " max_conns=1;")) {
            Socket first = served(balancer);
            Socket second = balancer.connect();
            awaitWaiting(balancer, 1);
            balancer.balancer().drain(() -> isDone.set(true));
            first.close();
            exchange(second);
            assertThat(isDone).isFalse();
            second.close();
            Awaitility.await().untilTrue(isDone);
            balancer.awaitNothingLeft();
        }
    }

    @Test
    void aStopEndsThoseWhoWait() throws Exception {
        try (TestNode node = TestNode.echo()) {
            RunningBalancer balancer = balance(2, "queue 10; server " + node.hostPort() + " max_conns=1;");
            Socket first = served(balancer);
            List<Socket> waiting = new ArrayList<>();
            for (int i = 1; i <= 6; i++) {
                waiting.add(balancer.connect());
                awaitWaiting(balancer, i);
            }
            balancer.close();
            assertThat(first.getInputStream().read()).isEqualTo(-1);
            for (Socket socket : waiting) {
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            }
            assertThat(balancer.count(EndReason.SHUTDOWN)).isEqualTo(7);
            assertThat(balancer.count(EndReason.INTERNAL_ERROR)).isZero();
        }
    }

    /** A waiting session holds one socket and takes the second when it is served, within the limit. */
    @Test
    void workerConnectionsHoldWhenManyAreServedAtOnce() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = RunningBalancer.start(
                        directory,
                        "worker_processes 1; events { use " + transport
                                + "; worker_connections 6; } stream { upstream u { queue 10; server " + node.hostPort()
                                + "; } server { listen 127.0.0.1:0; proxy_pass u; } }")) {
            balancer.nodes("u").get(0).order(DRAINED);
            List<Socket> waiting = new ArrayList<>();
            for (int i = 1; i <= 5; i++) {
                waiting.add(balancer.connect());
                awaitWaiting(balancer, i);
            }
            balancer.nodes("u").get(0).order(AdminOrder.NONE);
            awaitWaiting(balancer, 0);
            assertThat(balancer.openSockets()).isLessThanOrEqualTo(6);
            assertThat(balancer.count(EndReason.WORKER_CONNECTIONS_EXCEEDED)).isBetween(2L, 4L);
            exchange(waiting.get(0));
            for (Socket socket : waiting) {
                socket.close();
            }
            balancer.awaitNothingLeft();
        }
    }

    /** UDP sessions do not wait, but what they give back goes to who does. */
    @Test
    void aUdpSessionThatEndsMakesRoomForATcpSession() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = RunningBalancer.stream(
                        directory,
                        transport,
                        "upstream u { queue 10 timeout=60s; server " + node.hostPort()
                                + " max_conns=1; } server { listen 127.0.0.1:0; proxy_pass u; } server { listen 127.0.0.1:9 udp; proxy_pass u; proxy_timeout 500ms; }");
                DatagramSocket udpNode = new DatagramSocket(node.address());
                DatagramSocket udp = new DatagramSocket()) {
            InetSocketAddress to = balancer.address(1);
            udp.send(new DatagramPacket(new byte[] {1}, 1, to));
            Awaitility.await().until(() -> balancer.nodes("u").get(0).inFlight() == 1);
            try (Socket client = balancer.connect()) {
                exchange(client);
            }
            balancer.awaitNothingLeft();
        }
    }
}
