package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod.TimeMetric;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.NodeTimes;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What sessions tell the times of their nodes. */
@ParameterizedClass
@MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
@Timeout(60)
class LeastTimeIT {
    @Parameter
    String transport;

    @TempDir
    Path directory;

    @Test
    void aSessionIsTimedUntilTheFirstByteAndUntilItsEnd() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        try (TestNode node = TestNode.start(socket -> {
                    try (socket) {
                        slow.await();
                        socket.getOutputStream().write('x');
                        socket.getInputStream().read();
                    }
                });
                RunningBalancer balancer = RunningBalancer.stream(
                        directory,
                        transport,
                        "upstream u { least_time first_byte inflight; server " + node.hostPort()
                                + "; } server { listen 127.0.0.1:0; proxy_pass u; }")) {
            Node ours = balancer.nodes("u").get(0);
            NodeTimes times = ours.times();
            try (Socket client = balancer.connect()) {
                long begun = System.nanoTime();
                Awaitility.await().until(() -> times.waitingSessions() == 1);
                Awaitility.await().until(() -> System.nanoTime() - begun > 50_000_000);
                slow.countDown();
                assertThat(client.getInputStream().read()).isEqualTo('x');
                Awaitility.await().until(() -> times.waitingSessions() == 0);
                assertThat(times.averageMs(TimeMetric.FIRST_BYTE)).isBetween(40, 40_000);
                assertThat(times.averageMs(TimeMetric.LAST_BYTE)).isZero();
            }
            balancer.awaitNothingLeft();
            assertThat(times.averageMs(TimeMetric.LAST_BYTE))
                    .isGreaterThanOrEqualTo(times.averageMs(TimeMetric.FIRST_BYTE));
            assertThat(ours.upstreamInFlight()).isZero();
        }
    }

    @Test
    void aTryThatFailsTellsNoTimeAndLeavesNobodyWaiting() throws Exception {
        try (TestNode node = TestNode.naming("x");
                RunningBalancer balancer = RunningBalancer.stream(
                        directory,
                        transport,
                        "upstream u { least_time last_byte inflight; server " + TestNode.refusing() + "; server "
                                + node.hostPort() + "; } server { listen 127.0.0.1:0; proxy_pass u; }")) {
            for (int i = 0; i < 2; i++) {
                try (Socket client = balancer.connect()) {
                    assertThat(client.getInputStream().readAllBytes()).hasSize(1);
                }
            }
            balancer.awaitNothingLeft();
            NodeTimes refusing = balancer.nodes("u").get(0).times();
            assertThat(refusing.waitingSessions()).isZero();
            assertThat(refusing.averageMs(TimeMetric.LAST_BYTE)).isZero();
            assertThat(balancer.nodes("u").get(1).times().waitingSessions()).isZero();
        }
    }

    @Test
    void datagramSessionsAreTimedToo() throws Exception {
        try (DatagramSocket node = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                DatagramSocket client = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                RunningBalancer balancer = RunningBalancer.stream(
                        directory,
                        transport,
                        "upstream u { least_time last_byte inflight; server 127.0.0.1:" + node.getLocalPort()
                                + "; } server { listen 127.0.0.1:9 udp; proxy_responses 1; proxy_requests 1;"
                                + " proxy_pass u; }")) {
            NodeTimes times = balancer.nodes("u").get(0).times();
            client.send(new DatagramPacket(new byte[] {1}, 1, balancer.address()));
            DatagramPacket received = new DatagramPacket(new byte[16], 16);
            node.receive(received);
            assertThat(times.waitingSessions()).isEqualTo(1);
            long begun = System.nanoTime();
            Awaitility.await().until(() -> System.nanoTime() - begun > 50_000_000);
            node.send(new DatagramPacket(new byte[] {2}, 1, received.getSocketAddress()));
            client.receive(received);
            balancer.awaitNothingLeft();
            assertThat(times.waitingSessions()).isZero();
            assertThat(times.averageMs(TimeMetric.CONNECT)).isZero();
            assertThat(times.averageMs(TimeMetric.FIRST_BYTE)).isBetween(40, 40_000);
            assertThat(times.averageMs(TimeMetric.LAST_BYTE)).isBetween(40, 40_000);
        }
    }
}
