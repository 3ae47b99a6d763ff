package io.lamplighter.balancer.tls;

import io.lamplighter.balancer.variable.IpText;
import io.lamplighter.balancer.variable.Octets;
import io.lamplighter.balancer.variable.Template;
import io.lamplighter.balancer.variable.Values;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.internal.tcnative.SSL;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * The TLS that one server speaks with its nodes. Made when the configuration is read. Sessions are remembered for each node and
 * name, so that the next connection costs a short handshake.
 *
 * <p>Threads: any; each handshake on its channel's event loop.
 */
public final class NodeTls {
    /** Contexts kept for certificates and protocols that depend on the session. Guessed. */
    private static final int MOST_CONTEXTS = 100;

    /**
     * The {@code proxy_ssl_*} directives of a server.
     *
     * @param certificates what nodes are shown, at most one pair
     * @param versions of the protocol, such as {@code TLSv1.3}
     * @param suites an OpenSSL cipher list
     * @param groups for key exchange, in order; empty for the default
     * @param name whom to expect; empty for the name in {@code proxy_pass}
     * @param tellsName whether nodes are told it, by SNI
     * @param reusesSessions whether sessions are resumed
     * @param check who vouches for nodes; empty if nobody has to
     * @param applicationProtocols for ALPN; those that come to nothing are left out
     */
    public record Settings(
            Certificates certificates,
            Set<String> versions,
            String suites,
            List<String> groups,
            Optional<Template> name,
            boolean tellsName,
            boolean reusesSessions,
            Optional<PeerCheck> check,
            List<Template> applicationProtocols) {
        public Settings {
            versions = Set.copyOf(versions);
            groups = List.copyOf(groups);
            applicationProtocols = List.copyOf(applicationProtocols);
        }
    }

    /** Who waits for a handshake. Told once, on the event loop. */
    public interface Listener {
        /** What is written and read from now on is inside. */
        void secured();

        /** There is no TLS with the node. */
        void unsecured(TlsTrouble trouble);
    }

    private record Kind(Optional<Credential> credential, List<String> protocols) {}

    private final Settings settings;
    private final List<String> suites;
    private final Map<Kind, SslContext> contexts = new LinkedHashMap<>(16, 0.75f, true);

    /** @throws TlsException if it cannot work so */
    public NodeTls(Settings settings) throws TlsException {
        this.settings = settings;
        this.suites = Engines.suites(settings.suites());
        List<Credential> fixed = settings.certificates().fixed();
        if (fixed != null) {
            context(new Kind(fixed.stream().findFirst(), List.of()));
        }
    }

    /**
     * Begins a handshake on a connection, in front of the last handler of its pipeline.
     *
     * @param group name of the group or host in {@code proxy_pass}
     * @param node tells nodes apart, for their sessions
     * @param session whose values names may hold
     */
    public void begin(Channel channel, String group, String node, Values session, Listener listener) {
        String name =
                withoutPort(settings.name().map(text -> text.expand(session)).orElse(group));
        try {
            SslHandler handler = newHandler(channel, name, node, session);
            ChannelPipeline pipeline = channel.pipeline();
            String last = pipeline.lastContext().name();
            SSLEngine engine = handler.engine();
            PlainSide plain = new PlainSide(failure -> ended(failure, engine, name, listener));
            pipeline.addBefore(last, null, plain);
            pipeline.addBefore(pipeline.context(plain).name(), null, handler); // begins at once
        } catch (TlsException e) {
            listener.unsecured(TlsTrouble.error(String.valueOf(e.getMessage())));
        }
    }

    private SslHandler newHandler(Channel channel, String name, String node, Values session) throws TlsException {
        Kind kind = new Kind(settings.certificates().of(session).stream().findFirst(), applicationProtocols(session));
        SslHandler handler = newHandler(channel, context(kind), node + "/" + name);
        handler.setHandshakeTimeoutMillis(0); // proxy_connect_timeout is over both steps
        if (settings.tellsName() && !name.isEmpty() && IpText.parse(name) == null && !name.startsWith("[")) {
            tell(handler.engine(), name);
        }
        return handler;
    }

