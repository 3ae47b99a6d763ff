package io.lamplighter.balancer.admission;

import io.lamplighter.balancer.config.AdmissionConfig.Preread;
import io.lamplighter.balancer.measure.ClientHello;
import io.lamplighter.balancer.measure.MqttConnect;
import io.lamplighter.balancer.mqtt.ConnectMessage;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/** Collects a client's first bytes until they have told what is looked for; then they go on, every one of them. */
final class PrereadHandler extends ChannelInboundHandlerAdapter {
    private final Admission admission;
    private final Preread preread;
    private @Nullable ByteBuf collected;
    private @Nullable ClientHello hello;
    private @Nullable MqttConnect connect;
    private boolean isDone;

    PrereadHandler(Admission admission, Preread preread) {
        this.admission = admission;
        this.preread = preread;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf data = (ByteBuf) message;
        collected =
                collected == null ? data : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(ctx.alloc(), collected, data);
        if (!isDone) {
            look(ctx);
        }
    }

    private void look(ChannelHandlerContext ctx) {
        int length = Math.min(collected.readableBytes(), preread.bufferBytes());
        ByteBuf seen = collected.slice(collected.readerIndex(), length);
        if (!isTold(seen)) {
            if (length == preread.bufferBytes()) {
                isDone = true;
                admission.prereadFull();
            }
            return;
        }
        isDone = true;
        ctx.channel().config().setAutoRead(false);
        ctx.pipeline().remove(this);
        admission.lookedAt(hello, connect);
    }

    /** Whether more bytes would tell no more. */
    private boolean isTold(ByteBuf seen) {
        if (preread.tls()) {
            ClientHelloParser.Outcome outcome = ClientHelloParser.parse(seen);
            if (!outcome.isComplete()) {
                return false;
            }
            hello = outcome.hello();
        }
        if (preread.mqtt()) {
            ConnectMessage.Look look = ConnectMessage.look(seen);
            if (look instanceof ConnectMessage.Found found) {
                String username = found.message().username();
                connect = new MqttConnect(found.message().clientId(), username == null ? "" : username);
            }
            return !(look instanceof ConnectMessage.TooShort);
        }
        return true;
    }

    /** The relay's handler must not take the end of a read for the end of waiting. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {}

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE && !isDone) {
            admission.clientLeft();
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!isDone) {
            admission.clientLeft();
        }
        ctx.fireChannelInactive();
    }

    /** The relay's handler is next, and throws the bytes away if the session is over. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (collected != null) {
            ByteBuf all = collected;
            collected = null;
            ctx.fireChannelRead(all);
        }
    }
}
