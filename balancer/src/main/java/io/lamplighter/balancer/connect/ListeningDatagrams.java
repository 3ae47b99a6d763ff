package io.lamplighter.balancer.connect;

import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A datagram channel that listens, and the way past it for what Netty's channels leave out: epoll and NIO skip empty
 * datagrams when writing.
 *
 * <p>Threads: {@link #open} any, the rest the channel's event loop.
 */
public final class ListeningDatagrams {
    private final DatagramChannel channel;
    /** The JDK's channel under an NIO one. */
    private final java.nio.channels.@Nullable DatagramChannel jdkChannel;

    private ListeningDatagrams(DatagramChannel channel, java.nio.channels.@Nullable DatagramChannel jdkChannel) {
        this.channel = channel;
        this.jdkChannel = jdkChannel;
    }

    /** Opens a socket for {@code address}, not bound yet. */
    public static ListeningDatagrams open(Transport transport, InetSocketAddress address) throws IOException {
        if (transport != Transport.NIO) {
            try {
                return new ListeningDatagrams(transport.newDatagramChannel(address), null);
            } catch (ChannelException e) {
                throw new IOException(e.getMessage(), e);
            }
        }
        java.nio.channels.DatagramChannel jdkChannel =
                java.nio.channels.DatagramChannel.open(Transport.jdkFamilyOf(address));
        return new ListeningDatagrams(new NioDatagramChannel(jdkChannel), jdkChannel);
    }

    /** Opens a socket that is bound already, sharing its port with others; epoll only. */
    public static ListeningDatagrams openBound(InetSocketAddress address) throws IOException {
        UnixSocket socket = UnixSocket.openDatagram(address);
        try {
            socket.setReusePort(true);
            socket.bind(address);
            return new ListeningDatagrams(new EpollDatagramChannel(socket.intValue()), null);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    public DatagramChannel channel() {
        return channel;
    }

    /** Sends an empty datagram, ahead of what is not flushed. */
    public void sendEmpty(InetSocketAddress to) throws IOException {
        ByteBuffer empty = ByteBuffer.allocateDirect(0);
        if (jdkChannel != null) {
            jdkChannel.send(empty, to);
        } else {
            int fd = ((UnixChannel) channel).fd().intValue();
            new Socket(fd).sendTo(empty, 0, 0, to.getAddress(), to.getPort());
        }
    }
}
