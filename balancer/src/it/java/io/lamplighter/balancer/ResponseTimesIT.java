package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.admin.ShownForecast;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.node.Node;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Which response times sessions tell, and that telling costs them nothing when nobody listens. */
@ParameterizedClass
@MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
@Timeout(60)
class ResponseTimesIT {
    @Parameter
    String transport;

    @TempDir
    Path directory;

    @Test
    void eachExchangeOfATcpSessionIsAResponseTime() throws Exception {
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = start("arima", node.hostPort(), "", "")) {
            try (Socket client = balancer.connect()) {
                for (int i = 0; i < 5; i++) {
                    exchange(client);
                }
                awaitForecast(
                        balancer,
                        balancer.nodes("u").get(0),
                        forecast -> assertThat(forecast.samples()).isEqualTo(5));
            }
            balancer.awaitNothingLeft();
            assertThat(forecast(balancer, balancer.nodes("u").get(0)).samples()).isEqualTo(5);
        }
    }

    @Test
    void whereNoReplyEverComesTheConnectTimeIsOne() throws Exception {
        try (TestNode node = TestNode.start(socket -> {
                    try (socket) {
                        socket.getInputStream().read();
                    }
                });
                RunningBalancer balancer = start("arima", node.hostPort(), "", "")) {
            try (Socket client = balancer.connect()) {
                client.getOutputStream().write(1);
            }
            awaitForecast(balancer, balancer.nodes("u").get(0), forecast -> {
                assertThat(forecast.samples()).isEqualTo(1);
                assertThat(forecast.predictedMs().orElse(-1)).isBetween(0.0, 10_000.0);
            });
        }
    }

    @Test
    void anAnswerThatDoesNotComeInTimeCountsAsTheTimeOut() throws Exception {
        try (TestNode node = TestNode.start(socket -> {
                    socket.getInputStream().read();
                    socket.getOutputStream().write('!');
                    socket.getInputStream().read(); // and no answer to the second
                });
                RunningBalancer balancer = start("response_time", node.hostPort(), "", "proxy_timeout 400ms;")) {
            try (Socket client = balancer.connect()) {
                exchange(client);
                client.getOutputStream().write('?');
                assertThat(client.getInputStream().read()).isEqualTo(-1);
            }
            balancer.awaitEnded(EndReason.IDLE, 1);
            // The line through a quick answer and 400 ms.
            awaitForecast(
                    balancer,
                    balancer.nodes("u").get(0),
                    forecast -> assertThat(forecast.thresholdMs()).hasValue(400));
        }
    }

    @Test
    void aNodeThatCannotBeReachedInTimeCountsAsTheTimeOutAndARefusedConnectionAsNothing() throws Exception {
        try (Blackhole hole = Blackhole.open();
                RunningBalancer balancer = start(
                        "response_time",
                        TestNode.refusing() + "; server " + hole.hostPort(),
                        "",
                        "proxy_connect_timeout 300ms;")) {
            try (Socket client = balancer.connect()) {
                assertThat(client.getInputStream().read()).isEqualTo(-1);
            }
            awaitForecast(
                    balancer,
                    balancer.nodes("u").get(1),
                    forecast -> assertThat(forecast.predictedMs()).hasValue(300));
            assertThat(forecast(balancer, balancer.nodes("u").get(0)).predictedMs())
                    .isEmpty();
        }
    }

    @Test
    void datagramsAreExchangesTooAndASilentNodeCountsAsTheTimeOut() throws Exception {
        try (DatagramNode node = DatagramNode.echo(0);
                DatagramNode silent = DatagramNode.echo(-1);
                DatagramSocket client = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                DatagramSocket other = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                RunningBalancer balancer = start(
                        "response_time",
                        node.hostPort() + "; server " + silent.hostPort(),
                        " udp",
                        "proxy_responses 1; proxy_timeout 400ms;")) {
            client.send(new DatagramPacket(new byte[] {1}, 1, balancer.address()));
            client.receive(new DatagramPacket(new byte[1], 1));
            awaitForecast(
                    balancer,
                    balancer.nodes("u").get(0),
                    forecast -> assertThat(forecast.samples()).isEqualTo(1));
            other.send(new DatagramPacket(new byte[] {1}, 1, balancer.address()));
            balancer.awaitEnded(EndReason.NODE_SILENT, 1);
            awaitForecast(
                    balancer,
                    balancer.nodes("u").get(1),
                    forecast -> assertThat(forecast.predictedMs()).hasValue(400));
        }
    }

    @Test
    void sessionsGoOnWhileTheThreadThatForecastsStandsStill() throws Exception {
        CountDownLatch standstill = new CountDownLatch(1);
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = start("arima", node.hostPort() + "; server " + node.hostPort(), "", "")) {
            balancer.balancer().coldSide().whenever(0, () -> awaited(standstill), () -> {});
            try (Socket client = balancer.connect()) {
                // More than there is room for: the queue is full, and nobody empties it.
                for (int i = 0; i < 5_000; i++) {
                    exchange(client);
                }
                try (Socket another = balancer.connect()) {
                    exchange(another);
                }
                long dropped = balancer.count(Counter.RESPONSE_TIMES_DROPPED);
                assertThat(dropped).isBetween(1L, 2_000L);
                standstill.countDown();
                awaitForecast(
                        balancer,
                        balancer.nodes("u").get(0),
                        forecast -> assertThat(forecast.samples()).isEqualTo(50));
                exchange(client);
                assertThat(balancer.count(Counter.RESPONSE_TIMES_DROPPED)).isEqualTo(dropped);
            }
        } finally {
            standstill.countDown();
        }
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    private RunningBalancer start(String method, String servers, String udp, String proxy) throws IOException {
        return RunningBalancer.stream(
                directory,
                transport,
                "upstream u { " + method + "; server " + servers + "; } server { listen 127.0.0.1:9" + udp + "; "
                        + proxy + " proxy_pass u; }");
    }

    private static void exchange(Socket client) throws IOException {
        client.getOutputStream().write('?');
        assertThat(client.getInputStream().read()).isNotNegative();
    }

    private static ShownForecast forecast(RunningBalancer balancer, Node node) {
        return balancer.balancer().coldSide().state().forecastOf(node).orElseThrow();
    }

    static void awaitForecast(RunningBalancer balancer, Node node, Consumer<ShownForecast> requirement) {
        Awaitility.await().untilAsserted(() -> requirement.accept(forecast(balancer, node)));
    }
}
