package io.lamplighter.simulator.run;

import io.lamplighter.simulator.frame.LampFrame;
import io.lamplighter.simulator.frame.LampFrame.Kind;
import io.lamplighter.simulator.frame.LampFrameCodec;
import io.lamplighter.simulator.frame.LampFrameDecoder;
import io.lamplighter.simulator.frame.LampTransport;
import io.lamplighter.simulator.frame.NodeAnswer;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** A server on the loopback address that does to each request what a test says. */
final class ScriptedServer implements AutoCloseable {
    private final MultiThreadIoEventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, LampTransport.best().newIoHandlerFactory());
    private final Channel listener;

    ScriptedServer(BiConsumer<ChannelHandlerContext, LampFrame> script) {
        this(script, new AtomicInteger());
    }

    /** @param opened counts connections */
    ScriptedServer(BiConsumer<ChannelHandlerContext, LampFrame> script, AtomicInteger opened) {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        listener = new ServerBootstrap()
                .group(group)
                .channelFactory(() -> LampTransport.best().newServerChannel(any))
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        opened.incrementAndGet();
                        channel.pipeline().addLast(new LampFrameDecoder(), handler(script));
                    }
                })
                .bind(any)
                .syncUninterruptibly()
                .channel();
    }

    private static SimpleChannelInboundHandler<LampFrame> handler(BiConsumer<ChannelHandlerContext, LampFrame> script) {
        return new SimpleChannelInboundHandler<>() {
            @Override
            protected void channelRead0(ChannelHandlerContext context, LampFrame request) {
                script.accept(context, request);
            }
        };
    }

    static void answer(ChannelHandlerContext context, LampFrame request) {
        send(context, request.answer(Kind.ANSWER, NodeAnswer.of("scripted", request.payload())));
    }

    static void send(ChannelHandlerContext context, LampFrame frame) {
        ByteBuf bytes = Unpooled.buffer();
        LampFrameCodec.encode(frame, bytes);
        context.writeAndFlush(bytes);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
