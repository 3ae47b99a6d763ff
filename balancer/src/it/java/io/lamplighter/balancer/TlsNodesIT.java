package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.tls.TestPki;
import io.lamplighter.balancer.tls.TestPki.Identity;
import io.netty.handler.ssl.OpenSsl;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** TLS with nodes, on each transport. The node is another balancer, which says what it saw. */
@ParameterizedClass
@MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
@Timeout(60)
class TlsNodesIT {
    private static final Identity ROOT = TestPki.elliptic("root").authority().selfSigned();
    private static final Identity NODE =
            TestPki.elliptic("node.test").named("node.test").by(ROOT);
    private static final Identity CLIENT = TestPki.elliptic("the balancer").by(ROOT);
    private static final String CERTIFICATE = "ssl_certificate node.crt; ssl_certificate_key node.key; ";

    @Parameter
    String transport;

    @TempDir
    Path directory;

    private Path nodeDirectory;

    @BeforeEach
    void writeCertificates() throws IOException {
        nodeDirectory = Files.createDirectory(directory.resolve("node"));
        NODE.write(nodeDirectory, "node");
        ROOT.write(nodeDirectory, "root");
        ROOT.write(directory, "root");
        CLIENT.write(directory, "own");
    }

    private RunningBalancer node(String listen, String answer) throws IOException {
        return RunningBalancer.stream(
                nodeDirectory,
                transport,
                "server { listen 127.0.0.1:0 " + listen + "; " + CERTIFICATE + "return \"" + answer + "\"; }");
    }

    private RunningBalancer front(RunningBalancer node, String settings) throws IOException {
        return RunningBalancer.stream(
                directory,
                transport,
                "server { listen 127.0.0.1:0; proxy_ssl on; proxy_pass 127.0.0.1:"
                        + node.address().getPort() + "; " + settings + " }");
    }

    private static String read(RunningBalancer front) throws IOException {
        try (Socket client = front.connect()) {
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void theNodeIsTalkedToInTlsAndToldItsName() throws Exception {
        try (RunningBalancer node = node("ssl", "$ssl_protocol $ssl_server_name");
                RunningBalancer silent = front(node, "proxy_ssl_name node.test;");
                RunningBalancer telling = front(node, "proxy_ssl_name node.test; proxy_ssl_server_name on;")) {
            assertThat(read(silent)).isEqualTo("TLSv1.3 ");
            assertThat(read(telling)).isEqualTo("TLSv1.3 node.test");
        }
    }

    /** As OpenSSL tells it; the JDK tells only names of hosts, and where it speaks TLS such a node cannot be had. */
    @Test
    void aNameThatNoHostMayHaveIsToldToo() throws Exception {
        try (RunningBalancer node = node("ssl", "$ssl_server_name");
                RunningBalancer front = front(node, "proxy_ssl_name under_score.test; proxy_ssl_server_name on;")) {
            assertThat(read(front)).isEqualTo(OpenSsl.isAvailable() ? "under_score.test" : "");
        }
    }

    @Test
    void onlyANodeThatIsWhoItShouldBeIsTalkedTo() throws Exception {
        String verify = "proxy_ssl_verify on; proxy_ssl_trusted_certificate root.crt; proxy_ssl_name ";
        try (RunningBalancer node = node("ssl", "hello");
                RunningBalancer right = front(node, verify + "node.test;");
                RunningBalancer wrongName = front(node, verify + "other.test;");
                RunningBalancer wrongRoot = front(node, verify.replace("root.crt", "own.crt") + "node.test;")) {
            assertThat(read(right)).isEqualTo("hello");
            assertThat(read(wrongName)).isEmpty();
            wrongName.awaitEnded(EndReason.CONNECT_FAILED, 1);
            assertThat(read(wrongRoot)).isEmpty();
            wrongRoot.awaitEnded(EndReason.CONNECT_FAILED, 1);
        }
    }

    @Test
    void theNextServerIsTriedAfterOneThatSpeaksNoTls() throws Exception {
        try (TestNode plain = TestNode.naming("plain");
                RunningBalancer node = node("ssl", "hello");
                RunningBalancer front = RunningBalancer.stream(
                        directory,
                        transport,
                        "upstream u { server " + plain.hostPort() + "; server 127.0.0.1:"
                                + node.address().getPort()
                                + "; } server { listen 127.0.0.1:0; proxy_ssl on; proxy_pass u; }")) {
            assertThat(read(front)).isEqualTo("hello");
            front.awaitNothingLeft();
        }
    }

    @Test
    void theProxyHeaderGoesOutBeforeTls() throws Exception {
        try (RunningBalancer node = node("ssl proxy_protocol", "$proxy_protocol_addr $ssl_protocol");
                RunningBalancer front = front(node, "proxy_protocol on;")) {
            assertThat(read(front)).isEqualTo("127.0.0.1 TLSv1.3");
        }
    }

    @Test
    void sessionsAreResumedUnlessTheyShouldNotBe() throws Exception {
        try (RunningBalancer node = node("ssl", "$ssl_session_reused");
                RunningBalancer front = front(node, "");
                RunningBalancer anew = front(node, "proxy_ssl_session_reuse off;")) {
            assertThat(read(front) + read(front) + read(front)).isEqualTo(".rr");
            assertThat(read(anew) + read(anew)).isEqualTo("..");
        }
    }

    @Test
    void theNodeIsShownACertificateIfItAsks() throws Exception {
        String asking =
                "$ssl_client_verify $ssl_client_s_dn\"; ssl_verify_client optional; ssl_client_certificate root.crt; set $x \"";
        try (RunningBalancer node = node("ssl", asking);
                RunningBalancer front =
                        front(node, "proxy_ssl_certificate own.crt; proxy_ssl_certificate_key own.key;");
                RunningBalancer computed = RunningBalancer.stream(
                        directory,
                        transport,
                        "map $server_addr $name { default own; } server { listen 127.0.0.1:0; proxy_ssl on; proxy_pass 127.0.0.1:"
                                + node.address().getPort()
                                + "; proxy_ssl_certificate $name.crt; proxy_ssl_certificate_key $name.key; }");
                RunningBalancer without = front(node, "")) {
            assertThat(read(front)).isEqualTo("SUCCESS CN=the balancer");
            assertThat(read(computed)).isEqualTo("SUCCESS CN=the balancer");
            assertThat(read(without)).isEqualTo("NONE ");
        }
    }

    @Test
    void protocolsAreOfferedByAlpn() throws Exception {
        try (RunningBalancer node = node("ssl", "$ssl_alpn_protocol\"; ssl_alpn mqtt; set $x \"");
                RunningBalancer front = front(node, "proxy_ssl_alpn $proxy_protocol_addr mqtt;");
                RunningBalancer other = front(node, "proxy_ssl_alpn h2;")) {
            assertThat(read(front)).isEqualTo("mqtt");
            assertThat(read(other)).isEmpty();
        }
    }

    @Test
    void aNodeThatDoesNotAnswerTheHandshakeIsGivenUpAfterTheTimeToConnect() throws Exception {
        try (TestNode silent = TestNode.start(socket -> socket.getInputStream().readAllBytes());
                RunningBalancer front = RunningBalancer.stream(
                        directory,
                        transport,
                        "server { listen 127.0.0.1:0; proxy_ssl on; proxy_connect_timeout 100ms; proxy_pass "
                                + silent.hostPort() + "; }")) {
            assertThat(read(front)).isEmpty();
            front.awaitEnded(EndReason.CONNECT_FAILED, 1);
            front.awaitNothingLeft();
        }
    }
}
