package io.lamplighter.balancer.connect;

import io.netty.channel.ChannelException;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;

/** A descriptor outside of any channel: Netty's class can nearly everything with it. */
final class UnixSocket extends Socket {
    // Of linux/in.h and in6.h.
    private static final int IPPROTO_IP = 0;
    private static final int IP_TRANSPARENT = 19;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_TRANSPARENT = 75;

    /** The socket {@code fd}, which stays its owner's to close. */
    UnixSocket(int fd) {
        super(fd);
    }

    /**
     * Opens a non-blocking socket for datagrams, of the family of {@code address}.
     *
     * @throws IOException if there is no descriptor left
     */
    static UnixSocket openDatagram(InetSocketAddress address) throws IOException {
        try {
            return new UnixSocket(newSocketDgram0(Transport.familyOf(address)));
        } catch (ChannelException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
        }
    }

    /**
     * Lets the socket be bound to an address that is not this host's.
     *
     * @throws BindException if this process may not do that
     */
    void bindToAnyAddress() throws BindException {
        try {
            if (ipv6) { // of an IPv4 peer's address too, where Netty opens sockets for both families
                setIntOpt(IPPROTO_IPV6, IPV6_TRANSPARENT, 1);
            } else {
                setIntOpt(IPPROTO_IP, IP_TRANSPARENT, 1);
            }
        } catch (IOException e) {
            BindException refused = new BindException("setsockopt(IP_TRANSPARENT) failed (" + SocketErrors.reason(e)
                    + "), it needs the capability CAP_NET_RAW");
            refused.initCause(e);
            throw refused;
        }
    }
}
