package io.lamplighter.balancer.tls;

import io.netty.handler.ssl.OpenSslCachingX509KeyManagerFactory;
import io.netty.handler.ssl.util.KeyManagerFactoryWrapper;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Offers a single certificate, whoever the other side trusts: which one to show is decided before. */
final class OneKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "it";

    private final Credential credential;

    private OneKey(Credential credential) {
        this.credential = credential;
    }

    /** As Netty wants it; its form for the native engine is made once. */
    static KeyManagerFactory of(Credential credential) {
        KeyManagerFactoryWrapper factory = new KeyManagerFactoryWrapper(new OneKey(credential));
        return Engines.isNative() ? new OpenSslCachingX509KeyManagerFactory(factory, 1) : factory;
    }

    private @Nullable String aliasFor(String... types) {
        for (String type : types) {
            if (type.equals(credential.key().getAlgorithm()) || (type.startsWith("EC_") && credential.isEcdsa())) {
                return ALIAS;
            }
        }
        return null;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return aliasFor(keyType);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return ALIAS;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return aliasFor(keyType);
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return ALIAS;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return aliasFor(keyType) == null ? null : new String[] {ALIAS};
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return credential.chain().toArray(new X509Certificate[0]);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return credential.key();
    }
}
