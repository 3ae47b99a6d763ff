package io.lamplighter.balancer.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands on the source of a direction, in front of its {@link RelayHandler}, and hands bytes on at a {@link Pace}. What was read
 * beyond it is held, which is less than one read; the next read waits. The end of the source waits behind what is held.
 *
 * <p>Threads: the session's event loop.
 */
public final class PacedReader extends ChannelDuplexHandler {
    private final Pace pace;
    private final LongSupplier clockNs;
    private @Nullable ByteBuf held;
    private @Nullable Object heldEnd;
    private @Nullable Future<?> timer;
    private boolean isReadWanted;

    public PacedReader(Pace pace, LongSupplier clockNs) {
        this.pace = pace;
        this.clockNs = clockNs;
    }

    /** Whether bytes wait for their time. */
    public boolean isPausing() {
        return timer != null;
    }

    @Override
    public void read(ChannelHandlerContext ctx) {
        if (timer == null && held == null && pace.allowance(clockNs.getAsLong()) > 0) {
            ctx.read();
            return;
        }
        isReadWanted = true;
        plan(ctx);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf data = (ByteBuf) message;
        if (held != null) {
            held = ctx.alloc()
                    .compositeBuffer(2)
                    .addFlattenedComponents(true, held)
                    .addFlattenedComponents(true, data);
        } else {
            held = data;
        }
        pass(ctx);
    }

    private void pass(ChannelHandlerContext ctx) {
        long nowNs = clockNs.getAsLong();
        long allowance = pace.allowance(nowNs);
        if (held != null && allowance > 0) {
            int length = (int) Math.min(allowance, held.readableBytes());
            pace.passed(length, nowNs);
            ByteBuf next = held;
            if (length == held.readableBytes()) {
                held = null;
            } else {
                next = held.readRetainedSlice(length);
            }
            ctx.fireChannelRead(next);
        }
        if (held != null) {
            plan(ctx);
        } else if (heldEnd != null) {
            Object end = heldEnd;
            heldEnd = null;
            ctx.fireUserEventTriggered(end);
        }
    }

    private void plan(ChannelHandlerContext ctx) {
        if (timer == null && !ctx.isRemoved()) {
            timer = ctx.executor().schedule(() -> resume(ctx), pace.pauseNs(clockNs.getAsLong()), TimeUnit.NANOSECONDS);
        }
    }

    private void resume(ChannelHandlerContext ctx) {
        timer = null;
        if (held != null) {
            pass(ctx);
            ctx.fireChannelReadComplete();
        }
        if (held == null && isReadWanted) {
            isReadWanted = false;
            read(ctx);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE && held != null) {
            heldEnd = event;
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        handlerRemoved(ctx);
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
        if (held != null) {
            held.release();
            held = null;
        }
    }
}
