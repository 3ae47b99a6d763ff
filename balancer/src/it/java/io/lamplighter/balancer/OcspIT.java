package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.tls.OcspAnswers;
import io.lamplighter.balancer.tls.TestPki;
import io.lamplighter.balancer.tls.TestPki.Identity;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.bouncycastle.cert.ocsp.CertificateStatus;
import org.bouncycastle.cert.ocsp.OCSPReq;
import org.bouncycastle.cert.ocsp.RevokedStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Responders: those we ask about clients, and what clients are told of our own certificate. */
@Timeout(60)
class OcspIT {
    private static final Identity ROOT = TestPki.elliptic("root").authority().selfSigned();
    private static final Identity LAMPS =
            TestPki.elliptic("lamps.test").named("lamps.test").by(ROOT);
    private static final Identity GOOD = TestPki.elliptic("good").by(ROOT);
    private static final Identity REVOKED = TestPki.elliptic("revoked").by(ROOT);
    private static final String SERVER = "server { listen 127.0.0.1:0 ssl; ssl_certificate lamps.crt;"
            + " ssl_certificate_key lamps.key; ssl_trusted_certificate root.crt; return in; ";

    @TempDir
    Path directory;

    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer responder;

    @BeforeEach
    void begin() throws IOException {
        ROOT.write(directory, "root");
        LAMPS.write(directory, "lamps");
        responder = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        responder.createContext("/", this::respond);
        responder.start();
    }

    @AfterEach
    void end() {
        responder.stop(0);
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            asked.incrementAndGet();
            // By GET, RFC 6960 appendix A.1.
            String encoded = exchange.getRequestURI().getPath().substring(1);
            OCSPReq request = new OCSPReq(Base64.getDecoder().decode(encoded));
            byte[] answer = answer(request.getRequestList()[0].getCertID().getSerialNumber());
            exchange.getResponseHeaders().set("Content-Type", "application/ocsp-response");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private static byte[] answer(BigInteger serial) {
        Instant now = Instant.now();
        boolean isRevoked = serial.equals(REVOKED.certificate().getSerialNumber());
        CertificateStatus status = isRevoked ? new RevokedStatus(Date.from(now), 0) : CertificateStatus.GOOD;
        return OcspAnswers.of(status, ROOT, ROOT.certificate(), serial, now, now.plus(Duration.ofHours(1)));
    }

    private String url() {
        return "http://127.0.0.1:" + responder.getAddress().getPort() + "/";
    }

    private RunningBalancer balance(String more) throws IOException {
        return RunningBalancer.stream(
                directory, RunningBalancer.transports().findFirst().orElseThrow(), SERVER + more + " }");
    }

    private static String read(RunningBalancer balancer, Identity own) throws IOException {
        return new TlsPeer(ROOT, own).read(balancer.address(), "lamps.test");
    }

    @Test
    void aClientComesInWhenTheResponderKnowsNothingAgainstIt() throws Exception {
        String check = "ssl_verify_client on; ssl_client_certificate root.crt; ssl_ocsp leaf; ssl_ocsp_responder "
                + url() + ";";
        try (RunningBalancer balancer = balance(check)) {
            assertThat(read(balancer, GOOD)).isEqualTo("in");
            assertThat(refused(balancer, REVOKED)).isTrue();
            balancer.awaitEnded(EndReason.TLS_FAILED, 1);
            assertThat(asked).hasValue(2);
            responder.stop(0);
            assertThat(refused(balancer, GOOD)).isTrue();
            balancer.awaitEnded(EndReason.TLS_FAILED, 2);
        }
    }

    /** How a client learns that it is refused depends on how far the handshake came. */
    private static boolean refused(RunningBalancer balancer, Identity own) {
        try {
            return read(balancer, own).isEmpty();
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void clientsAreToldWhatTheResponderSaysOfOurCertificate() throws Exception {
        try (RunningBalancer balancer = balance("ssl_stapling on; ssl_stapling_responder " + url() + ";")) {
            Awaitility.await().until(() -> !staples(balancer).isEmpty()); // the first client may be told nothing
            assertThat(staples(balancer)).hasSize(1);
            assertThat(asked).hasValue(1);
        }
    }

    @Test
    void theAnswerInAFileIsSentAsItIs() throws Exception {
        byte[] answer = answer(LAMPS.certificate().getSerialNumber());
        Files.write(directory.resolve("answer.der"), answer);
        try (RunningBalancer balancer = balance("ssl_stapling on; ssl_stapling_file answer.der;")) {
            assertThat(staples(balancer)).containsExactly(answer);
        }
    }

    private static List<byte[]> staples(RunningBalancer balancer) throws IOException {
        try (SSLSocket client = new TlsPeer(ROOT, null).connect(balancer.address(), "lamps.test")) {
            assertThat(TlsPeer.read(client)).isEqualTo("in");
            return ((ExtendedSSLSession) client.getSession()).getStatusResponses();
        }
    }
}
