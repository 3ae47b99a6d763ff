package io.lamplighter.balancer.relay;

import io.lamplighter.balancer.mqtt.ConnectMessage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Stands in front of a node, holds what the client sends until that is a whole CONNECT of MQTT, and hands on another one
 * instead. Then it leaves, so that all later bytes cost nothing.
 *
 * <p>Threads: the session's event loop.
 */
public final class MqttRewriter extends ChannelOutboundHandlerAdapter {
    private final int mostBytes;
    private final UnaryOperator<ConnectMessage> rewriting;
    private final Runnable broken;
    private @Nullable CompositeByteBuf held;
    private boolean isBroken;

    /**
     * Makes one for one session.
     *
     * @param mostBytes most that are held
     * @param rewriting what becomes of the message
     * @param broken called once if the client's first bytes are no CONNECT, or too many
     */
    public MqttRewriter(int mostBytes, UnaryOperator<ConnectMessage> rewriting, Runnable broken) {
        this.mostBytes = mostBytes;
        this.rewriting = rewriting;
        this.broken = broken;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        ByteBuf bytes = (ByteBuf) message;
        if (isBroken) {
            bytes.release();
            promise.trySuccess();
            return;
        }
        if (!bytes.isReadable()) {
            ctx.write(bytes, promise); // the end of what the client sends
            return;
        }
        if (held == null) {
            held = ctx.alloc().compositeBuffer(Integer.MAX_VALUE);
        }
        held.addComponent(true, bytes);
        promise.trySuccess();
        ConnectMessage.Look look = ConnectMessage.look(held);
        if (look instanceof ConnectMessage.Found found
                && held.readableBytes() >= found.message().length()) {
            rewrite(ctx, found.message());
        } else if (look instanceof ConnectMessage.Unfit || held.readableBytes() >= mostBytes) {
            fail(ctx);
        }
    }

    private void rewrite(ChannelHandlerContext ctx, ConnectMessage message) {
        ConnectMessage rewritten = rewriting.apply(message);
        if (!rewritten.isWritable()) {
            fail(ctx);
            return;
        }
        ctx.write(rewritten.write(ctx.alloc(), held), ctx.voidPromise());
        held.skipBytes(message.length());
        ByteBuf rest = held;
        held = null;
        if (rest.isReadable()) {
            ctx.write(rest, ctx.voidPromise());
        } else {
            rest.release();
        }
        ctx.pipeline().remove(this);
    }

    /** Not told from here: whoever writes may have more to write, which the end of the session would take from under it. */
    private void fail(ChannelHandlerContext ctx) {
        isBroken = true;
        drop();
        ctx.executor().execute(broken);
    }

    private void drop() {
        if (held != null) {
            held.release();
            held = null;
        }
    }

    /** Also when the channel is closed. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        drop();
    }
}
