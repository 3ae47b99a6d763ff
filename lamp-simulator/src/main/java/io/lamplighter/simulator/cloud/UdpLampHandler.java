package io.lamplighter.simulator.cloud;

import io.lamplighter.simulator.frame.LampFrame;
import io.lamplighter.simulator.frame.LampFrameCodec;
import io.lamplighter.simulator.frame.LampFrameCodec.Decoded;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The node's UDP side: every datagram is one frame, its answer goes to where it came from. */
final class UdpLampHandler extends SimpleChannelInboundHandler<DatagramPacket> {
    private static final Logger LOG = LoggerFactory.getLogger(UdpLampHandler.class);

    private final ServiceDesk desk;

    UdpLampHandler(ServiceDesk desk) {
        this.desk = desk;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, DatagramPacket datagram) {
        Decoded decoded = LampFrameCodec.decodeDatagram(datagram.content());
        if (decoded instanceof Decoded.Whole whole) {
            InetSocketAddress lamp = datagram.sender();
            desk.serve(whole.frame(), answer -> send(context, answer, lamp));
        } else if (decoded instanceof Decoded.Refused refused) {
            LOG.warn("datagram of {} refused because {}", datagram.sender(), refused.reason());
        }
    }

    private static void send(ChannelHandlerContext context, LampFrame answer, InetSocketAddress lamp) {
        ByteBuf bytes = context.alloc().buffer(LampFrameCodec.sizeBytes(answer));
        LampFrameCodec.encode(answer, bytes);
        context.writeAndFlush(new DatagramPacket(bytes, lamp), context.voidPromise());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("UDP trouble", cause); // a lamp that is gone answers with port unreachable; the others stay
    }
}
