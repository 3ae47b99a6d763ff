package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.tls.TlsFacts;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * What became known of a client before its session was served. {@link #NONE} for sessions of servers that look at nothing.
 *
 * <p>Threads: the session's event loop.
 */
public final class ClientFacts {
    /** Nothing; never changed. */
    public static final ClientFacts NONE = new ClientFacts();

    /** The header of the PROXY protocol; null if none came, or it said that the client is unknown. */
    public @Nullable ProxyHeader proxyHeader;

    /** The address that the header told, where it is believed; null for that of the connection. */
    public @Nullable SocketAddress realAddress;

    /** What {@code limit_conn} came to; null if it was not asked. */
    public @Nullable String limitStatus;

    /** What the client's ClientHello said; null if none was looked for or found. */
    public @Nullable ClientHello clientHello;

    /** What the client's MQTT CONNECT said; null if none was looked for or found. */
    public @Nullable MqttConnect mqttConnect;

    /** The TLS spoken with the client; null if it is not spoken. */
    public @Nullable TlsFacts tls;

    /** What another server that takes the connection over knows of it beforehand: what the connection itself said. */
    public ClientFacts passedOn() {
        ClientFacts passed = new ClientFacts();
        passed.proxyHeader = proxyHeader;
        passed.tls = tls;
        return passed;
    }
}
