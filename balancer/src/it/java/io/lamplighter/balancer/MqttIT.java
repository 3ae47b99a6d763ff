package io.lamplighter.balancer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
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

/** The first message of MQTT chooses where sessions go, and is changed on its way, however it is cut. */
@Timeout(60)
class MqttIT {
    /** 3.1.1, client "lamp", user "me". */
    private static final String CONNECT = "\u0010\u0014\0\4MQTT\4\u0082\0<\0\4lamp\0\2me";

    private static final String REST = "\u00c0\0\60\u0005\0\3a/bx";

    @TempDir
    Path directory;

    private RunningBalancer balancer;

    @AfterEach
    void stop() {
        balancer.close();
    }

    @ParameterizedTest
    @MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
    void theClientIdentifierChoosesTheGroup(String transport) throws Exception {
        try (TestNode lamps = TestNode.naming("lamps");
                TestNode others = TestNode.naming("others")) {
            balancer = RunningBalancer.stream(
                    directory,
                    transport,
                    "upstream lamps { server " + lamps.hostPort() + "; } upstream others { server " + others.hostPort()
                            + "; } map $mqtt_preread_clientid/$mqtt_preread_username $group { lamp/me lamps; default others; }"
                            + " mqtt_preread on; server { listen 127.0.0.1:0; proxy_pass $group; }");
            assertThat(answer(CONNECT.substring(0, 5), CONNECT.substring(5))).isEqualTo("lamps");
            assertThat(answer(CONNECT.replace("lamp", "node"))).isEqualTo("others");
            assertThat(answer("GET / HTTP/1.0\r\n\r\n")).isEqualTo("others");
        }
    }

    @ParameterizedTest
    @MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
    void theMessageIsChangedAndNothingAfterIt(String transport) throws Exception {
        String expected = "\u0010\u001e\0\4MQTT\4\u00c2\0<\0\11tcp-lamp1\0\2me\0\3pw!" + REST;
        try (TestNode node = TestNode.start(socket -> {
            try (socket) {
                byte[] all = socket.getInputStream().readNBytes(expected.length());
                socket.getOutputStream().write(all);
            }
        })) {
            balancer = RunningBalancer.stream(
                    directory,
                    transport,
                    "mqtt_preread on; mqtt on; mqtt_set_connect clientid tcp-$mqtt_preread_clientid$one;"
                            + " mqtt_set_connect password pw!; map x $one { default 1; }"
                            + " server { listen 127.0.0.1:0; proxy_pass " + node.hostPort() + "; }");
            assertThat(answer(CONNECT + REST)).isEqualTo(expected);
            assertThat(answer(CONNECT.substring(0, 9), CONNECT.substring(9) + REST.substring(0, 2), REST.substring(2)))
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
    void whatIsNoConnectOrTooLongEnds(String transport) throws Exception {
        try (TestNode node = TestNode.echo()) {
            balancer = RunningBalancer.stream(
                    directory,
                    transport,
                    "mqtt on; mqtt_set_connect username x; mqtt_buffers 2 5; server { listen 127.0.0.1:0; proxy_pass "
                            + node.hostPort() + "; }");
            assertThat(answer("GET / HTTP/1.0\r\n\r\n")).isEmpty();
            assertThat(answer(CONNECT.substring(0, 15))).isEmpty();
            balancer.awaitEnded(EndReason.BAD_MQTT, 2);
            balancer.awaitNothingLeft();
        }
    }

    /** What comes back until the end. */
    private String answer(String... pieces) throws IOException {
        try (Socket client = balancer.connect()) {
            client.setTcpNoDelay(true);
            for (String piece : pieces) {
                client.getOutputStream().write(piece.getBytes(ISO_8859_1));
                client.getOutputStream().flush();
            }
            return new String(client.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }
}
