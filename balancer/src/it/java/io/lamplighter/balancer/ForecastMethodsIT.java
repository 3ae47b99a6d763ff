package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.node.Node;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of three nodes one is slow: with each method that looks at response times it gets less than its third. */
@Timeout(120)
class ForecastMethodsIT {
    private static final int CLIENTS = 6;
    private static final int EXCHANGES = 240;
    private static final long SLOW_MS = 100;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"arima", "arima pick=lowest", "response_time", "adaptive"})
    void ofTcpNodesTheSlowOneGetsLess(String method) throws Exception {
        try (TestNode slow = answering(SLOW_MS);
                TestNode fast = answering(0);
                TestNode faster = answering(0);
                RunningBalancer balancer = RunningBalancer.stream(
                        directory, "nio", conf(method, slow.hostPort(), fast.hostPort(), faster.hostPort(), ""))) {
            exchange(() -> {
                try (Socket client = balancer.connect()) {
                    client.getOutputStream().write('?');
                    assertThat(client.getInputStream().read()).isEqualTo('!');
                }
                return null;
            });
            balancer.awaitNothingLeft();
            assertThat(slow.accepted()).isLessThan(EXCHANGES / 6);
            assertThat(slow.accepted() + fast.accepted() + faster.accepted()).isEqualTo(EXCHANGES);
            assertThatTheSlowOneIsExpectedToBeSlow(balancer, method);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"arima", "response_time", "adaptive"})
    void ofUdpNodesTheSlowOneGetsLess(String method) throws Exception {
        try (DatagramNode slow = DatagramNode.echo(SLOW_MS);
                DatagramNode fast = DatagramNode.echo(0);
                DatagramNode faster = DatagramNode.echo(0);
                RunningBalancer balancer = RunningBalancer.stream(
                        directory,
                        "nio",
                        conf(method, slow.hostPort(), fast.hostPort(), faster.hostPort(), " udp")
                                .replace("proxy_pass", "proxy_requests 1; proxy_responses 1; proxy_pass"))) {
            exchange(() -> {
                try (DatagramSocket client = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
                    client.send(new DatagramPacket(new byte[] {1}, 1, balancer.address()));
                    client.receive(new DatagramPacket(new byte[1], 1));
                }
                return null;
            });
            balancer.awaitNothingLeft();
            assertThat(slow.received()).isLessThan(EXCHANGES / 6);
            assertThat(slow.received() + fast.received() + faster.received()).isEqualTo(EXCHANGES);
            assertThatTheSlowOneIsExpectedToBeSlow(balancer, method);
        }
    }

    private static String conf(String method, String slow, String fast, String faster, String udp) {
        return "upstream u { " + method + "; server " + slow + "; server " + fast + "; server " + faster + "; }"
                + " server { listen 127.0.0.1:9" + udp + "; proxy_pass u; }";
    }

    private static TestNode answering(long afterMs) {
        return TestNode.start(socket -> {
            try (socket) {
                socket.getInputStream().read();
                Thread.sleep(afterMs); // the node is that slow
                socket.getOutputStream().write('!');
                socket.getInputStream().read();
            }
        });
    }

    /** From several clients at once, each beginning another exchange when the last one is over. */
    private static void exchange(Callable<Void> exchange) throws Exception {
        AtomicInteger left = new AtomicInteger(EXCHANGES);
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<Void>> results = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                results.add(clients.submit(() -> {
                    while (left.getAndDecrement() > 0) {
                        exchange.call();
                    }
                    return null;
                }));
            }
            for (Future<Void> result : results) {
                result.get();
            }
        } finally {
            clients.shutdownNow();
        }
    }

    private static void assertThatTheSlowOneIsExpectedToBeSlow(RunningBalancer balancer, String method) {
        Node slow = balancer.nodes("u").get(0);
        ResponseTimesIT.awaitForecast(balancer, slow, forecast -> {
            assertThat(forecast.predictedMs().orElse(-1)).isBetween(80.0, 60_000.0);
            assertThat(forecast.thresholdMs().isPresent()).isEqualTo(!method.equals("adaptive"));
            assertThat(forecast.model().isPresent()).isEqualTo(!method.equals("response_time"));
        });
    }
}
