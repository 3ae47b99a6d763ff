package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.config.HostName;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.tls.TlsFacts;
import io.lamplighter.balancer.variable.BuiltIn;
import io.lamplighter.balancer.variable.Endpoints;
import io.lamplighter.balancer.variable.Octets;
import io.lamplighter.balancer.variable.Tlv;
import io.lamplighter.balancer.variable.Values;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The values of the variables of one session. */
public final class SessionVariables extends Values {
    /** The version whose language is spoken here. */
    public static final String NGINX_VERSION = "1.31.4";

    private static final DateTimeFormatter LOCAL_TIME =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);
    private static final DateTimeFormatter ISO_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssxxx", Locale.ENGLISH);
    private static final String PID = Long.toString(ProcessHandle.current().pid());
    private static final String HOSTNAME = Octets.of(HostName.own());

    private final SessionView session;

    public SessionVariables(SessionView session) {
        this.session = session;
    }

    @Override
    protected @Nullable String builtIn(BuiltIn variable) {
        return switch (variable) {
            case BINARY_REMOTE_ADDR -> Endpoints.binary(session.clientAddress());
            case BYTES_RECEIVED -> Long.toString(session.bytesFromClient());
            case BYTES_SENT -> Long.toString(session.bytesToClient());
            case CONNECTION -> Long.toString(session.serial());
            case END_REASON -> endReason();
            case HOSTNAME -> HOSTNAME;
            case LIMIT_CONN_STATUS -> session.facts().limitStatus;
            case MQTT_PREREAD_CLIENTID -> mqtt(MqttConnect::clientId);
            case MQTT_PREREAD_USERNAME -> mqtt(MqttConnect::username);
            case MSEC -> seconds(System.currentTimeMillis());
            case NGINX_VERSION -> NGINX_VERSION;
            case NODE -> node();
            case PID -> PID;
            case PROTOCOL -> session.isUdp() ? "UDP" : "TCP";
            case PROXY_PROTOCOL_ADDR -> header(header -> Endpoints.host(header.source()));
            case PROXY_PROTOCOL_PORT -> header(header -> port(header.source().getPort()));
            case PROXY_PROTOCOL_SERVER_ADDR -> header(header -> Endpoints.host(header.destination()));
            case PROXY_PROTOCOL_SERVER_PORT ->
                header(header -> port(header.destination().getPort()));
            case REALIP_REMOTE_ADDR -> Octets.of(Endpoints.host(session.connectionAddress()));
            case REALIP_REMOTE_PORT -> port(Endpoints.port(session.connectionAddress()));
            case REMOTE_ADDR -> Octets.of(Endpoints.host(session.clientAddress()));
            case REMOTE_PORT -> port(Endpoints.port(session.clientAddress()));
            case SERVER_ADDR -> Octets.of(Endpoints.host(session.serverAddress()));
            case SERVER_NAME -> session.serverName();
            case SERVER_PORT -> port(Endpoints.port(session.serverAddress()));
            case SESSION_TIME -> seconds(session.durationMs());
            case SSL_PREREAD_ALPN_PROTOCOLS -> hello(hello -> String.join(",", hello.applicationProtocols()));
            case SSL_PREREAD_PROTOCOL -> hello(ClientHello::protocol);
            case SSL_PREREAD_SERVER_NAME -> hello(ClientHello::serverName);
            case SSL_ALPN_PROTOCOL,
                    SSL_CIPHER,
                    SSL_CIPHERS,
                    SSL_CLIENT_CERT,
                    SSL_CLIENT_ESCAPED_CERT,
                    SSL_CLIENT_FINGERPRINT,
                    SSL_CLIENT_I_DN,
                    SSL_CLIENT_RAW_CERT,
                    SSL_CLIENT_S_DN,
                    SSL_CLIENT_SERIAL,
                    SSL_CLIENT_SIGALG,
                    SSL_CLIENT_V_END,
                    SSL_CLIENT_V_REMAIN,
                    SSL_CLIENT_V_START,
                    SSL_CLIENT_VERIFY,
                    SSL_CURVE,
                    SSL_CURVES,
                    SSL_ECH_OUTER_SERVER_NAME,
                    SSL_ECH_STATUS,
                    SSL_PROTOCOL,
                    SSL_SERVER_NAME,
                    SSL_SESSION_ID,
                    SSL_SESSION_REUSED,
                    SSL_SIGALG,
                    SSL_SIGALGS -> tls(variable);
            case STATUS -> status();
            case TIME_ISO8601 -> ISO_TIME.format(ZonedDateTime.now(ZoneId.systemDefault()));
            case TIME_LOCAL -> LOCAL_TIME.format(ZonedDateTime.now(ZoneId.systemDefault()));
            case UPSTREAM_ADDR -> each(tried -> Octets.of(tried.address()));
            case UPSTREAM_BYTES_RECEIVED -> each(tried -> Long.toString(tried.bytesFromNode()));
            case UPSTREAM_BYTES_SENT -> each(tried -> Long.toString(tried.bytesToNode()));
            case UPSTREAM_CONNECT_TIME -> each(tried -> secondsOrDash(tried.connectMs()));
            case UPSTREAM_FIRST_BYTE_TIME -> each(tried -> secondsOrDash(tried.firstByteMs()));
            case UPSTREAM_QUEUE_TIME -> session.queuedMs() < 0 ? null : seconds(session.queuedMs());
            case UPSTREAM_SESSION_TIME -> each(tried -> secondsOrDash(tried.sessionMs()));
        };
    }

    @Override
    protected @Nullable String tlv(Tlv variable) {
        return header(header -> header.value(variable));
    }

    private @Nullable String header(Function<ProxyHeader, @Nullable String> value) {
        ProxyHeader header = session.facts().proxyHeader;
        return header == null ? null : value.apply(header);
    }

    private @Nullable String hello(Function<ClientHello, String> value) {
        ClientHello hello = session.facts().clientHello;
        return hello == null ? null : value.apply(hello);
    }

    private @Nullable String mqtt(Function<MqttConnect, String> value) {
        MqttConnect connect = session.facts().mqttConnect;
        return connect == null ? null : value.apply(connect);
    }

    private @Nullable String tls(BuiltIn variable) {
        TlsFacts tls = session.facts().tls;
        return tls == null ? null : tls.value(variable);
    }

    /** What a node is called: its name in agents' reports, or its address. */
    public static String name(Node node) {
        return node.settings().node().orElseGet(() -> Endpoints.text(node.address()));
    }

    private static String port(int port) {
        return port == 0 ? "" : Integer.toString(port);
    }

    private @Nullable String endReason() {
        EndReason reason = session.endReason();
        return reason == null ? null : reason.lowerName();
    }

    private @Nullable String status() {
        EndReason reason = session.endReason();
        return reason == null ? null : Integer.toString(reason.status());
    }

    private @Nullable String node() {
        String name = null;
        for (NodeTry tried : session.tries()) {
            name = tried.node() == null ? name : Octets.of(name(tried.node()));
        }
        return name;
    }

    private @Nullable String each(Function<NodeTry, String> value) {
        var tries = session.tries();
        return tries.isEmpty() ? null : tries.stream().map(value).collect(Collectors.joining(", "));
    }

    /** As nginx writes times that never came to be. */
    private static String secondsOrDash(long ms) {
        return ms < 0 ? "-" : seconds(ms);
    }

    private static String seconds(long ms) {
        return ms / 1000 + "." + String.valueOf(1000 + ms % 1000).substring(1);
    }
}
