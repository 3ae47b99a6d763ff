package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.balancer.config.ConfigLoader;
import io.lamplighter.balancer.config.Fault;
import io.lamplighter.balancer.config.LoadResult;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.tls.TestPki;
import io.lamplighter.balancer.tls.TestPki.Identity;
import io.netty.handler.ssl.OpenSsl;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** TLS with clients, on each transport: what ends it, whom it lets in, and which server it chooses. */
@ParameterizedClass
@MethodSource("io.lamplighter.balancer.RunningBalancer#transports")
@Timeout(60)
@SuppressWarnings("try") // closing a client early is what a test is about
class TlsClientsIT {
    private static final Identity ROOT = TestPki.elliptic("root").authority().selfSigned();
    private static final Identity LAMPS =
            TestPki.elliptic("lamps.test").named("lamps.test").by(ROOT);
    private static final Identity OTHER =
            TestPki.elliptic("other.test").named("other.test").by(ROOT);
    private static final Identity CLIENT = TestPki.elliptic("lamp 7").by(ROOT);
    private static final String CERTIFICATE = "ssl_certificate lamps.crt; ssl_certificate_key lamps.key; ";
    private static final String OTHERS = "ssl_certificate other.crt; ssl_certificate_key other.key; ";

    private final TlsPeer lamp = new TlsPeer(ROOT, null);

    @Parameter
    String transport;

    @TempDir
    Path directory;

    @BeforeEach
    void writeCertificates() {
        LAMPS.write(directory, "lamps");
        OTHER.write(directory, "other");
        ROOT.write(directory, "root");
    }

    private RunningBalancer balance(String servers) throws IOException {
        return RunningBalancer.stream(directory, transport, servers);
    }

