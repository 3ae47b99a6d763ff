package io.lamplighter.balancer.tls;

import io.lamplighter.balancer.tls.ClientCheck.Judgement;
import io.lamplighter.balancer.variable.BuiltIn;
import io.lamplighter.balancer.variable.Octets;
import io.netty.internal.tcnative.SSL;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the TLS of one session with its client: first what the client asks for, after the handshake all the rest.
 *
 * <p>Threads: the session's event loop.
 */
public final class TlsFacts {
    private final Hello hello;
    private final long startedMs = System.currentTimeMillis();
    private String protocol = "";
    private String cipher = "";
    private String curve = "";
    private String sessionId = "";
    private String applicationProtocol = "";
    private boolean isReused;
    private List<X509Certificate> peerCertificates = List.of();
    private Judgement judgement = Judgement.NONE;

    TlsFacts(Hello hello) {
        this.hello = hello;
    }

    /** The handshake is done: takes what came of it, while the engine still knows. */
    void established(SSLEngine engine) {
        var session = engine.getSession();
        protocol = session.getProtocol();
        cipher = session.getCipherSuite();
        sessionId = HexFormat.of().formatHex(session.getId());
        applicationProtocol =
                Optional.ofNullable(engine.getApplicationProtocol()).orElse("");
        peerCertificates = peerCertificates(engine);
        isReused = session.getCreationTime() < startedMs;
        long pointer = Engines.pointer(engine);
        if (pointer != 0) {
            cipher = SSL.getCipherForSSL(pointer);
            isReused = SSL.isSessionReused(pointer);
            curve = curve(pointer);
        }
    }

    private static String curve(long pointer) {
        try {
            String name = SSL.getGroupName(pointer);
            return name == null ? "" : OpenSslNames.group(name);
        } catch (Exception e) {
            return ""; // none was agreed on
        }
    }

    private static List<X509Certificate> peerCertificates(SSLEngine engine) {
        try {
            List<X509Certificate> certificates = new ArrayList<>();
            for (Certificate certificate : engine.getSession().getPeerCertificates()) {
                certificates.add((X509Certificate) certificate);
            }
            return certificates;
        } catch (SSLPeerUnverifiedException e) {
            return List.of();
        }
    }

    List<X509Certificate> peerCertificates() {
        return peerCertificates;
    }

    void judged(Judgement newJudgement) {
        judgement = newJudgement;
    }

    /** The value of a {@code $ssl_} variable; null if it has none. */
    public @Nullable String value(BuiltIn variable) {
        String value = switch (variable) {
            case SSL_ALPN_PROTOCOL -> Octets.of(applicationProtocol);
            case SSL_CIPHER -> cipher;
            case SSL_CIPHERS -> OpenSslNames.suites(hello.suites());
            case SSL_CLIENT_VERIFY -> judgement.status();
            case SSL_CURVE -> curve;
            case SSL_CURVES -> OpenSslNames.groups(hello.groups());
            case SSL_PROTOCOL -> protocol;
            case SSL_SERVER_NAME -> hello.serverName();
            case SSL_SESSION_ID -> sessionId;
            case SSL_SESSION_REUSED -> isReused ? "r" : ".";
            case SSL_SIGALGS -> OpenSslNames.signatures(hello.signatures());
            default -> peerCertificates.isEmpty() ? "" : CertificateText.value(variable, peerCertificates.get(0));
        };
        return value.isEmpty() ? null : value;
    }
}
