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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One emulated node of the cloud. TCP and UDP lamps come to the same port; their requests go through one {@link ServiceDesk}.
 * One event loop does it all, and so needs no locks; at the tens of thousands of requests per second it can carry, the
 * emulated machine is the bottleneck, not the loop. What a script or an order says happens on the loop too.
 */
public final class CloudNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CloudNode.class);

    private static final int ATTEMPTS_FOR_A_COMMON_PORT = 20;
    private static final int UDP_RECEIVE_BUFFER_BYTES = 1 << 20; // a second of datagrams while the JVM warms up
    private static final int BACKLOG = 4096;
    private static final long REPORT_INTERVAL_MS = 1000;
    /** The answer to an order should be on its way before the connection it came over is reset. */
    private static final long ORDER_DELAY_MS = 50;

    private static final long LISTEN_AGAIN_MS = 100;

    private final NodePlan plan;
    private final Transport transport = LampTransport.best();
    private final MultiThreadIoEventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, transport.newIoHandlerFactory());
    private final IoEventLoop loop = group.next();
    private final Connections connections;
    private final ServiceDesk desk;
    private final IdleMeter meter;
    private final InetSocketAddress address;
    private @Nullable Channel tcpListener;
    private @Nullable Channel udp;
    private @Nullable LoadReporter reporter;

    private CloudNode(NodePlan plan) throws IOException {
        this.plan = plan;
        long nowNs = System.nanoTime();
        connections = new Connections(plan.connectionLimit());
        meter = new IdleMeter(plan.cores(), plan.linkBitsPerSecond(), nowNs);
        desk = new ServiceDesk(
                plan,
                loop,
                meter,
                ServiceTime.of(plan.distribution(), plan.serviceNs(), new SplittableRandom(plan.seed())),
                nowNs,
                plan.obeys() ? this::obeySoon : null);
        address = listen();
        startReports();
        for (TimedOrder timed : plan.script()) {
            loop.schedule(() -> carryOut(timed.order()), timed.at().toNanos(), TimeUnit.NANOSECONDS);
        }
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
            Channel tcp = opened(listenTcp(plan.listen()), plan.listen(), "TCP");
            InetSocketAddress common = (InetSocketAddress) tcp.localAddress();
            try {
                udp = opened(bindUdp(common, new UdpLampHandler(desk)), common, "UDP");
                tcpListener = tcp;
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

    private ChannelFuture listenTcp(InetSocketAddress local) {
        return new ServerBootstrap()
                .group(group)
                .channelFactory(() -> transport.newServerChannel(local))
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel lamp) {
                        if (connections.add(lamp)) {
                            lamp.pipeline().addLast(new LampFrameDecoder(), new TcpLampHandler(desk, connections));
                        }
                    }
                })
                .bind(local);
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
        LoadReporter started = new LoadReporter(plan, meter, connections, channel);
        reporter = started;
        loop.execute(started::report); // at once, so that the balancer knows the hardware before the first lamp comes
        loop.scheduleAtFixedRate(started::report, REPORT_INTERVAL_MS, REPORT_INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    private void obeySoon(NodeOrder order) {
        loop.schedule(() -> carryOut(order), ORDER_DELAY_MS, TimeUnit.MILLISECONDS);
    }

    private void carryOut(NodeOrder order) {
        LOG.warn("node {}: {}", plan.name(), order);
        switch (order.kind()) {
            case CRASH -> crash(order);
            case FREEZE -> during(order, this::setFrozen);
            case SLOW -> during(order, begins -> desk.setSlowDown(begins ? order.factor() : 1));
            case MUTE -> during(order, desk::setMute);
            case REFUSE -> refuse(order);
            case RESET -> connections.reset();
            case DRAIN ->
                during(order, begins -> {
                    if (reporter != null) {
                        reporter.setDraining(begins);
                    }
                });
        }
    }

    /** What an order switches on and off. */
    @FunctionalInterface
    private interface Switch {
        void set(boolean begins);
    }

    private void during(NodeOrder order, Switch what) {
        what.set(true);
        loop.schedule(() -> what.set(false), order.lasts().toNanos(), TimeUnit.NANOSECONDS);
    }

    private void setFrozen(boolean frozen) {
        connections.setPaused(frozen);
        setAutoRead(tcpListener, !frozen);
        setAutoRead(udp, !frozen);
        if (reporter != null) {
            reporter.setSilent(frozen);
        }
        desk.setFrozen(frozen);
    }

    private static void setAutoRead(@Nullable Channel channel, boolean reads) {
        if (channel != null) {
            channel.config().setAutoRead(reads);
        }
    }

    private void crash(NodeOrder order) {
        close(tcpListener);
        close(udp);
        connections.reset();
        desk.drop();
        if (reporter != null) {
            reporter.setSilent(true);
        }
        loop.schedule(this::comeBack, order.lasts().toNanos(), TimeUnit.NANOSECONDS);
    }

    private void comeBack() {
        listenTcpAgain();
        bindUdpAgain();
        if (reporter != null) {
            reporter.restart();
        }
    }

    private void refuse(NodeOrder order) {
        close(tcpListener);
        loop.schedule(this::listenTcpAgain, order.lasts().toNanos(), TimeUnit.NANOSECONDS);
    }

    private static void close(@Nullable Channel channel) {
        if (channel != null) {
            channel.close();
        }
    }

    private void listenTcpAgain() {
        listenTcp(address).addListener(bound -> {
            if (bound.isSuccess()) {
                tcpListener = ((ChannelFuture) bound).channel();
            } else {
                LOG.warn("node {} cannot listen again yet", plan.name(), bound.cause());
                loop.schedule(this::listenTcpAgain, LISTEN_AGAIN_MS, TimeUnit.MILLISECONDS);
            }
        });
    }

    private void bindUdpAgain() {
        bindUdp(address, new UdpLampHandler(desk)).addListener(bound -> {
            if (bound.isSuccess()) {
                udp = ((ChannelFuture) bound).channel();
            } else {
                LOG.warn("node {} cannot bind again yet", plan.name(), bound.cause());
                loop.schedule(this::bindUdpAgain, LISTEN_AGAIN_MS, TimeUnit.MILLISECONDS);
            }
        });
    }

    /** Closes every connection and stops the node's thread; lamps in service get no answer any more. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
