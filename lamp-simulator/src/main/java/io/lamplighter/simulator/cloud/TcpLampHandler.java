package io.lamplighter.simulator.cloud;

import io.lamplighter.simulator.frame.LampFrame;
import io.lamplighter.simulator.frame.LampFrameCodec;
import io.lamplighter.simulator.frame.LampFrameCodec.Decoded;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The node's side of one lamp's connection. Reads rest while the lamp does not take its answers. */
final class TcpLampHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(TcpLampHandler.class);

    private final ServiceDesk desk;
    private final Connections connections;

    TcpLampHandler(ServiceDesk desk, Connections connections) {
        this.desk = desk;
        this.connections = connections;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof LampFrame request) {
            desk.serve(request, answer -> send(context, answer));
        } else if (message instanceof Decoded.Refused refused) {
            LOG.warn("{} refused because {}", context.channel().remoteAddress(), refused.reason());
            context.close();
        }
    }

    private static void send(ChannelHandlerContext context, LampFrame answer) {
        if (!context.channel().isActive()) {
            return; // the lamp left before its answer was ready
        }
        ByteBuf bytes = context.alloc().buffer(LampFrameCodec.sizeBytes(answer));
        LampFrameCodec.encode(answer, bytes);
        context.writeAndFlush(bytes, context.voidPromise());
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        boolean reads = context.channel().isWritable() && !connections.isPaused();
        context.channel().config().setAutoRead(reads);
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("{} lost", context.channel().remoteAddress(), cause);
        context.close();
    }
}
