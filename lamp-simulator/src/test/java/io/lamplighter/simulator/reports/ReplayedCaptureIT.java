package io.lamplighter.simulator.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody on the path who forwards an agent's datagrams, keeps a copy of each and sends the copies later. */
@Timeout(300)
class ReplayedCaptureIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int CAPTURED = 6;

    @TempDir
    Path directory;

    @Test
    void noReportIsBelievedASecondTime() throws Exception {
        try (ReportedCloud cloud = ReportedCloud.start(directory, "dynamic_weight threshold=0;", "3s", "a", "b");
                Tap firstRun = new Tap(cloud.reports());
                Tap secondRun = new Tap(cloud.reports())) {
            Process agent = cloud.startAgent("a", firstRun.port());
            await().atMost(PATIENCE).until(() -> firstRun.captured() >= CAPTURED);

            int early = firstRun.replay();
            await().atMost(PATIENCE).until(() -> refusedAs(cloud, "replay") == early);

            agent.destroyForcibly().waitFor();
            await().atMost(PATIENCE).until(() -> cloud.accepted() == firstRun.captured());
            agent = cloud.startAgent("a", secondRun.port());
            await().atMost(PATIENCE).until(() -> secondRun.captured() >= CAPTURED);
            int ofTheRunBefore = firstRun.replay();
            await().atMost(PATIENCE).until(() -> refusedAs(cloud, "old_boot") == ofTheRunBefore);

            agent.destroyForcibly().waitFor();
            await().atMost(PATIENCE).until(() -> cloud.weightReason("a").equals("agent_silent"));
            long believed = (long) firstRun.captured() + secondRun.captured();
            assertThat(cloud.accepted()).isEqualTo(believed);

            // Now that nobody contradicts, and while all of it is younger than the clock window.
            int ofTheFirst = firstRun.replay();
            int ofTheSecond = secondRun.replay();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(cloud.refused())
                            .isEqualTo(Map.of(
                                    "replay", (long) early + ofTheSecond,
                                    "old_boot", (long) ofTheRunBefore + ofTheFirst)));
            assertThat(cloud.accepted()).isEqualTo(believed);
            assertThat(cloud.weightReason("a")).isEqualTo("agent_silent");
            assertThat(cloud.weight("a")).isEqualTo(ReportedCloud.BASE_WEIGHT);
        }
    }

    private static long refusedAs(ReportedCloud cloud, String reason) {
        return cloud.refused().getOrDefault(reason, 0L);
    }

    /** Forwards and records what arrives at a port of its own. */
    private static final class Tap implements AutoCloseable {
        private final DatagramSocket socket =
                new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        private final InetSocketAddress balancer;
        private final List<byte[]> capture = new CopyOnWriteArrayList<>();

        Tap(InetSocketAddress balancer) throws IOException {
            this.balancer = balancer;
            Thread thread = new Thread(this::forward, "tap");
            thread.setDaemon(true);
            thread.start();
        }

        private void forward() {
            try {
                while (true) {
                    DatagramPacket packet = new DatagramPacket(new byte[2_048], 2_048);
                    socket.receive(packet);
                    byte[] bytes = Arrays.copyOf(packet.getData(), packet.getLength());
                    send(bytes);
                    capture.add(bytes);
                }
            } catch (IOException e) {
                // closed
            }
        }

        int port() {
            return socket.getLocalPort();
        }

        int captured() {
            return capture.size();
        }

        /** Sends every copy once more; how many. */
        int replay() throws IOException {
            List<byte[]> copies = List.copyOf(capture);
            for (byte[] copy : copies) {
                send(copy);
            }
            return copies.size();
        }

        private void send(byte[] bytes) throws IOException {
            socket.send(new DatagramPacket(bytes, bytes.length, balancer));
        }

        @Override
        public void close() {
            socket.close();
        }
    }
}
