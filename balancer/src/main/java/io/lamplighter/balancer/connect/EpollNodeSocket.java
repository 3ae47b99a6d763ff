package io.lamplighter.balancer.connect;

import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandle;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Readiness by epoll, level-triggered: asked for once, told as long as there is something to read. */
final class EpollNodeSocket extends UnixNodeSocket {
    private boolean isRequested;

    EpollNodeSocket(IoEventLoop loop, InetSocketAddress node, @Nullable Local local, Listener listener)
            throws IOException {
        super(loop, node, local, listener);
    }

    @Override
    IoHandle handle() {
        return new Handle();
    }

    @Override
    void request(IoRegistration registered) {
        if (!isRequested) {
            isRequested = true;
            registered.submit(EpollIoOps.EPOLLIN);
        }
    }

    @Override
    void withdraw(IoRegistration registered) {
        // Closing the descriptor does it.
    }

    private final class Handle implements EpollIoHandle {
        @Override
        public FileDescriptor fd() {
            return socket;
        }

        @Override
        public void handle(IoRegistration registered, IoEvent event) {
            ready();
        }

        @Override
        public void close() {
            EpollNodeSocket.this.close();
        }
    }
}
