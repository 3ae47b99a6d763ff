package io.lamplighter.balancer.tls;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.internal.tcnative.SSL;
import io.netty.internal.tcnative.SSLContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;

/** The two implementations of TLS that may be there, and what has to be said to one of them only. */
final class Engines {
    /** BoringSSL where it can be loaded. Its contexts are freed by the garbage collector, which reloads rely on. */
    static final SslProvider PROVIDER = OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;

    private static final List<String> TLS_1_3 =
            List.of("TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256");

    private Engines() {}

    static boolean isNative() {
        return PROVIDER == SslProvider.OPENSSL;
    }

    /** The native object behind an engine; 0 if there is none. */
    static long pointer(SSLEngine engine) {
        return engine instanceof ReferenceCountedOpenSslEngine openSsl ? openSsl.sslPointer() : 0;
    }

    /** Sets or clears an option of one connection, where the engine has such. */
    static void option(SSLEngine engine, int option, boolean isSet) {
        long pointer = pointer(engine);
        if (pointer == 0) {
            return;
        }
        if (isSet) {
            SSL.setOptions(pointer, option);
        } else {
            SSL.clearOptions(pointer, option);
        }
    }

    /**
     * The cipher suites that an OpenSSL cipher list means, in order, with those of TLS 1.3 in front, which no list takes away.
     * The JDK's provider has no such lists; there it is its own choice, told by an empty list.
     *
     * @param list such as {@code HIGH:!aNULL:!MD5}
     * @throws TlsException if it means none
     */
    static List<String> suites(String list) throws TlsException {
        if (!isNative()) {
            return List.of();
        }
        long context = 0;
        long ssl = 0;
        try {
            context = SSLContext.make(SSL.SSL_PROTOCOL_ALL, SSL.SSL_MODE_SERVER);
            SSLContext.setCipherSuite(context, list, false);
            ssl = SSL.newSSL(context, true);
            return Stream.concat(TLS_1_3.stream(), Arrays.stream(SSL.getCiphers(ssl)))
                    .distinct()
                    .filter(name -> !name.startsWith("AEAD-"))
                    .toList();
        } catch (Exception e) {
            throw new TlsException("\"" + list + "\" names no cipher suite that is known here");
        } finally {
            if (ssl != 0) {
                SSL.freeSSL(ssl);
            }
            if (context != 0) {
                SSLContext.free(context);
            }
        }
    }

    /**
     * The groups of a list with colons between; none for {@code auto}, which is the provider's choice.
     *
     * @throws TlsException if one is not known
     */
    static List<String> groups(String list) throws TlsException {
        if (list.equals("auto")) {
            return List.of();
        }
        String[] names = list.split(":", -1);
        if (isNative()) {
            checkGroups(list, names);
        }
        return List.of(names);
    }

    private static void checkGroups(String list, String[] names) throws TlsException {
        long context = 0;
        try {
            context = SSLContext.make(SSL.SSL_PROTOCOL_ALL, SSL.SSL_MODE_SERVER);
            if (SSLContext.setCurvesList(context, names)) {
                return;
            }
            SSL.clearError();
        } catch (Exception e) {
            throw TlsException.because("no context for TLS can be made", e);
        } finally {
            if (context != 0) {
                SSLContext.free(context);
            }
        }
        throw new TlsException("\"" + list + "\" names a group that is not known here");
    }

    /**
     * What contexts for clients and for nodes have in common.
     *
     * @param suites those of {@link #suites}
     * @param groups for key exchange, in order; empty for the default
     * @param protocols for ALPN, in order; empty to say nothing of it
     */
    static void configure(SslContextBuilder builder, List<String> suites, List<String> groups, List<String> protocols) {
        if (!suites.isEmpty()) {
            builder.ciphers(suites);
        }
        if (!groups.isEmpty() && isNative()) {
            builder.option(OpenSslContextOption.GROUPS, groups.toArray(new String[0]));
        }
        if (!protocols.isEmpty()) {
            builder.applicationProtocolConfig(Alpn.config(protocols));
        }
    }

    /** Versions in the words of Java, those this provider lacks left out. */
    static List<String> versions(Set<String> names) {
        List<String> versions = new ArrayList<>();
        for (String name : List.of("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3")) {
            if (names.contains(name)) {
                versions.add(name);
            }
        }
        return versions;
    }
}
