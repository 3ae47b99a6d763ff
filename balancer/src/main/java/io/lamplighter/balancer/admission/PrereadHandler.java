package io.lamplighter.balancer.admission;

import io.lamplighter.balancer.config.AdmissionConfig.Preread;
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
        ClientHelloParser.Outcome outcome = ClientHelloParser.parse(collected.slice(collected.readerIndex(), length));
        if (!outcome.isComplete()) {
            if (length == preread.bufferBytes()) {
                isDone = true;
                admission.prereadFull();
            }
            return;
        }
        isDone = true;
        ctx.channel().config().setAutoRead(false);
        ctx.pipeline().remove(this);
        admission.lookedAt(outcome.hello());
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
