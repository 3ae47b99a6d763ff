package io.lamplighter.balancer.listen;

import java.net.SocketAddress;

/**
 * An address that clients send to, open from the generation that first names it until one no longer does; each generation
 * gives it the service it has now.
 *
 * <p>Threads: one thread at a time, the one that starts and reloads; never an event loop, because these wait for the loops.
 */
public sealed interface Listener permits TcpListener, UdpListener {
    /** The service of sessions that begin from now on. */
    void serve(Service service);

    /** Where clients reach it; the port is the real one where 0 was asked for. */
    SocketAddress localAddress();

    /**
     * Stops accepting. TCP sessions go on; UDP sessions end, because their clients are spoken to through the listening
     * socket, and left open it would go on taking a share of the datagrams from whoever opens the address next.
     */
    void close();
}
