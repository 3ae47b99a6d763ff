package io.lamplighter.simulator.cloud;

import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.simulator.frame.LampFrameDecoder;
import io.lamplighter.simulator.frame.LampTransport;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One emulated node of the cloud. TCP and UDP lamps come to the same port; their requests wait in one {@link ServiceQueue}
 * and are answered by timers, so a node of any number of cores costs next to no CPU. One event loop does it all, and so
 * needs no locks; at the tens of thousands of requests per second it can carry, the emulated machine is the bottleneck, not
 * the loop.
 */
public final class CloudNode implements AutoCloseable {
    private static final int ATTEMPTS_FOR_A_COMMON_PORT = 20;
    private static final int UDP_RECEIVE_BUFFER_BYTES = 1 << 20; // a second of datagrams while the JVM warms up
    private static final int BACKLOG = 4096;
    private static final long REPORT_INTERVAL_MS = 1000;

    private final NodePlan plan;
    private final Transport transport = LampTransport.best();
    private final MultiThreadIoEventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, transport.newIoHandlerFactory());
    private final ServiceDesk desk;
    private final IdleMeter meter;
    private final InetSocketAddress address;

    private CloudNode(NodePlan plan) throws IOException {
        this.plan = plan;
        long nowNs = System.nanoTime();
        ServiceQueue queue = new ServiceQueue(plan.cores(), plan.queueLimit(), nowNs);
        LongSupplier serviceNs =
                ServiceTime.of(plan.distribution(), plan.serviceNs(), new SplittableRandom(plan.seed()));
        meter = new IdleMeter(queue, plan.linkBitsPerSecond(), nowNs);
        desk = new ServiceDesk(plan.name(), group.next(), queue, meter, serviceNs);
        address = listen();
        startReports();
    }

    /**
     * Starts a node; lamps can come when this returns.
     *
     * @throws IOException when its port is taken or a report cannot be sent from here; the message names the address
     */
    public static CloudNode start(NodePlan plan) throws IOException {
        return new CloudNode(plan);
    }

    /** Where lamps come, with the port in use. */
    public InetSocketAddress address() {
        return address;
    }

    private InetSocketAddress listen() throws IOException {
        int attempts = plan.listen().getPort() == 0 ? ATTEMPTS_FOR_A_COMMON_PORT : 1;
        for (int attempt = 1; ; attempt++) {
            Channel tcp = opened(listenTcp(), plan.listen(), "TCP");
            InetSocketAddress common = (InetSocketAddress) tcp.localAddress();
            try {
                opened(bindUdp(common, new UdpLampHandler(desk)), common, "UDP");
                return common;
            } catch (IOException e) {
                tcp.close().syncUninterruptibly();
                if (attempt == attempts) {
                    close();
                    throw e;
                }
            }
        }
    }

    private ChannelFuture listenTcp() {
        return new ServerBootstrap()
                .group(group)
                .channelFactory(() -> transport.newServerChannel(plan.listen()))
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel lamp) {
                        lamp.pipeline().addLast(new LampFrameDecoder(), new TcpLampHandler(desk));
                    }
                })
                .bind(plan.listen());
    }

    private ChannelFuture bindUdp(InetSocketAddress local, ChannelHandler handler) {
        return new Bootstrap()
                .group(group)
                .channelFactory(() -> transport.newDatagramChannel(local))
                .option(ChannelOption.SO_RCVBUF, UDP_RECEIVE_BUFFER_BYTES)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(65_535))
                .handler(handler)
                .bind(local);
    }

    private Channel opened(ChannelFuture bound, InetSocketAddress wanted, String protocol) throws IOException {
        bound.awaitUninterruptibly();
        if (bound.isSuccess()) {
            return bound.channel();
        }
        if (protocol.equals("TCP")) {
            close();
        }
        throw new IOException(
                "node " + plan.name() + " cannot listen on " + LampTransport.text(wanted) + " (" + protocol + "): "
                        + bound.cause().getMessage(),
                bound.cause());
    }

    private void startReports() throws IOException {
        if (plan.reportTo().isEmpty()) {
            return;
        }
        InetSocketAddress any = new InetSocketAddress(address.getAddress(), 0);
        Channel channel = opened(bindUdp(any, new UdpLampHandler(desk)), any, "UDP for reports");
        LoadReporter reporter = new LoadReporter(plan, meter, channel);
        IoEventLoop loop = group.next();
        loop.execute(reporter::report); // at once, so that the balancer knows the hardware before the first lamp comes
        loop.scheduleAtFixedRate(reporter::report, REPORT_INTERVAL_MS, REPORT_INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    /** Closes every connection and stops the node's thread; lamps in service get no answer any more. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
