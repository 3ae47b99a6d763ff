package io.lamplighter.balancer.tls;

import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Lets every certificate pass during the handshake: {@link PeerCheck} looks at it right after, before a byte of the session moves,
 * where a refusal can be told in nginx's words and a resumed session is looked at too.
 */
final class JudgedLater extends X509ExtendedTrustManager {
    private final X509Certificate[] named;

    /** @param named authorities that a client is told of, to choose its certificate by */
    JudgedLater(List<X509Certificate> named) {
        this.named = named.toArray(new X509Certificate[0]);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, @Nullable Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, @Nullable SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, @Nullable Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, @Nullable SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return named.clone();
    }
}
