package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** After a flood nothing is left behind: no session, no descriptor, nothing borrowed, no buffer. */
@ParameterizedClass
@MethodSource("io.lamplighter.balancer.RunningBalancer#nativeTransports")
@Timeout(600)
class TcpFloodIT {
    /** In all 200,000, shared between the transports. */
    private static final int CONNECTIONS =
            200_000 / (int) RunningBalancer.nativeTransports().count() / 8 * 8;

    private static final int THREADS = 8;
    private static final int STREAMS = 64;
    private static final int STREAM_BYTES = 16 << 20;

    @Parameter
    String transport;

    @TempDir
    Path directory;

    private String conf(TestNode node) {
        return "upstream u { server " + node.hostPort() + "; } server { listen 127.0.0.1:0; proxy_pass u; }";
    }

    @Test
    void shortConnectionsLeaveNothingBehind() throws Exception {
        try (FloodNode node = FloodNode.start();
                RunningBalancer balancer = RunningBalancer.stream(directory, transport, node.conf())) {
            exchangeOnce(balancer.address());
            balancer.awaitNothingLeft();
            long descriptors = descriptors();
            inParallel(THREADS, () -> {
                for (int i = 0; i < CONNECTIONS / THREADS; i++) {
                    exchangeOnce(balancer.address());
                }
            });
            balancer.awaitNothingLeft();
            assertThat(balancer.count(Counter.TCP_SESSIONS)).isEqualTo(CONNECTIONS + 1);
            assertThat(balancer.count(EndReason.CLIENT_CLOSED)).isEqualTo(CONNECTIONS + 1);
            org.awaitility.Awaitility.await().until(() -> descriptors() <= descriptors + 2);
        }
    }

    private static void exchangeOnce(InetSocketAddress address) throws IOException {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            socket.getOutputStream().write(new byte[64]);
            assertThat(socket.getInputStream().readNBytes(64)).hasSize(64);
        }
    }

    @Test
    void aGibibyteThroughSixtyFourStreamsLeavesNothingBehind() throws Exception {
        try (TestNode node = TestNode.start(socket -> {
                    try (socket) {
                        long received = 0;
                        byte[] buffer = new byte[1 << 17];
                        InputStream in = socket.getInputStream();
                        for (int n = in.read(buffer); received + n < STREAM_BYTES; n = in.read(buffer)) {
                            received += n;
                        }
                        socket.getOutputStream().write(1);
                    }
                });
                RunningBalancer balancer = RunningBalancer.stream(directory, transport, conf(node))) {
            inParallel(STREAMS, () -> upload(balancer.address()));
            balancer.awaitNothingLeft();
            assertThat(balancer.bytesToNode(balancer.nodes("u").get(0))).isEqualTo((long) STREAMS * STREAM_BYTES);
            // What the allocator keeps is bounded and does not grow with the bytes that passed.
            assertThat(((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                            .metric()
                            .usedDirectMemory())
                    .isLessThan(256L << 20);
        }
    }

    private static void upload(InetSocketAddress address) throws IOException {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            OutputStream out = socket.getOutputStream();
            byte[] chunk = new byte[1 << 18];
            for (int sent = 0; sent < STREAM_BYTES; sent += chunk.length) {
                out.write(chunk);
            }
            assertThat(socket.getInputStream().read()).isEqualTo(1);
        }
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void inParallel(int threads, Task task) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(executor.submit(() -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }
}
