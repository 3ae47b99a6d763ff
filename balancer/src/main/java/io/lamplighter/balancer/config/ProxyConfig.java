package io.lamplighter.balancer.config;

import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * The {@code proxy_*} directives of a server, with what it inherits.
 *
 * @param upstream name of the upstream, a key of {@link StreamConfig#upstreams()}
 * @param connectTimeoutMs longest wait for a connection to a node, milliseconds
 * @param timeoutMs longest time without a byte in either direction, milliseconds
 * @param halfClose each direction ends by itself
 * @param nextUpstream try another node when one cannot be connected to
 * @param nextUpstreamTries most nodes tried for one session; 0 for all
 * @param nextUpstreamTimeoutMs time after which no further node is tried; 0 for no limit
 * @param responses datagrams a node sends for one client datagram; -1 for any number
 * @param requests client datagrams after which a new UDP session begins; 0 for any number
 * @param bind local address of connections to nodes; empty for the system's choice
 * @param bufferBytes {@code proxy_buffer_size}: bound on the bytes kept for one direction of a session
 * @param socketKeepalive TCP keep-alive of connections to nodes
 */
public record ProxyConfig(
        String upstream,
        long connectTimeoutMs,
        long timeoutMs,
        boolean halfClose,
        boolean nextUpstream,
        int nextUpstreamTries,
        long nextUpstreamTimeoutMs,
        int responses,
        int requests,
        Optional<InetSocketAddress> bind,
        int bufferBytes,
        boolean socketKeepalive) {}
