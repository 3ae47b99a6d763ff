package io.lamplighter.simulator.flood;

import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.simulator.frame.LampFrameCodec;
import io.lamplighter.simulator.frame.LampFrameDecoder;
import io.lamplighter.simulator.frame.LampTransport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;

/**
 * Opens the sessions of lamps. A UDP socket is connected too: it then hears of an unreachable port, takes datagrams of
 * nobody else, and a fresh socket has a fresh address, which is a new session to a balancer. Any thread.
 */
final class LampSockets {
    private final Transport transport = LampTransport.best();
    private final FloodPlan plan;

    LampSockets(FloodPlan plan) {
        this.plan = plan;
    }

    Transport transport() {
        return transport;
    }

    ChannelFuture open(boolean isUdp, EventLoop loop, ChannelHandler lamp) {
        return isUdp ? openUdp(loop, lamp, plan.udpTarget().orElseThrow()) : openTcp(loop, lamp);
    }

    private ChannelFuture openTcp(EventLoop loop, ChannelHandler lamp) {
        return new Bootstrap()
                .group(loop)
                .channelFactory(() -> transport.newSocketChannel(plan.target()))
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        plan.timeout().toMillis())
                .handler(pipeline(new LampFrameDecoder(), lamp))
                .connect(plan.target());
    }

    private ChannelFuture openUdp(EventLoop loop, ChannelHandler lamp, InetSocketAddress target) {
        return new Bootstrap()
                .group(loop)
                .channelFactory(() -> transport.newDatagramChannel(target))
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(LampFrameCodec.MAX_FRAME_BYTES))
                .handler(pipeline(new DatagramFrames(), lamp))
                .connect(target);
    }

    private static ChannelHandler pipeline(ChannelHandler frames, ChannelHandler lamp) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(io.netty.channel.Channel channel) {
                channel.pipeline().addLast(frames, lamp);
            }
        };
    }

    /** A datagram is a frame, or refused; the lamp sees the same messages as from a TCP stream. */
    private static final class DatagramFrames extends SimpleChannelInboundHandler<DatagramPacket> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, DatagramPacket datagram) {
            LampFrameCodec.Decoded decoded = LampFrameCodec.decodeDatagram(datagram.content());
            context.fireChannelRead(decoded instanceof LampFrameCodec.Decoded.Whole whole ? whole.frame() : decoded);
        }
    }
}
