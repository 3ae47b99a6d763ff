package io.lamplighter.balancer.connect;

import io.netty.buffer.ByteBuf;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandle;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What epoll and io_uring share: system calls on a descriptor. They differ in how readiness is learnt. */
abstract sealed class UnixNodeSocket extends NodeSocket permits EpollNodeSocket, IoUringNodeSocket {
    final UnixSocket socket;
    private final IoEventLoop loop;
    private final Listener listener;
    private @Nullable IoRegistration registration;
    private boolean isClosed;

    UnixNodeSocket(IoEventLoop loop, InetSocketAddress node, @Nullable Local local, Listener listener)
            throws IOException {
        this.loop = loop;
        this.listener = listener;
        this.socket = UnixSocket.openDatagram(node);
        try {
            if (local != null) {
                if (local.isTransparent()) {
                    socket.bindToAnyAddress();
                }
                socket.bind(local.address());
            }
            socket.connect(node);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** What the loop calls with events. */
    abstract IoHandle handle();

    /** Asks for one event, or for events until told otherwise where that is cheaper. */
    abstract void request(IoRegistration registered);

    /** Takes back what was asked for, before the registration ends. */
    abstract void withdraw(IoRegistration registered);

    @Override
    public final void awaitReadable() throws IOException {
        if (registration == null) {
            registration = register();
        }
        request(registration);
    }

    private IoRegistration register() throws IOException {
        Future<IoRegistration> registered = loop.register(handle()); // done on return: this is the loop's thread
        if (!registered.isSuccess()) {
            throw new IOException("the event loop takes no more sockets", registered.cause());
        }
        return registered.getNow();
    }

    final void ready() {
        if (!isClosed) {
            listener.readable();
        }
    }

    @Override
    public final boolean send(ByteBuf datagram) throws IOException {
        int size = datagram.readableBytes();
        int sent;
        if (datagram.hasMemoryAddress()) {
            sent = socket.sendAddress(datagram.memoryAddress(), datagram.readerIndex(), datagram.writerIndex());
        } else {
            ByteBuffer bytes = datagram.internalNioBuffer(datagram.readerIndex(), size);
            sent = socket.send(bytes, bytes.position(), bytes.limit());
        }
        return sent == size;
    }

    /** Netty tells "empty" as -1, the sign of an end in streams, and "nothing there" as 0. */
    @Override
    public final int receive(ByteBuffer buffer) throws IOException {
        int received = socket.recv(buffer, 0, buffer.capacity());
        return received > 0 ? received : -1 - received;
    }

    @Override
    public final void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        if (registration != null) {
            withdraw(registration);
        }
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError("close() of a datagram socket has nothing to wait for", e);
        }
        if (registration != null) {
            registration.cancel(); // after close(): epoll has forgotten the descriptor by itself
        }
    }
}
