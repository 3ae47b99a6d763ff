package io.lamplighter.balancer.connect;

import io.netty.buffer.ByteBuf;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoOps;
import io.netty.channel.nio.NioSelectableChannelIoHandle;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import org.jspecify.annotations.Nullable;

/** The JDK's datagram channel. */
final class NioNodeSocket extends NodeSocket {
    private static final ByteBuffer EMPTY = ByteBuffer.allocateDirect(0);

    private final IoEventLoop loop;
    private final DatagramChannel channel;
    private final InetSocketAddress node;
    private final Listener listener;
    private @Nullable IoRegistration registration;

    private NioNodeSocket(IoEventLoop loop, DatagramChannel channel, InetSocketAddress node, Listener listener) {
        this.loop = loop;
        this.channel = channel;
        this.node = node;
        this.listener = listener;
    }

    static NioNodeSocket open(IoEventLoop loop, InetSocketAddress node, @Nullable Local local, Listener listener)
            throws IOException {
        DatagramChannel channel = DatagramChannel.open(Transport.jdkFamilyOf(node));
        try {
            channel.configureBlocking(false);
            if (local != null) {
                local.requireNotTransparent();
                channel.bind(local.address());
            }
            channel.connect(node);
            return new NioNodeSocket(loop, channel, node, listener);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void awaitReadable() throws IOException {
        if (registration == null) {
            Future<IoRegistration> registered = loop.register(new Handle());
            if (!registered.isSuccess()) {
                throw new IOException("the event loop takes no more sockets", registered.cause());
            }
            registration = registered.getNow();
            registration.submit(NioIoOps.READ); // level-triggered: told as long as there is something to read
        }
    }

    @Override
    public boolean send(ByteBuf datagram) throws IOException {
        int size = datagram.readableBytes();
        if (size == 0) {
            sendEmpty();
            return true;
        }
        return channel.write(datagram.internalNioBuffer(datagram.readerIndex(), size)) == size;
    }

    /**
     * The JDK skips empty datagrams on a connected channel but not on an unconnected one, so one is borrowed on the same
     * port. Answers cannot stray there: the system prefers the connected socket.
     */
    private void sendEmpty() throws IOException {
        channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
        try (DatagramChannel unconnected = DatagramChannel.open(Transport.jdkFamilyOf(node))) {
            unconnected.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            unconnected.bind(channel.getLocalAddress());
            unconnected.send(EMPTY.duplicate(), node);
        } finally {
            // Not for longer: while it is set, the system may give the port to another session.
            channel.setOption(StandardSocketOptions.SO_REUSEPORT, false);
        }
    }

    @Override
    public int receive(ByteBuffer buffer) throws IOException {
        buffer.clear();
        return channel.receive(buffer) == null ? -1 : buffer.position();
    }

    @Override
    public void close() {
        if (!channel.isOpen()) {
            return;
        }
        if (registration != null) {
            registration.cancel();
        }
        try {
            channel.close();
        } catch (IOException e) {
            throw new AssertionError("close() of a datagram socket has nothing to wait for", e);
        }
    }

    private final class Handle extends NioSelectableChannelIoHandle<DatagramChannel> {
        Handle() {
            super(NioNodeSocket.this.channel);
        }

        @Override
        public void close() {
            NioNodeSocket.this.close();
        }

        @Override
        protected void handle(DatagramChannel readable, SelectionKey key) {
            if (readable.isOpen()) {
                listener.readable();
            }
        }
    }
}
