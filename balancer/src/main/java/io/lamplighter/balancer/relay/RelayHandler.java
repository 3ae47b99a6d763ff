package io.lamplighter.balancer.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelOutputShutdownException;
import io.netty.channel.socket.DuplexChannel;
import java.io.IOException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Moves bytes one way: from the channel it sits on (the source) to its target. A session has two, one for each direction.
 *
 * <p>Backpressure: after each read the source is paused while the target is above its high-water mark, and resumed when
 * the target tells, through its own handler, that it is writable again. What the transport still delivers while paused
 * (the rest of a socket's receive buffer after the other side closed) is queued, never lost. Before there is a target,
 * bytes wait here.
 *
 * <p>Threads: the session's event loop only.
 */
public final class RelayHandler extends ChannelInboundHandlerAdapter {
    /** What a session wants to know about its two directions. */
    public interface Listener {
        /**
         * Bytes of the source are about to be written to the target.
         *
         * @param isDrained whether all earlier bytes have left for the target's socket; bytes that only enter a full
         *     buffer are no progress
         */
        void moving(RelayHandler direction, int bytes, boolean isDrained);

        /** Everything up to the end of the source has been handed to the target's socket. */
        void delivered(RelayHandler direction);

        /** The source ended before there was a target. */
        void endedEarly(RelayHandler direction);

        /** The source failed: a reset, a keep-alive timeout, a refused write, or a fault of ours. */
        void failed(RelayHandler direction, Throwable cause);
    }

    private final Listener listener;
    private @Nullable RelayHandler opposite;
    private @Nullable Channel source;
    private @Nullable Channel target;
    private @Nullable ArrayDeque<ByteBuf> waiting;
    private @Nullable Throwable outputFailure;
    private boolean isSourceEnded;
    private boolean isDelivered;
    private boolean isClosed;

    public RelayHandler(Listener listener) {
        this.listener = listener;
    }

    /** Tells each direction of the other, so that a channel's writability reaches the one that writes to it. */
    public static void pair(RelayHandler a, RelayHandler b) {
        a.opposite = b;
        b.opposite = a;
    }

    /** Whether the source sent its end. */
    public boolean isSourceEnded() {
        return isSourceEnded;
    }

    /** Whether the end of the source has been handed to the target's socket. */
    public boolean isDelivered() {
        return isDelivered;
    }

    /** Whether bytes arrived that no target took yet. */
    public boolean isWaiting() {
        return waiting != null;
    }

    /** Bytes that are read but not yet in the target's socket, bookkeeping of the buffer included. */
    public long pendingBytes() {
        return target == null ? 0 : pendingIn(target);
    }

    /** Joins source and target: sends what waits, then reads on. */
    public void join(Channel newSource, Channel newTarget) {
        source = newSource;
        target = newTarget;
        if (waiting != null) {
            sendWaiting(newTarget);
        }
        if (isSourceEnded) {
            deliverEnd(newTarget);
        } else {
            newSource.config().setAutoRead(true);
        }
    }

    private void sendWaiting(Channel to) {
        for (ByteBuf data : waiting) {
            listener.moving(this, data.readableBytes(), true);
            to.write(data, to.voidPromise());
        }
        waiting = null;
        to.flush();
    }

    /** Lets go of everything: later bytes are discarded, later events are ignored. */
    public void close() {
        isClosed = true;
        if (waiting != null) {
            waiting.forEach(ByteBuf::release);
            waiting = null;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        ByteBuf data = (ByteBuf) msg;
        Channel to = target;
        if (isClosed) {
            data.release();
        } else if (to == null) {
            keep(data);
        } else {
            listener.moving(this, data.readableBytes(), pendingIn(to) == 0);
            to.write(data, to.voidPromise());
        }
    }

    private void keep(ByteBuf data) {
        if (waiting == null) {
            waiting = new ArrayDeque<>(2);
        }
        waiting.add(data);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        Channel to = target;
        if (isClosed) {
            return;
        }
        if (to == null) {
            // One read is enough to wait with; the rest waits in the kernel.
            ctx.channel().config().setAutoRead(false);
            return;
        }
        to.flush();
        if (!to.isWritable() && !isSourceEnded) {
            ctx.channel().config().setAutoRead(false);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        // This channel is the opposite direction's target.
        if (opposite != null && ctx.channel().isWritable()) {
            opposite.resume();
        }
    }

    private void resume() {
        if (source != null && !isClosed && !isSourceEnded) {
            source.config().setAutoRead(true);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            sourceEnded();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        sourceEnded();
    }

    private void sourceEnded() {
        if (isSourceEnded || isClosed) {
            return;
        }
        isSourceEnded = true;
        if (outputFailure != null) {
            listener.failed(this, outputFailure);
        } else if (target == null) {
            listener.endedEarly(this);
        } else {
            deliverEnd(target);
        }
    }

    private void deliverEnd(Channel to) {
        if (pendingIn(to) == 0) {
            endDelivered();
            return;
        }
        to.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener((ChannelFutureListener) written -> endDelivered());
    }

    private void endDelivered() {
        if (!isClosed) {
            isDelivered = true;
            listener.delivered(this);
        }
    }

    /** Ends the target's output, after everything was delivered: its other side sees the end of the stream. */
    public void shutdownTarget() {
        if (target instanceof DuplexChannel duplex) {
            Ending.shutdownOutput(duplex);
        }
    }

    /**
     * A failed write says that the other side takes nothing more; what it sent before is still to be read, up to its end
     * or its reset. So the first failed write only stops the opposite direction, and the end of this one tells the rest.
     */
    @Override
    @SuppressWarnings("ReferenceEquality") // the same failure is told again for each write that it fails
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) {
            // A fault of ours: told even when the session is over, as it may be what kept it from ending well.
            listener.failed(this, cause);
            return;
        }
        if (isClosed || cause == outputFailure || cause instanceof ChannelOutputShutdownException) {
            return;
        }
        Channel channel = ctx.channel();
        boolean isOutputOnly = outputFailure == null
                && target != null
                && !isSourceEnded
                && channel.isOpen()
                && channel.unsafe().outboundBuffer() == null;
        if (!isOutputOnly) {
            listener.failed(this, cause);
            return;
        }
        outputFailure = cause;
        if (opposite != null) {
            opposite.close();
        }
        if (target.isWritable()) {
            resume();
        }
    }

    private static long pendingIn(Channel to) {
        ChannelOutboundBuffer buffer = to.unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes();
    }
}
