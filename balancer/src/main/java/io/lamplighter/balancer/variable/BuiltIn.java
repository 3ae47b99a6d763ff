package io.lamplighter.balancer.variable;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A variable that every session has. Those not marked as ours mean what they mean in nginx; ours give way to variables of the same name
 * that a configuration defines, since it may have been written for nginx.
 */
public enum BuiltIn implements Variable {
    BINARY_REMOTE_ADDR("client address in binary form, 4 or 16 bytes; `unix:` for a unix socket"),
    BYTES_RECEIVED("bytes received from the client"),
    BYTES_SENT("bytes sent to the client"),
    CONNECTION("serial number of the session"),
    END_REASON("ours: why the session ended, an EndReason in lower case"),
    HOSTNAME("name of this host"),
    LIMIT_CONN_STATUS("what `limit_conn` came to: PASSED, REJECTED or REJECTED_DRY_RUN"),
    MQTT_PREREAD_CLIENTID("client identifier of the MQTT CONNECT"),
    MQTT_PREREAD_USERNAME("user name of the MQTT CONNECT"),
    MSEC("current time in seconds with milliseconds"),
    NGINX_VERSION("the version of nginx whose language this is"),
    NODE("ours: name of the node in agents' reports, or its address"),
    PID("process id of the balancer"),
    PROTOCOL("TCP or UDP"),
    PROXY_PROTOCOL_ADDR("client address of the PROXY protocol header"),
    PROXY_PROTOCOL_PORT("client port of the PROXY protocol header"),
    PROXY_PROTOCOL_SERVER_ADDR("server address of the PROXY protocol header"),
    PROXY_PROTOCOL_SERVER_PORT("server port of the PROXY protocol header"),
    REALIP_REMOTE_ADDR("the address that `set_real_ip_from` replaced by that of the PROXY protocol header"),
    REALIP_REMOTE_PORT("the port that `set_real_ip_from` replaced by that of the PROXY protocol header"),
    REMOTE_ADDR("client address; `unix:` for a unix socket"),
    REMOTE_PORT("client port"),
    SERVER_ADDR("address the client connected to"),
    SERVER_NAME("the server's first name"),
    SERVER_PORT("port the client connected to"),
    SESSION_TIME("duration of the session in seconds with milliseconds"),
    SSL_ALPN_PROTOCOL("application protocol agreed on by ALPN"),
    SSL_CIPHER("cipher suite agreed on"),
    SSL_CIPHERS("cipher suites the client offers, with colons between; numbers for those without a name"),
    SSL_CLIENT_CERT("certificate of the client in PEM, every line but the first behind a tab"),
    SSL_CLIENT_ESCAPED_CERT("certificate of the client in PEM, URL-encoded"),
    SSL_CLIENT_FINGERPRINT("SHA-1 fingerprint of the client's certificate"),
    SSL_CLIENT_I_DN("who issued the client's certificate, RFC 2253"),
    SSL_CLIENT_RAW_CERT("certificate of the client in PEM"),
    SSL_CLIENT_S_DN("subject of the client's certificate, RFC 2253"),
    SSL_CLIENT_SERIAL("serial number of the client's certificate, hexadecimal"),
    SSL_CLIENT_SIGALG("always empty: the library does not tell how the client signed"),
    SSL_CLIENT_V_END("end of the validity of the client's certificate"),
    SSL_CLIENT_V_REMAIN("days until the client's certificate expires"),
    SSL_CLIENT_V_START("begin of the validity of the client's certificate"),
    SSL_CLIENT_VERIFY("SUCCESS, FAILED:reason, or NONE without a certificate"),
    SSL_CURVE("group agreed on for the exchange of keys"),
    SSL_CURVES("groups the client offers, with colons between; numbers for those without a name"),
    SSL_ECH_OUTER_SERVER_NAME("always empty: the library does not know encrypted ClientHellos"),
    SSL_ECH_STATUS("always empty: the library does not know encrypted ClientHellos"),
    SSL_PREREAD_ALPN_PROTOCOLS("protocols offered by ALPN in the ClientHello, with commas between"),
    SSL_PREREAD_PROTOCOL("highest TLS version offered in the ClientHello"),
    SSL_PREREAD_SERVER_NAME("server name asked for by SNI in the ClientHello"),
    SSL_PROTOCOL("version of TLS"),
    SSL_SERVER_NAME("server name asked for by SNI"),
    SSL_SESSION_ID("number of the TLS session, hexadecimal"),
    SSL_SESSION_REUSED("`r` if a TLS session was resumed, else `.`"),
    SSL_SIGALG("always empty: the library does not tell how the server signed"),
    SSL_SIGALGS("signature schemes the client offers, with colons between; numbers for those without a name"),
    STATUS("200 proxied, 400 client data unusable, 403 forbidden, 500 internal, 502 no node, 503 limited"),
    TIME_ISO8601("local time, ISO 8601"),
    TIME_LOCAL("local time, common log format"),
    UPSTREAM_ADDR("addresses of the nodes tried, separated by a comma and a blank"),
    UPSTREAM_BYTES_RECEIVED("bytes received from each node tried"),
    UPSTREAM_BYTES_SENT("bytes sent to each node tried"),
    UPSTREAM_CONNECT_TIME("seconds with milliseconds it took to connect to each node tried"),
    UPSTREAM_FIRST_BYTE_TIME("seconds with milliseconds until the first byte of the node"),
    UPSTREAM_QUEUE_TIME("seconds with milliseconds the session waited in the queue"),
    UPSTREAM_SESSION_TIME("duration of the session with each node tried, seconds with milliseconds");

    private final String meaning;

    BuiltIn(String meaning) {
        this.meaning = meaning;
    }

    /** The variable of that name, in either case. */
    public static Optional<BuiltIn> named(String name) {
        String lowerCase = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(variable -> variable.lowerName().equals(lowerCase))
                .findFirst();
    }

    @Override
    public @Nullable String value(Values session) {
        return session.builtIn(this);
    }

    /** Whether nginx does not have it. */
    public boolean isOurs() {
        return meaning.startsWith("ours: ");
    }

    /** One sentence for the documentation. */
    public String meaning() {
        return meaning;
    }

    /** The name as written after {@code $}. */
    public String lowerName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
