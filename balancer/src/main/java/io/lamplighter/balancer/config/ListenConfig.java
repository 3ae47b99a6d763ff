package io.lamplighter.balancer.config;

import java.net.InetSocketAddress;

/**
 * One listening address.
 *
 * @param address what to bind; the wildcard address for {@code *:port} and {@code [::]:port}
 * @param udp datagrams instead of connections
 * @param reuseport {@code reuseport} was written. Every event loop has a listening socket of its own in any case
 * @param backlog most connections that wait to be accepted; TCP only
 * @param ipv6only for an IPv6 wildcard: leave IPv4 to others
 * @param keepalive TCP keep-alive of accepted connections
 * @param receiveBufferBytes size of the socket's receive buffer; 0 for the system's
 * @param sendBufferBytes size of the socket's send buffer; 0 for the system's
 * @param source where the line stands
 */
public record ListenConfig(
        InetSocketAddress address,
        boolean udp,
        boolean reuseport,
        int backlog,
        boolean ipv6only,
        Keepalive keepalive,
        int receiveBufferBytes,
        int sendBufferBytes,
        Source source) {
    /**
     * {@code so_keepalive=on|off|[idle]:[interval]:[count]}.
     *
     * @param on whether probes are sent
     * @param idleSeconds idle time before the first probe; 0 for the system's
     * @param intervalSeconds time between probes; 0 for the system's
     * @param count unanswered probes after which the connection is dropped; 0 for the system's
     */
    public record Keepalive(boolean on, int idleSeconds, int intervalSeconds, int count) {
        public static final Keepalive OFF = new Keepalive(false, 0, 0, 0);
    }
}
