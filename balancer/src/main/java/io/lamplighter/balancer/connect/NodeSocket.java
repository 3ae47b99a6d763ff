package io.lamplighter.balancer.connect;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The node's side of a UDP session: a connected datagram socket on the session's event loop.
 *
 * <p>Not a Netty channel, for three reasons. An io_uring datagram channel keeps a posted receive buffer of full size and
 * 512 message headers for as long as it is open, which an idle session must not hold; a connected epoll channel loses
 * empty datagrams in both directions; and a datagram is worth neither a pipeline nor a write queue: the system takes it
 * now or it is lost. So a datagram is one system call, and the loop only says when there is something to read.
 *
 * <p>Threads: the event loop only.
 */
public abstract sealed class NodeSocket permits NioNodeSocket, UnixNodeSocket {
    /** Who reads the socket. */
    public interface Listener {
        /** There is a datagram or an error to receive. Ask again with {@link NodeSocket#awaitReadable}. */
        void readable();
    }

    NodeSocket() {}

    /**
     * Opens a socket whose peer is {@code address}.
     *
     * @param local address to send from; null for the system's choice
     * @throws IOException if there is no descriptor, local port or route; nothing is left open then
     */
    public static NodeSocket open(
            Transport transport, EventLoop loop, SocketAddress address, @Nullable Local local, Listener listener)
            throws IOException {
        if (!(address instanceof InetSocketAddress node)) {
            throw new IOException("datagrams cannot be sent to a unix socket");
        }
        IoEventLoop ioLoop = (IoEventLoop) loop;
        return switch (transport) {
            case IO_URING -> new IoUringNodeSocket(ioLoop, node, local, listener);
            case EPOLL -> new EpollNodeSocket(ioLoop, node, local, listener);
            case NIO -> NioNodeSocket.open(ioLoop, node, local, listener);
        };
    }

    /**
     * Sends the readable bytes as one datagram, perhaps an empty one; {@code datagram} is not changed.
     *
     * @return false if the system has no room for it now
     * @throws IOException why it was not sent, perhaps the trouble of an earlier one: see {@link SocketErrors#isRefused}
     */
    public abstract boolean send(ByteBuf datagram) throws IOException;

    /**
     * Receives one datagram into {@code buffer} from index 0.
     *
     * @return its size in bytes, perhaps 0; -1 if there is none
     */
    public abstract int receive(ByteBuffer buffer) throws IOException;

    /** Has the listener told once the socket is readable; at once if it is already. */
    public abstract void awaitReadable() throws IOException;

    /** Closes the socket, harmless when called twice. The listener hears no more. */
    public abstract void close();
}
