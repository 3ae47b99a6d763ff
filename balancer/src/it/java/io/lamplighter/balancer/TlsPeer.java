package io.lamplighter.balancer;

import io.lamplighter.balancer.tls.TestPki.Identity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A client that speaks TLS by the JDK, which has no line in common with what the balancer speaks it by. */
final class TlsPeer {
    private static final char[] PASSWORD = "password".toCharArray();

    private final SSLContext context;

    /**
     * @param root whom it trusts
     * @param own what it shows if it is asked; null for nothing
     */
    TlsPeer(Identity root, @Nullable Identity own, X509Certificate... chain) {
        try {
            context = SSLContext.getInstance("TLS");
            context.init(
                    own == null ? null : keys(own, chain).getKeyManagers(),
                    trust(root).getTrustManagers(),
                    null);
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private static TrustManagerFactory trust(Identity root) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("root", root.certificate());
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }

    private static KeyManagerFactory keys(Identity own, X509Certificate... chain)
            throws GeneralSecurityException, IOException {
        Certificate[] all = new Certificate[chain.length + 1];
        all[0] = own.certificate();
        System.arraycopy(chain, 0, all, 1, chain.length);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("own", own.key(), PASSWORD, all);
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, PASSWORD);
        return factory;
    }

    SSLContext context() {
        return context;
    }

    /** Connects and asks for a server; the handshake begins with the first byte. */
    SSLSocket connect(InetSocketAddress address, String serverName, String... protocols) throws IOException {
        Socket plain = new Socket(address.getAddress(), address.getPort());
        SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket(plain, serverName.isEmpty() ? "unnamed" : serverName, address.getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setServerNames(serverName.isEmpty() ? List.of() : List.of(new SNIHostName(serverName)));
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        return socket;
    }

    /** All that a server says. */
    String read(InetSocketAddress address, String serverName, String... protocols) throws IOException {
        try (SSLSocket socket = connect(address, serverName, protocols)) {
            return read(socket);
        }
    }

    static String read(SSLSocket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
