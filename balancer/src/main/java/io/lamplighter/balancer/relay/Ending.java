package io.lamplighter.balancer.relay;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * How a channel of a session that is over is closed without losing what was sent on it.
 *
 * <p>{@code close(2)} answers bytes that arrive later, or lie unread, with a reset, and a reset throws away what is still
 * in the send queue. So where the last bytes may still be under way the output is ended first, the input is read and
 * thrown away until the other side ends too, and only then is the socket closed ({@link #LINGER_MS} at the most).
 *
 * <p>Threads: the channel's event loop.
 */
public final class Ending {
    /** Longest wait for the other side's end. Guessed: several round trips of a bad radio link. */
    static final long LINGER_MS = 1_000;

    /** Longest wait for a send queue to empty before a reset is passed on, and how often it is looked at. */
    static final long RESET_WAIT_MS = 5_000;

    private static final long RESET_POLL_MS = 5;

    private Ending() {}

    /** Closes at once. Right when nothing was sent that the other side has not answered. */
    public static void close(Channel channel) {
        channel.close(channel.voidPromise());
    }

    /** Ends the output, waits for the other side's end, closes. Everything written must be flushed. */
    public static void linger(Channel channel) {
        if (!channel.isActive() || !(channel instanceof DuplexChannel duplex)) {
            close(channel);
            return;
        }
        channel.pipeline().addLast(Discard.INSTANCE);
        channel.eventLoop().schedule(() -> close(channel), LINGER_MS, TimeUnit.MILLISECONDS);
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener((ChannelFutureListener) flushed -> {
            duplex.shutdownOutput();
            if (duplex.isInputShutdown()) {
                close(channel);
            } else {
                channel.config().setAutoRead(true);
            }
        });
    }

    /**
     * Resets the connection, once everything written has reached the other side: a reset sent earlier would overtake
     * and destroy it.
     */
    public static void reset(Channel channel, boolean isAnswered) {
        channel.config().setAutoRead(false);
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RESET_WAIT_MS);
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener((ChannelFutureListener) flushed -> {
            if (isAnswered || !flushed.isSuccess()) {
                resetNow(channel);
            } else {
                resetWhenAcknowledged(channel, deadlineNs);
            }
        });
    }

    private static void resetWhenAcknowledged(Channel channel, long deadlineNs) {
        if (!channel.isActive() || System.nanoTime() - deadlineNs >= 0 || SendQueue.isAcknowledged(channel)) {
            resetNow(channel);
            return;
        }
        channel.eventLoop()
                .schedule(() -> resetWhenAcknowledged(channel, deadlineNs), RESET_POLL_MS, TimeUnit.MILLISECONDS);
    }

    private static void resetNow(Channel channel) {
        if (channel.isActive()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
        close(channel);
    }

    /** Reads and throws away, and closes at the end of the input. */
    @ChannelHandler.Sharable
    private static final class Discard extends ChannelInboundHandlerAdapter {
        static final Discard INSTANCE = new Discard();

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            ReferenceCountUtil.release(msg);
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event == ChannelInputShutdownEvent.INSTANCE || event == ChannelInputShutdownReadComplete.INSTANCE) {
                close(ctx.channel());
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            close(ctx.channel());
        }
    }
}
