package io.lamplighter.balancer;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.measure.EndReason;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A connection goes from server to server within the balancer, without another connection in between. */
@Timeout(60)
class PassIT {
    @TempDir
    Path directory;

    private RunningBalancer balancer;

    @AfterEach
    void stop() {
        balancer.close();
    }

    @ParameterizedTest
    @MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
    void anotherServerTakesOverAndItsSessionIsLikeAnyOther(String transport) throws Exception {
        int port = FreePort.next();
        try (TestNode node = TestNode.echo()) {
            balancer = RunningBalancer.stream(
                    directory,
                    transport,
                    "map $server_port $there { default 127.0.0.1:" + port + "; }"
                            + " server { listen 127.0.0.1:0; pass $there; } server { listen " + port
                            + "; proxy_pass " + node.hostPort() + "; }");
            try (Socket client = balancer.connect()) {
                client.getOutputStream().write("hello".getBytes(US_ASCII));
                assertThat(new String(client.getInputStream().readNBytes(5), US_ASCII))
                        .isEqualTo("hello");
                assertThat(balancer.openSockets()).isEqualTo(2);
            }
            balancer.awaitEnded(EndReason.CLIENT_CLOSED, 1);
            assertThat(balancer.count(EndReason.PASSED)).isEqualTo(1);
            balancer.awaitNothingLeft();
        }
    }

    @ParameterizedTest
    @MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
    void whereNobodyListensOrInACircleTheSessionEnds(String transport) throws Exception {
        int port = FreePort.next();
        balancer = RunningBalancer.stream(
                directory,
                transport,
                "server { listen 127.0.0.1:0; pass 127.0.0.1:1; } server { listen 127.0.0.1:" + port
                        + "; pass 127.0.0.1:" + port + "; }");
        assertThat(answer(0)).isEmpty();
        assertThat(answer(1)).isEmpty();
        balancer.awaitEnded(EndReason.NOT_PASSED, 2);
        assertThat(balancer.count(EndReason.PASSED)).isEqualTo(10);
        assertThat(EndReason.NOT_PASSED.status()).isEqualTo(500);
        balancer.awaitNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
    void theServerThatTakesOverKnowsTheClientAsTheFirstOneKnewIt(String transport) throws Exception {
        int port = FreePort.next();
        balancer = RunningBalancer.stream(
                directory,
                transport,
                "server { listen 127.0.0.1:0 proxy_protocol; set_real_ip_from 127.0.0.1; pass 127.0.0.1:" + port
                        + "; } server { listen " + port + "; allow 198.51.100.7; deny all;"
                        + " return \"$remote_addr:$remote_port $proxy_protocol_addr $server_addr:$server_port\"; }");
        try (Socket client = balancer.connect()) {
            client.getOutputStream().write("PROXY TCP4 198.51.100.7 192.0.2.1 5000 1883\r\n".getBytes(US_ASCII));
            assertThat(new String(client.getInputStream().readAllBytes(), US_ASCII))
                    .isEqualTo("198.51.100.7:5000 198.51.100.7 127.0.0.1:" + port);
        }
    }

    @ParameterizedTest
    @MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
    void whatWasReadAlreadyCannotBePassed(String transport) throws Exception {
        int port = FreePort.next();
        balancer = RunningBalancer.stream(
                directory,
                transport,
                "server { listen 127.0.0.1:0; ssl_preread on; pass 127.0.0.1:" + port + "; } server { listen 127.0.0.1:"
                        + port + "; return hello; }");
        try (Socket client = balancer.connect()) {
            client.getOutputStream().write("no hello of TLS".getBytes(US_ASCII));
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        balancer.awaitEnded(EndReason.NOT_PASSED, 1);
    }

    private String answer(int server) throws IOException {
        try (Socket client = new Socket(
                balancer.address(server).getAddress(), balancer.address(server).getPort())) {
            return new String(client.getInputStream().readAllBytes(), US_ASCII);
        }
    }
}
