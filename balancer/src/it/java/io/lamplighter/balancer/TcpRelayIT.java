package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.balancer.measure.EndReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** How bytes, ends and resets pass through a TCP session, on each transport. */
@ParameterizedClass
@MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
@Timeout(60)
@SuppressWarnings("try") // closing a client early is what some tests are about
class TcpRelayIT {
    @Parameter
    String transport;

    @TempDir
    Path directory;

    private RunningBalancer balance(String upstreamAndMore, TestNode node) throws IOException {
        return RunningBalancer.stream(
                directory,
                transport,
                "upstream u { server " + node.hostPort() + "; } server { listen 127.0.0.1:0; proxy_pass u; "
                        + upstreamAndMore + " }");
    }

    @Test
    void bytesComeBackInOrder() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        byte[] sent = new byte[3_000_000];
        new Random(seed).nextBytes(sent);
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = balance("", node);
                Socket client = balancer.connect()) {
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(client, sent));
            assertThat(client.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
            writing.get();
            client.close();
            balancer.awaitEnded(EndReason.CLIENT_CLOSED, 1);
            balancer.awaitNothingLeft();
        }
    }

    @Test
    void burstsOfAllSizesAreNeverHeldBack() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = balance("tcp_nodelay on;", node);
                Socket client = balancer.connect()) {
            client.setTcpNoDelay(true);
            client.setSoTimeout(5_000);
            InputStream in = client.getInputStream();
            int[] sizes = {1, 17, 65_536, 1};
            for (int i = 0; i < 500; i++) {
                byte[] burst = new byte[sizes[i % sizes.length]];
                Arrays.fill(burst, (byte) i);
                CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(client, burst));
                assertThat(in.readNBytes(burst.length)).isEqualTo(burst);
                writing.get();
            }
        }
    }

    @Test
    void theNodesEndReachesTheClientAfterItsLastByte() throws Exception {
        byte[] answer = new byte[1_000_000];
        Arrays.fill(answer, (byte) 7);
        try (TestNode node = TestNode.start(socket -> {
                    try (socket) {
                        socket.getOutputStream().write(answer);
                    }
                });
                RunningBalancer balancer = balance("", node)) {
            for (int i = 0; i < 20; i++) {
                try (Socket client = balancer.connect()) {
                    assertThat(client.getInputStream().readAllBytes()).isEqualTo(answer);
                }
            }
            balancer.awaitNothingLeft();
            assertThat(balancer.count(EndReason.NODE_CLOSED)).isEqualTo(20);
        }
    }

    /** The client reads nothing while the node sends all and closes: the balancer has paused reading when the end comes. */
    @Test
    void aSlowReaderStillGetsEveryByteOfANodeThatClosed() throws Exception {
        byte[] answer = new byte[8_000_000];
        Arrays.fill(answer, (byte) 7);
        CountDownLatch closed = new CountDownLatch(1);
        try (TestNode node = TestNode.start(socket -> {
                    try (socket) {
                        socket.setSendBufferSize(16_000_000);
                        socket.getOutputStream().write(answer);
                    }
                    closed.countDown();
                });
                RunningBalancer balancer = balance("", node);
                Socket client = new Socket()) {
            client.setReceiveBufferSize(8_192);
            client.connect(balancer.address());
            InputStream in = client.getInputStream();
            assertThat(in.readNBytes(1_000)).hasSize(1_000);
            // The node could only finish because the balancer or the kernel took what the client did not.
            closed.await(2, TimeUnit.SECONDS);
            assertThat(in.readAllBytes()).hasSize(answer.length - 1_000);
            balancer.awaitNothingLeft();
        }
    }

    @Test
    void withHalfCloseTheClientMayUploadOnAfterTheNodesEnd() throws Exception {
        CompletableFuture<Integer> received = new CompletableFuture<>();
        try (TestNode node = TestNode.start(socket -> {
                    socket.getOutputStream().write("hello".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                    socket.shutdownOutput();
                    received.complete(socket.getInputStream().readAllBytes().length);
                    socket.close();
                });
                RunningBalancer balancer = balance("proxy_half_close on;", node);
                Socket client = balancer.connect()) {
            assertThat(client.getInputStream().readAllBytes()).hasSize(5);
            byte[] chunk = new byte[20_000];
            for (int i = 0; i < 100; i++) {
                client.getOutputStream().write(chunk);
            }
            client.close();
            assertThat(received.get(10, TimeUnit.SECONDS)).isEqualTo(2_000_000);
            balancer.awaitEnded(EndReason.BOTH_CLOSED, 1);
            balancer.awaitNothingLeft();
        }
    }

    @Test
    void withHalfCloseARequestThatEndsIsStillAnswered() throws Exception {
        try (TestNode node = TestNode.start(socket -> {
                    try (socket) {
                        byte[] request = socket.getInputStream().readAllBytes();
                        socket.getOutputStream().write(request);
                    }
                });
                RunningBalancer balancer = balance("proxy_half_close on;", node);
                Socket client = balancer.connect()) {
            client.getOutputStream().write(new byte[10_000]);
            client.shutdownOutput();
            assertThat(client.getInputStream().readAllBytes()).hasSize(10_000);
            balancer.awaitEnded(EndReason.BOTH_CLOSED, 1);
        }
    }

    @Test
    void whatAClientSendsBeforeItClosesReachesTheNode() throws Exception {
        CompletableFuture<Integer> received = new CompletableFuture<>();
        try (TestNode node = TestNode.start(
                        socket -> received.complete(socket.getInputStream().readAllBytes().length));
                RunningBalancer balancer = balance("", node)) {
            try (Socket client = balancer.connect()) {
                client.getOutputStream().write(new byte[400_000]);
            }
            assertThat(received.get(10, TimeUnit.SECONDS)).isEqualTo(400_000);
            balancer.awaitEnded(EndReason.CLIENT_CLOSED, 1);
            balancer.awaitNothingLeft();
        }
    }

    @Test
    void aResetOfTheNodeIsAResetForTheClient() throws Exception {
        try (TestNode node = TestNode.start(TcpRelayIT::answerAndReset);
                RunningBalancer balancer = balance("", node);
                Socket client = balancer.connect()) {
            client.getOutputStream().write(1);
            InputStream in = client.getInputStream();
            assertThat(in.readNBytes(5)).hasSize(5);
            client.getOutputStream().write(2);
            assertThatThrownBy(in::read).isInstanceOf(SocketException.class).hasMessageContaining("reset");
            balancer.awaitEnded(EndReason.NODE_RESET, 1);
            balancer.awaitNothingLeft();
        }
    }

    private static void answerAndReset(Socket socket) throws IOException {
        socket.getInputStream().read();
        socket.getOutputStream().write(new byte[5]);
        socket.getInputStream().read();
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Test
    void aResetOfTheClientIsAResetForTheNode() throws Exception {
        CompletableFuture<Exception> seen = new CompletableFuture<>();
        try (TestNode node = TestNode.start(socket -> {
                    try {
                        socket.getInputStream().read();
                        socket.getOutputStream().write(1);
                        seen.complete(new Exception(
                                "ended by " + socket.getInputStream().read()));
                    } catch (SocketException e) {
                        seen.complete(e);
                    }
                });
                RunningBalancer balancer = balance("", node);
                Socket client = balancer.connect()) {
            client.getOutputStream().write(1);
            assertThat(client.getInputStream().read()).isEqualTo(1);
            client.setSoLinger(true, 0);
            client.close();
            assertThat(seen.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
            balancer.awaitEnded(EndReason.CLIENT_RESET, 1);
            balancer.awaitNothingLeft();
        }
    }

    /** What was read from the node before its reset is delivered first, however slowly the client reads. */
    @Test
    void aResetDoesNotDestroyWhatCameBeforeIt() throws Exception {
        CountDownLatch mayReset = new CountDownLatch(1);
        try (TestNode node = TestNode.start(socket -> {
                    socket.getOutputStream().write(new byte[400_000]);
                    mayReset.await();
                    socket.setSoLinger(true, 0);
                    socket.close();
                });
                RunningBalancer balancer = balance("", node);
                Socket client = new Socket()) {
            client.setReceiveBufferSize(16_384);
            client.connect(balancer.address());
            InputStream in = client.getInputStream();
            org.awaitility.Awaitility.await().until(() -> received(balancer) == 400_000);
            mayReset.countDown();
            int total = 0;
            byte[] buffer = new byte[8_192];
            try {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    total += n;
                    TimeUnit.MILLISECONDS.sleep(5); // the slow reader is the point
                }
            } catch (SocketException e) {
                // the reset, passed on
            }
            assertThat(total).isEqualTo(400_000);
            balancer.awaitNothingLeft();
        }
    }

    private static long received(RunningBalancer balancer) {
        return balancer.bytesFromNode(balancer.nodes("u").get(0));
    }

    @Test
    void aQuietSessionEndsAfterProxyTimeout() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = balance("proxy_timeout 300ms;", node);
                Socket client = balancer.connect()) {
            client.getOutputStream().write(1);
            assertThat(client.getInputStream().read()).isEqualTo(1);
            assertThat(client.getInputStream().read()).isEqualTo(-1);
            balancer.awaitEnded(EndReason.IDLE, 1);
            balancer.awaitNothingLeft();
        }
    }

    /** Bytes that only fill buffers of a node that reads nothing are no progress. */
    @Test
    void aStuckNodeEndsThoughTheClientSendsOn() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (TestNode node = TestNode.start(socket -> over.await());
                RunningBalancer balancer = balance("proxy_timeout 500ms;", node);
                Socket client = balancer.connect()) {
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                while (balancer.count(EndReason.IDLE) == 0) {
                    write(client, new byte[1_000]);
                }
            });
            balancer.awaitEnded(EndReason.IDLE, 1);
            writing.exceptionally(e -> null).get(10, TimeUnit.SECONDS);
            balancer.awaitNothingLeft();
            over.countDown();
        }
    }

    @Test
    void aFastNodeIsSlowedByASlowClientInBoundedMemory() throws Exception {
        java.util.concurrent.atomic.AtomicLong sent = new java.util.concurrent.atomic.AtomicLong();
        try (TestNode node = TestNode.start(socket -> {
                    socket.setSendBufferSize(65_536);
                    byte[] chunk = new byte[65_536];
                    while (true) {
                        socket.getOutputStream().write(chunk);
                        sent.addAndGet(chunk.length);
                    }
                });
                RunningBalancer balancer = balance("", node);
                Socket client = new Socket()) {
            client.setReceiveBufferSize(8_192);
            client.connect(balancer.address());
            assertThat(client.getInputStream().readNBytes(1_000)).hasSize(1_000);
            long[] before = {-1};
            org.awaitility.Awaitility.await()
                    .pollInterval(java.time.Duration.ofMillis(300))
                    .until(() -> sent.get() > 0 && before[0] == (before[0] = sent.get()));
            // Kernel buffers on both sides take up to a few MiB each; ours adds at most two reads.
            assertThat(sent.get()).isLessThan(32 << 20);
        }
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