    /** The engine takes a host with a dot for a name to tell; here it only finds the session again. */
    private SslHandler newHandler(Channel channel, SslContext context, String node) {
        return settings.reusesSessions()
                ? context.newHandler(channel.alloc(), node.replace('.', '_'), 1)
                : context.newHandler(channel.alloc());
    }

    /** BoringSSL takes every name, as OpenSSL does; Java only those that a host on the internet may have. */
    private static void tell(SSLEngine engine, String name) throws TlsException {
        long pointer = Engines.pointer(engine);
        if (pointer != 0) {
            SSL.setTlsExtHostName(pointer, name);
            return;
        }
        try {
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(name)));
            engine.setSSLParameters(parameters);
        } catch (IllegalArgumentException e) {
            throw new TlsException("\"" + name + "\" is no name that a node can be told");
        }
    }

    private List<String> applicationProtocols(Values session) {
        return settings.applicationProtocols().stream()
                .map(template -> template.expand(session))
                .filter(name -> !name.isEmpty() && name.length() <= 255)
                .toList();
    }

    /** As nginx: the port of an address is no part of the name. */
    private static String withoutPort(String name) {
        int from = Math.max(0, name.startsWith("[") ? name.indexOf(']') : 0);
        int colon = name.indexOf(':', from);
        return colon < 0 ? name : name.substring(0, colon);
    }

    private void ended(@Nullable Throwable failure, SSLEngine engine, String name, Listener listener) {
        if (failure != null) {
            listener.unsecured(TlsTrouble.ofHandshake(failure));
            return;
        }
        String refusal =
                settings.check().map(check -> refusal(check, engine, name)).orElse("");
        if (refusal.isEmpty()) {
            listener.secured();
        } else {
            listener.unsecured(TlsTrouble.error(refusal));
        }
    }

    /** Why the node is not who it should be; empty if it is. */
    private static String refusal(PeerCheck check, SSLEngine engine, String name) {
        List<X509Certificate> chain = new ArrayList<>();
        try {
            for (Certificate certificate : engine.getSession().getPeerCertificates()) {
                chain.add((X509Certificate) certificate);
            }
        } catch (SSLPeerUnverifiedException e) {
            return "upstream sent no SSL certificate";
        }
        Verdict verdict = check.check(chain, Instant.now()).verdict();
        if (!verdict.isGood()) {
            return "upstream SSL certificate verify error: " + verdict.numbered();
        }
        return HostNames.includes(chain.get(0), bare(name))
                ? ""
                : "upstream SSL certificate does not match \"" + Octets.text(name) + "\"";
    }

    private static String bare(String name) {
        return name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
    }

    private SslContext context(Kind kind) throws TlsException {
        synchronized (contexts) {
            SslContext known = contexts.get(kind);
            if (known == null) {
                known = build(kind);
                contexts.put(kind, known);
                if (contexts.size() > MOST_CONTEXTS) {
                    contexts.remove(contexts.keySet().iterator().next());
                }
            }
            return known;
        }
    }

    private SslContext build(Kind kind) throws TlsException {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(Engines.PROVIDER)
                .protocols(Engines.versions(settings.versions()))
                .trustManager(new JudgedLater(List.of()))
                .endpointIdentificationAlgorithm(null);
        kind.credential.ifPresent(credential -> builder.keyManager(OneKey.of(credential)));
        Engines.configure(builder, suites, settings.groups(), kind.protocols);
        try {
            SslContext context = builder.build();
            if (context.sessionContext() instanceof OpenSslSessionContext openSsl) {
                openSsl.setSessionCacheEnabled(settings.reusesSessions());
            }
            return context;
        } catch (SSLException | IllegalArgumentException e) {
            throw TlsException.because("TLS cannot be set up", e);
        }
    }
}