    @Test
    void bytesComeBackInOrderAndTheNodeSeesThemInPlain() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        byte[] sent = new byte[2_000_000];
        new Random(seed).nextBytes(sent);
        try (TestNode node = TestNode.echo();
                RunningBalancer balancer = balance(
                        "server { listen 127.0.0.1:0 ssl; " + CERTIFICATE + "proxy_pass " + node.hostPort() + "; }");
                SSLSocket client = lamp.connect(balancer.address(), "lamps.test")) {
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(client, sent));
            assertThat(client.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
            writing.get();
            client.close();
            balancer.awaitEnded(EndReason.CLIENT_CLOSED, 1);
            balancer.awaitNothingLeft();
        }
    }

    private static void write(Socket client, byte[] bytes) {
        try {
            client.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theNodesEndReachesTheClientAsAnEndOfTlsAfterItsLastByte() throws Exception {
        byte[] answer = new byte[1_000_000];
        try (TestNode node = TestNode.start(socket -> {
                    try (socket) {
                        socket.getOutputStream().write(answer);
                    }
                });
                RunningBalancer balancer = balance(
                        "server { listen 127.0.0.1:0 ssl; " + CERTIFICATE + "proxy_pass " + node.hostPort() + "; }");
                SSLSocket client = lamp.connect(balancer.address(), "lamps.test")) {
            // Without close_notify the JDK would throw.
            assertThat(client.getInputStream().readAllBytes()).isEqualTo(answer);
            balancer.awaitEnded(EndReason.NODE_CLOSED, 1);
        }
    }

    @Test
    void theNameAskedForChoosesTheServerAndItsCertificate() throws Exception {
        String shared = "server { listen 127.0.0.1:0 ssl; " + CERTIFICATE + "return \"first $ssl_server_name\"; }"
                + "server { listen 127.0.0.1:0 ssl; server_name other.test; " + OTHERS
                + "return \"$ssl_server_name\"; }";
        try (RunningBalancer balancer = balance(shared);
                SSLSocket client = lamp.connect(balancer.address(), "other.test")) {
            assertThat(TlsPeer.read(client)).isEqualTo("other.test");
            assertThat(client.getSession().getPeerCertificates()[0]).isEqualTo(OTHER.certificate());
            assertThat(lamp.read(balancer.address(), "unknown.test")).isEqualTo("first unknown.test");
            assertThat(lamp.read(balancer.address(), "")).isEqualTo("first ");
        }
    }

    @Test
    void theNamedServerLooksAtTheFirstBytesInItsOwnWay() throws Exception {
        String shared = "server { listen 127.0.0.1:0 ssl; " + CERTIFICATE + "return first; }"
                + "server { listen 127.0.0.1:0 ssl; server_name other.test; " + OTHERS
                + "mqtt_preread on; return \"$mqtt_preread_clientid\"; }";
        byte[] connect = {0x10, 16, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 60, 0, 4, 'l', 'a', 'm', 'p'};
        try (RunningBalancer balancer = balance(shared);
                SSLSocket client = lamp.connect(balancer.address(), "other.test")) {
            client.getOutputStream().write(connect);
            assertThat(TlsPeer.read(client)).isEqualTo("lamp");
            assertThat(lamp.read(balancer.address(), "lamps.test")).isEqualTo("first");
        }
    }

    @Test
    void aServerThatTakesOverGoesOnWithTheTlsThatIsSpoken() throws Exception {
        int port = FreePort.next();
        String servers = "server { listen 127.0.0.1:0 ssl; " + CERTIFICATE + "pass 127.0.0.1:" + port + "; }"
                + "server { listen 127.0.0.1:" + port + "; return \"$ssl_server_name $server_port\"; }";
        try (RunningBalancer balancer = balance(servers)) {
            assertThat(lamp.read(balancer.address(), "lamps.test")).isEqualTo("lamps.test " + port);
        }
    }

    @Test
    void aServerThatRejectsSaysThatItDoesNotKnowTheName() throws Exception {
        String shared = "server { listen 127.0.0.1:0 ssl; ssl_reject_handshake on; return no; }"
                + "server { listen 127.0.0.1:0 ssl; server_name other.test; " + OTHERS + "return yes; }";
        try (RunningBalancer balancer = balance(shared)) {
            assertThat(lamp.read(balancer.address(), "other.test")).isEqualTo("yes");
            assertThatThrownBy(() -> lamp.read(balancer.address(), "lamps.test"))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("unrecognized_name");
            balancer.awaitEnded(EndReason.TLS_FAILED, 1);
        }
    }

    @Test
    void aClientThatOffersOnlyOtherProtocolsIsRefused() throws Exception {
        String server = "server { listen 127.0.0.1:0 ssl; " + CERTIFICATE
                + "ssl_alpn mqtt coap; return \"$ssl_alpn_protocol\"; }";
        try (RunningBalancer balancer = balance(server)) {
            assertThat(lamp.read(balancer.address(), "", "h2", "coap", "mqtt")).isEqualTo("mqtt");
            assertThat(lamp.read(balancer.address(), "")).isEmpty();
            assertThatThrownBy(() -> lamp.read(balancer.address(), "", "h2"))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("no_application_protocol");
            balancer.awaitEnded(EndReason.TLS_FAILED, 1);
        }
    }

    @Test
    void aClientNeedsACertificateThatCanBeTrustedWhereTheServerSaysSo() throws Exception {
        String server = "server { listen 127.0.0.1:0 ssl; " + CERTIFICATE
                + "ssl_verify_client on; ssl_client_certificate root.crt; return \"$ssl_client_verify $ssl_client_s_dn\"; }";
        Identity strangersRoot = TestPki.elliptic("stranger").authority().selfSigned();
        TlsPeer stranger = new TlsPeer(ROOT, TestPki.elliptic("stranger's").by(strangersRoot));
        try (RunningBalancer balancer = balance(server)) {
            assertThat(new TlsPeer(ROOT, CLIENT).read(balancer.address(), "")).isEqualTo("SUCCESS CN=lamp 7");
            assertNothing(balancer, lamp);
            assertNothing(balancer, stranger);
            balancer.awaitEnded(EndReason.TLS_FAILED, 2);
        }
    }

    /** The end may come with an alert, without, or as a reset; but never behind a byte. */
    private static void assertNothing(RunningBalancer balancer, TlsPeer client) {
        try {
            assertThat(client.read(balancer.address(), "")).isEmpty();
        } catch (IOException e) {
            assertThat(e).isNotNull();
        }
    }

    @Test
    void anOptionalCertificateIsJudgedAndToldOf() throws Exception {
        String server = "server { listen 127.0.0.1:0 ssl; " + CERTIFICATE
                + "ssl_verify_client optional_no_ca; ssl_client_certificate lamps.crt; return \"$ssl_client_verify\"; }";
        try (RunningBalancer balancer = balance(server)) {
            assertThat(lamp.read(balancer.address(), "")).isEqualTo("NONE");
            Identity selfSigned = TestPki.elliptic("lamp 8").selfSigned();
            // The JDK shows a certificate only to those who name its issuer, or name nobody.
            String nobody = server.replace("ssl_client_certificate lamps.crt;", "");
            try (RunningBalancer other = balance(nobody)) {
                assertThat(new TlsPeer(ROOT, selfSigned).read(other.address(), ""))
                        .isEqualTo("FAILED:self-signed certificate");
            }
        }
    }

    @Test
    void aSessionIsResumedAndItsClientStillJudged() throws Exception {
        String server = "server { listen 127.0.0.1:0 ssl; " + CERTIFICATE
                + "ssl_verify_client on; ssl_client_certificate root.crt; return \"$ssl_session_reused $ssl_client_verify\"; }";
        TlsPeer client = new TlsPeer(ROOT, CLIENT);
        try (RunningBalancer balancer = balance(server)) {
            assertThat(client.read(balancer.address(), "lamps.test")).isEqualTo(". SUCCESS");
            assertThat(client.read(balancer.address(), "lamps.test")).isEqualTo("r SUCCESS");
        }
    }

    @Test
    void noSessionIsResumedWithoutTicketsAndCache() throws Exception {
        String server = "server { listen 127.0.0.1:0 ssl; " + CERTIFICATE
                + "ssl_session_tickets off; return \"$ssl_session_reused\"; }";
        try (RunningBalancer balancer = balance(server)) {
            assertThat(lamp.read(balancer.address(), "lamps.test")).isEqualTo(".");
            assertThat(lamp.read(balancer.address(), "lamps.test")).isEqualTo(".");
        }
    }

    @Test
    void whatOnlyBoringSslCanDoIsToldWhereItIsNotThere() throws Exception {
        Files.writeString(
                directory.resolve("test.conf"),
                "stream { ssl_ciphers HIGH; server { listen 1 ssl; " + CERTIFICATE
                        + "ssl_ecdh_curve prime256v1; return a; } }");
        LoadResult loaded = new ConfigLoader().load(directory.resolve("test.conf"), directory, "", Optional.empty());
        String reason = "\" has no effect: there is no BoringSSL for this host, the JDK speaks TLS";
        assertThat(loaded.warnings().stream().map(Fault::message).toList())
                .isEqualTo(
                        OpenSsl.isAvailable()
                                ? List.of()
                                : List.of("\"ssl_ciphers" + reason, "\"ssl_ecdh_curve" + reason));
    }

    @Test
    void whoSpeaksNoTlsIsCountedAndShownTheDoor() throws Exception {
        String server = "server { listen 127.0.0.1:0 ssl; " + CERTIFICATE + "return secret; }";
        try (RunningBalancer balancer = balance(server);
                Socket client = balancer.connect()) {
            client.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(answer).doesNotContain("secret");
            balancer.awaitEnded(EndReason.TLS_FAILED, 1);
            balancer.awaitNothingLeft();
        }
    }

    @Test
    void aClientThatSaysNothingIsGivenUpAfterTheTimeForTheHandshake() throws Exception {
        String server =
                "server { listen 127.0.0.1:0 ssl; " + CERTIFICATE + "ssl_handshake_timeout 50ms; return secret; }";
        try (RunningBalancer balancer = balance(server);
                Socket client = balancer.connect()) {
            assertThat(client.getInputStream().readAllBytes()).isEmpty();
            balancer.awaitEnded(EndReason.TLS_FAILED, 1);
        }
    }

    @Test
    void aReloadShowsNewCertificates() throws Exception {
        String config = "worker_processes 1; events { use " + transport + "; } stream { server { listen 127.0.0.1:"
                + FreePort.next() + " ssl; " + CERTIFICATE + "return hello; } }";
        try (RunningBalancer balancer = RunningBalancer.start(directory, config)) {
            assertThat(lamp.read(balancer.address(), "lamps.test")).isEqualTo("hello");
            OTHER.write(directory, "lamps");
            assertThat(balancer.reload(config)).isTrue();
            try (SSLSocket client = lamp.connect(balancer.address(), "other.test")) {
                assertThat(TlsPeer.read(client)).isEqualTo("hello");
                assertThat(client.getSession().getPeerCertificates()[0]).isEqualTo(OTHER.certificate());
            }
        }
    }
}
