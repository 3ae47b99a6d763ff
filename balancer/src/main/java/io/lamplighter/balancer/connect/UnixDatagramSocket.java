package io.lamplighter.balancer.connect;

import io.netty.channel.ChannelException;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A datagram descriptor outside of any channel: Netty's class can everything but be opened for a given family. */
final class UnixDatagramSocket extends Socket {
    private UnixDatagramSocket(int fd) {
        super(fd);
    }

    /**
     * Opens a non-blocking socket of the family of {@code address}.
     *
     * @throws IOException if there is no descriptor left
     */
    static UnixDatagramSocket open(InetSocketAddress address) throws IOException {
        try {
            return new UnixDatagramSocket(newSocketDgram0(Transport.familyOf(address)));
        } catch (ChannelException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
        }
    }
}
