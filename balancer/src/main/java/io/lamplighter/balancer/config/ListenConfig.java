package io.lamplighter.balancer.config;

import java.net.SocketAddress;

/**
 * One listening address of a server. Servers may share an address; only one of them may say more than the address.
 *
 * @param address what to bind, an IP address and port (the wildcard address for {@code *:port} and {@code [::]:port}) or a
 *     unix socket
 * @param protocol what clients speak before anything of theirs is passed on
 * @param defaultServer {@code default_server} was written
 * @param options of the socket
 * @param source where the line stands
 */
public record ListenConfig(
        SocketAddress address, Protocol protocol, boolean defaultServer, Options options, Source source) {
    /**
     * What clients speak before anything of theirs is passed on.
     *
     * @param udp datagrams instead of connections
     * @param proxyProtocol a connection begins with a PROXY protocol header
     * @param tls then TLS is spoken
     */
    public record Protocol(boolean udp, boolean proxyProtocol, boolean tls) {
        public static final Protocol TCP = new Protocol(false, false, false);
        public static final Protocol UDP = new Protocol(true, false, false);

        /** What either of two says. */
        Protocol or(Protocol other) {
            return new Protocol(udp, proxyProtocol || other.proxyProtocol, tls || other.tls);
        }
    }

    /**
     * Options of the socket.
     *
     * @param given whether the line names any
     * @param backlog most connections that wait to be accepted; TCP only
     * @param ipv6only for an IPv6 wildcard: leave IPv4 to others
     * @param keepalive TCP keep-alive of accepted connections
     * @param receiveBufferBytes size of the socket's receive buffer; 0 for the system's
     * @param sendBufferBytes size of the socket's send buffer; 0 for the system's
     * @param fastOpenQueue most connections under way with TCP Fast Open; 0 for none
     * @param deferred a connection is accepted only when its first bytes have come
     */
    public record Options(
            boolean given,
            int backlog,
            boolean ipv6only,
            Keepalive keepalive,
            int receiveBufferBytes,
            int sendBufferBytes,
            int fastOpenQueue,
            boolean deferred) {
        /** nginx's on Linux; the kernel lowers it to net.core.somaxconn. */
        static final int DEFAULT_BACKLOG = 511;

        public static final Options DEFAULT = new Options(false, DEFAULT_BACKLOG, true, Keepalive.OFF, 0, 0, 0, false);
    }

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

    /** An address without anything said about it. */
    public static ListenConfig plain(SocketAddress address, Protocol protocol, Source source) {
        return new ListenConfig(address, protocol, false, Options.DEFAULT, source);
    }

    public boolean udp() {
        return protocol.udp();
    }

    /** The same at another address. */
    public ListenConfig at(SocketAddress other) {
        return new ListenConfig(other, protocol, defaultServer, options, source);
    }

    /** With the options of the socket as given. */
    public ListenConfig with(Options other) {
        return new ListenConfig(address, protocol, defaultServer, other, source);
    }

    /** One address of two servers: what each of the two lines says. */
    public ListenConfig mergedWith(ListenConfig other) {
        return new ListenConfig(
                address,
                protocol.or(other.protocol),
                defaultServer || other.defaultServer,
                options.given() ? options : other.options,
                source);
    }
}
