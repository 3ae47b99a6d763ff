package io.lamplighter.balancer.tls;

import io.lamplighter.balancer.variable.Values;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSslServerSessionContext;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.internal.tcnative.SSL;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The TLS that one server speaks with its clients. Made when the configuration is read, so that whatever is wrong with it is told
 * then. Each certificate has a context of Netty's; which one a client is shown is chosen by its ClientHello.
 *
 * <p>Threads: any.
 */
public final class ServerTls {
    /** Contexts kept for certificates that depend on the session. Guessed: more names than one balancer serves in a minute. */
    private static final int MOST_CONTEXTS = 1_000;

    /**
     * The {@code ssl_*} directives of a server.
     *
     * @param certificates what it is known by
     * @param rejects whether it serves nobody ({@code ssl_reject_handshake})
     * @param versions of the protocol, such as {@code TLSv1.3}
     * @param suites an OpenSSL cipher list
     * @param prefersOwnSuites whether its order counts and not the client's
     * @param groups for key exchange, in order; empty for the default
     * @param applicationProtocols for ALPN, in order; empty to say nothing of it
     * @param clients what it wants of its clients' certificates
     * @param resumption how sessions are resumed
     * @param stapling whether clients get OCSP answers with certificates
     * @param handshakeTimeoutMs longest time for a handshake, milliseconds
     */
    public record Settings(
            Certificates certificates,
            boolean rejects,
            Set<String> versions,
            String suites,
            boolean prefersOwnSuites,
            List<String> groups,
            List<String> applicationProtocols,
            ClientCheck clients,
            Resumption resumption,
            Optional<Stapling> stapling,
            long handshakeTimeoutMs) {
        public Settings {
            versions = Set.copyOf(versions);
            groups = List.copyOf(groups);
            applicationProtocols = List.copyOf(applicationProtocols);
        }
    }

    private final Settings settings;
    private final List<String> suites;
    private final Map<Credential, Context> contexts = new LinkedHashMap<>(16, 0.75f, true);

    /** A context of Netty's, and the ticket keys it has been told. */
    private static final class Context {
        private final SslContext netty;
        private final @Nullable Staple staple;
        private List<byte[]> keys = List.of();

        Context(SslContext netty, @Nullable Staple staple) {
            this.netty = netty;
            this.staple = staple;
        }

        void staple(SSLEngine engine) {
            byte[] answer = staple == null ? null : staple.now(Instant.now());
            if (answer != null && engine instanceof ReferenceCountedOpenSslEngine openSsl) {
                openSsl.setOcspResponse(answer);
            }
        }

        @SuppressWarnings("ReferenceEquality") // the same list means the same keys
        synchronized void use(TicketKeys ticketKeys) {
            List<byte[]> now = ticketKeys.now();
            if (now != keys && netty.sessionContext() instanceof OpenSslServerSessionContext openSsl) {
                keys = now;
                openSsl.setTicketKeys(TicketKeys.forOpenSsl(now));
            }
        }
    }

    /** @throws TlsException if it cannot work so */
    public ServerTls(Settings settings) throws TlsException {
        this.settings = settings;
        this.suites = Engines.suites(settings.suites());
        List<Credential> fixed = settings.certificates().fixed();
        if (fixed != null) {
            for (Credential credential : fixed) {
                context(credential);
            }
        }
    }

    /** Whether there is no BoringSSL for this host. */
    public static boolean isOfTheJdk() {
        return !Engines.isNative();
    }

    /**
     * The names of the cipher suites that an OpenSSL cipher list means.
     *
     * @throws TlsException if it means none
     */
    public static List<String> suites(String list) throws TlsException {
        return Engines.suites(list);
    }

    /**
     * The groups of a list with colons between, none for {@code auto}.
     *
     * @throws TlsException if one is not known
     */
    public static List<String> groups(String list) throws TlsException {
        return Engines.groups(list);
    }

    public Settings settings() {
        return settings;
    }

    /** Whether clients could be served at all. */
    public boolean hasCertificates() {
        return !settings.certificates().isEmpty();
    }

