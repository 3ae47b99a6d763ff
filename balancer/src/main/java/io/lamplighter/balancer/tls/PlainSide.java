package io.lamplighter.balancer.tls;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Stands right behind the engine and makes what comes out of it look like a plain connection to those who read it: the peer's
 * close_notify is the end of its stream, broken records are a broken connection, and nothing of the handshake shows.
 */
final class PlainSide extends ChannelInboundHandlerAdapter {
    private final Consumer<@Nullable Throwable> whenHandshakeEnded;
    private boolean isSecured;

    /** @param whenHandshakeEnded told why there will be no TLS; null if there is */
    PlainSide(Consumer<@Nullable Throwable> whenHandshakeEnded) {
        this.whenHandshakeEnded = whenHandshakeEnded;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent end) {
            isSecured = end.isSuccess();
            whenHandshakeEnded.accept(end.isSuccess() ? null : end.cause());
        } else if (event == SslCloseCompletionEvent.SUCCESS) {
            ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        } else if (event == ChannelInputShutdownEvent.INSTANCE && !isSecured) {
            whenHandshakeEnded.accept(new ClosedChannelException());
            ctx.fireUserEventTriggered(event);
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    /** The relay's handler must not take the end of a read for the end of waiting. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (isSecured) {
            ctx.fireChannelReadComplete();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!isSecured) {
            whenHandshakeEnded.accept(new ClosedChannelException());
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable failure) {
        Throwable cause = TlsTrouble.unwrapped(failure);
        if (!isSecured) {
            whenHandshakeEnded.accept(cause);
        } else if (cause instanceof SSLException) {
            ctx.fireExceptionCaught(new IOException("broken record of TLS: " + cause.getMessage(), cause));
        } else {
            ctx.fireExceptionCaught(cause);
        }
    }
}
