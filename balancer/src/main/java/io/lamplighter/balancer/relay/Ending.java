package io.lamplighter.balancer.relay;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * How a channel of a session that is over is closed without losing what was sent on it.
 *
 * <p>{@code close(2)} answers bytes that arrive later, or lie unread, with a reset, and a reset throws away what is still
 * in the send queue. So where the last bytes may still be under way the output is ended first, the input is read and
 * thrown away until the other side ends too, and only then is the socket closed.
 *
 * <p>Threads: the channel's event loop.
 */
public final class Ending {
    /** Longest wait for the other side's end. Guessed: several round trips of a bad radio link. */
    static final long LINGER_MS = 1_000;

    /** Longest wait for what is buffered here to leave, and for a send queue to empty before a reset is passed on. */
    static final long FLUSH_MS = 5_000;

    private static final long RESET_POLL_MS = 5;

    private Ending() {}

    /** Closes, whatever is still buffered. */
    public static void closeNow(Channel channel) {
        channel.close();
    }

    /** Closes as soon as what is buffered has left. Right when the other side has answered all that was sent to it. */
    public static void close(Channel channel) {
        whenFlushed(channel, FLUSH_MS, () -> closeNow(channel));
    }

    /** Sends what is buffered, ends the output, waits for the other side's end, closes. */
    public static void linger(Channel channel) {
        whenFlushed(channel, FLUSH_MS, () -> {
            if (channel.isActive() && channel instanceof DuplexChannel duplex && !duplex.isInputShutdown()) {
                discardUntilEnd(duplex);
            } else {
                closeNow(channel);
            }
        });
    }

    private static void discardUntilEnd(DuplexChannel channel) {
        channel.pipeline().addFirst(Discard.INSTANCE);
        closeAfter(channel, LINGER_MS);
        shutdownOutput(channel);
        channel.config().setAutoRead(true);
    }

    /** Ends the output; over TLS the other side is told so in TLS first. */
    static void shutdownOutput(DuplexChannel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            channel.shutdownOutput();
        } else {
            tls.closeOutbound().addListener(told -> channel.shutdownOutput());
        }
    }

    /**
     * Resets the connection once everything written has reached the other side: a reset sent earlier would overtake
     * and destroy it.
     *
     * @param isAnswered whether the other side has answered the last bytes, and so certainly has them
     */
    public static void reset(Channel channel, boolean isAnswered) {
        channel.config().setAutoRead(false);
        whenFlushed(channel, FLUSH_MS, () -> {
            if (isAnswered) {
                resetNow(channel);
            } else {
                resetWhenAcknowledged(channel, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FLUSH_MS));
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
        closeNow(channel);
    }

    private static void whenFlushed(Channel channel, long waitMs, Runnable then) {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        if (buffer == null || buffer.isEmpty()) {
            then.run();
            return;
        }
        Future<?> limit = closeAfter(channel, waitMs);
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener((ChannelFutureListener) flushed -> {
            limit.cancel(false);
            then.run();
        });
    }

    private static Future<?> closeAfter(Channel channel, long waitMs) {
        Future<?> limit = channel.eventLoop().schedule(() -> closeNow(channel), waitMs, TimeUnit.MILLISECONDS);
        channel.closeFuture().addListener((ChannelFutureListener) closed -> limit.cancel(false));
        return limit;
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
                closeNow(ctx.channel());
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            closeNow(ctx.channel());
        }
    }
}