    /**
     * What speaks TLS with a client, in front of everything that reads it.
     *
     * @throws TlsException if there is no certificate for it
     */
    SslHandler newHandler(ByteBufAllocator allocator, Hello hello, Values session) throws TlsException {
        List<Credential> credentials = settings.certificates().of(session);
        if (credentials.isEmpty()) {
            throw new TlsException("there is no certificate for the session");
        }
        Context context = context(choose(credentials, hello));
        context.use(settings.resumption().keys());
        SslHandler handler = context.netty.newHandler(allocator);
        handler.setHandshakeTimeoutMillis(0); // whoever begins it limits it
        adjust(handler.engine(), hello);
        context.staple(handler.engine());
        return handler;
    }

    /** As nginx: elliptic curves for clients that know them, if there is such a certificate. */
    private static Credential choose(List<Credential> credentials, Hello hello) {
        boolean isEcdsaWanted = hello.knowsEcdsa();
        return credentials.stream()
                .filter(credential -> credential.isEcdsa() == isEcdsaWanted)
                .findFirst()
                .orElse(credentials.get(0));
    }

    private void adjust(SSLEngine engine, Hello hello) {
        if (!Engines.isNative()) {
            return; // where the library is not loaded, even the numbers of its options cannot be had
        }
        boolean isTls13 = hello.isTls13() && settings.versions().contains("TLSv1.3");
        Engines.option(engine, SSL.SSL_OP_NO_TICKET, !settings.resumption().hasTickets(isTls13));
        Engines.option(engine, SSL.SSL_OP_CIPHER_SERVER_PREFERENCE, settings.prefersOwnSuites());
    }

    /** The JDK remembers every session, so one that must not be resumed has to be forgotten. */
    void forgetIfOff(SSLEngine engine) {
        if (!Engines.isNative() && settings.resumption().isOff()) {
            engine.getSession().invalidate();
        }
    }

    private Context context(Credential credential) throws TlsException {
        synchronized (contexts) {
            Context known = contexts.get(credential);
            if (known == null) {
                known = new Context(build(credential), staple(credential));
                contexts.put(credential, known);
                forgetOldest();
            }
            return known;
        }
    }

    /** Certificates that depend on the session are sent without, as in nginx. */
    private @Nullable Staple staple(Credential credential) {
        boolean isFixed = settings.certificates().fixed() != null;
        return settings.stapling()
                .filter(stapling -> isFixed && Engines.isNative())
                .flatMap(stapling -> Staple.of(stapling, credential))
                .orElse(null);
    }

    private void forgetOldest() {
        if (contexts.size() > MOST_CONTEXTS) {
            contexts.remove(contexts.keySet().iterator().next());
        }
    }

    private SslContext build(Credential credential) throws TlsException {
        Resumption resumption = settings.resumption();
        SslContextBuilder builder = SslContextBuilder.forServer(OneKey.of(credential))
                .sslProvider(Engines.PROVIDER)
                .protocols(Engines.versions(settings.versions()))
                .trustManager(new JudgedLater(settings.clients().named()))
                .clientAuth(
                        settings.clients().demand() == ClientCheck.Demand.OFF ? ClientAuth.NONE : ClientAuth.OPTIONAL)
                .sessionTimeout(TimeUnit.MILLISECONDS.toSeconds(resumption.timeoutMs()))
                .sessionCacheSize(resumption.cacheSize())
                .enableOcsp(settings.stapling().isPresent() && Engines.isNative());
        Engines.configure(builder, suites, settings.groups(), settings.applicationProtocols());
        try {
            SslContext context = builder.build();
            if (context.sessionContext() instanceof OpenSslServerSessionContext openSsl) {
                openSsl.setSessionCacheEnabled(resumption.cache());
                openSsl.setSessionIdContext(identity());
            }
            return context;
        } catch (SSLException | IllegalArgumentException e) {
            throw TlsException.because("TLS cannot be set up", e);
        }
    }

    /** A session is resumed only where the same certificates are shown, and the same clients trusted. */
    private byte[] identity() {
        StringBuilder text = new StringBuilder(settings.certificates().identity());
        settings.clients().named().forEach(certificate -> text.append(Fingerprint.sha1(certificate)));
        return Fingerprint.sha256(text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
