package io.lamplighter.balancer.connect;

import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandle;
import io.netty.channel.IoRegistration;
import io.netty.channel.uring.IoUringIoEvent;
import io.netty.channel.uring.IoUringIoHandle;
import io.netty.channel.uring.IoUringIoOps;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Readiness by one-shot polls in the ring: an idle session has a poll waiting there and no buffer, and asking again costs
 * no system call of its own.
 */
final class IoUringNodeSocket extends UnixNodeSocket {
    // Of linux/io_uring.h and poll.h; Netty keeps its names for them to itself.
    private static final byte IORING_OP_POLL_ADD = 6;
    private static final byte IORING_OP_POLL_REMOVE = 7;
    private static final int POLLIN = 1;

    private boolean isPolling;
    private long pollId;

    IoUringNodeSocket(IoEventLoop loop, InetSocketAddress node, @Nullable Local local, Listener listener)
            throws IOException {
        super(loop, node, local, listener);
    }

    @Override
    IoHandle handle() {
        return new Handle();
    }

    @Override
    void request(IoRegistration registered) {
        if (!isPolling) {
            isPolling = true;
            pollId = registered.submit(operation(IORING_OP_POLL_ADD, socket.intValue(), 0, POLLIN));
        }
    }

    @Override
    void withdraw(IoRegistration registered) {
        if (isPolling) {
            registered.submit(operation(IORING_OP_POLL_REMOVE, -1, pollId, 0));
        }
    }

    private static IoUringIoOps operation(byte opcode, int fd, long address, int pollMask) {
        byte noFlags = 0;
        short none = 0;
        long noData = 0;
        return new IoUringIoOps(opcode, noFlags, none, fd, 0, address, 0, pollMask, noData, none, none, 0, 0);
    }

    private final class Handle implements IoUringIoHandle {
        @Override
        public void handle(IoRegistration registered, IoEvent event) {
            if (((IoUringIoEvent) event).opcode() == IORING_OP_POLL_ADD) {
                isPolling = false;
                ready();
            }
        }

        @Override
        public void close() {
            IoUringNodeSocket.this.close();
        }
    }
}
