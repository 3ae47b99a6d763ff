package io.lamplighter.balancer.config;

import io.lamplighter.balancer.tls.NodeTls;
import io.lamplighter.balancer.variable.Template;
import java.util.Optional;

/**
 * The {@code proxy_*} directives of a server, with what it inherits.
 *
 * @param connectTimeoutMs longest wait for a connection to a node, milliseconds
 * @param timeoutMs longest time without a byte in either direction, milliseconds
 * @param halfClose each direction ends by itself
 * @param nextUpstream try another node when one cannot be connected to
 * @param nextUpstreamTries most nodes tried for one session; 0 for all
 * @param nextUpstreamTimeoutMs time after which no further node is tried; 0 for no limit
 * @param sessionDrop end sessions whose node left its group or is down
 * @param responses datagrams a node sends for one client datagram; -1 for any number
 * @param requests client datagrams after which a new UDP session begins; 0 for any number
 * @param headerVersion version of the PROXY protocol header that nodes get, 1 or 2; 0 for none
 * @param socket the sockets to nodes
 * @param bufferBytes {@code proxy_buffer_size}: bound on the bytes kept for one direction of a session
 * @param rates bytes a second
 * @param mqtt what is changed in the first message of MQTT; empty for nothing
 * @param tls how TLS is spoken with nodes; empty for plain connections
 */
public record ProxyConfig(
        long connectTimeoutMs,
        long timeoutMs,
        boolean halfClose,
        boolean nextUpstream,
        int nextUpstreamTries,
        long nextUpstreamTimeoutMs,
        boolean sessionDrop,
        int responses,
        int requests,
        int headerVersion,
        NodeSocketConfig socket,
        int bufferBytes,
        Rates rates,
        Optional<MqttConfig> mqtt,
        Optional<NodeTls> tls) {
    /**
     * The sockets to nodes.
     *
     * @param bind local address as text, which comes to nothing for the system's choice
     * @param isTransparent whether that need not be an address of this host
     * @param keepalive whether TCP keep-alive probes are sent
     * @param receiveBufferBytes size of the receive buffer; 0 for the system's
     * @param sendBufferBytes size of the send buffer; 0 for the system's
     */
    public record NodeSocketConfig(
            Optional<Template> bind,
            boolean isTransparent,
            boolean keepalive,
            int receiveBufferBytes,
            int sendBufferBytes) {}

    /**
     * Bytes a second, as sizes such as {@code 16k}; 0 or nothing for no limit.
     *
     * @param upload from the client
     * @param download to the client
     */
    public record Rates(Optional<Template> upload, Optional<Template> download) {}
}
