package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** IPv4 and IPv6 on one port, each with its own server, on each transport. Needs a loopback that has both. */
@ParameterizedClass
@MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
@Timeout(60)
class DualStackIT {
    @Parameter
    String transport;

    @TempDir
    Path directory;

    /** What a client of {@code host} is answered; empty if it is turned away. */
    private static String answer(String host, int port) {
        try (Socket socket = new Socket(InetAddress.getByName(host), port)) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return "";
        }
    }

    @Test
    void eachFamilyHasItsOwnServer() throws Exception {
        int port = FreePort.next();
        try (TestNode four = TestNode.naming("four");
                TestNode six = TestNode.naming("six");
                RunningBalancer balancer = RunningBalancer.stream(
                        directory,
                        transport,
                        "server { listen " + port + "; proxy_pass " + four.hostPort() + "; } server { listen [::]:"
                                + port + "; proxy_pass " + six.hostPort() + "; }")) {
            for (int i = 0; i < 10; i++) {
                assertThat(answer("127.0.0.1", port)).isEqualTo("four");
                assertThat(answer("::1", port)).isEqualTo("six");
            }
            balancer.awaitNothingLeft();
        }
    }

    @Test
    void aWildcardOfOneFamilyTurnsTheOtherAway() throws Exception {
        int port = FreePort.next();
        try (TestNode node = TestNode.naming("node")) {
            String server = "; proxy_pass " + node.hostPort() + "; }";
            try (RunningBalancer balancer =
                    RunningBalancer.stream(directory, transport, "server { listen [::]:" + port + server)) {
                assertThat(answer("::1", port)).isEqualTo("node");
                assertThat(answer("127.0.0.1", port)).isEmpty();
                balancer.awaitNothingLeft();
            }
            int other = FreePort.next();
            try (RunningBalancer balancer =
                    RunningBalancer.stream(directory, transport, "server { listen " + other + server)) {
                assertThat(answer("127.0.0.1", other)).isEqualTo("node");
                assertThat(answer("::1", other)).isEmpty();
                balancer.awaitNothingLeft();
            }
        }
    }

    @Test
    void ipv6onlyOffServesBoth() throws Exception {
        int port = FreePort.next();
        try (TestNode node = TestNode.naming("node");
                RunningBalancer balancer = RunningBalancer.stream(
                        directory,
                        transport,
                        "server { listen [::]:" + port + " ipv6only=off; proxy_pass " + node.hostPort() + "; }")) {
            assertThat(answer("127.0.0.1", port)).isEqualTo("node");
            assertThat(answer("::1", port)).isEqualTo("node");
            balancer.awaitNothingLeft();
        }
    }
}
