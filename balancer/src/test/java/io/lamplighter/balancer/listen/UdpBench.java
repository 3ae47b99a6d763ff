package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.AccessLogConfig;
import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.config.ParsedServer;
import io.lamplighter.balancer.config.ServerConfig;
import io.lamplighter.balancer.config.Source;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.connect.Connector;
import io.lamplighter.balancer.connect.SessionChannels;
import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.balancer.measure.AccessLog;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.measure.NodeMeters;
import io.lamplighter.balancer.measure.SessionLog;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.NodeKey;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.pick.PickContext;
import io.lamplighter.balancer.pick.Selector;
import io.lamplighter.balancer.variable.Endpoints;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Workers with a UDP listener between real sockets of the test. */
final class UdpBench implements AutoCloseable {
    static final Source SOURCE = new Source("test.conf", 1);

    final Counters counters = new Counters();
    final NodeMeters meters = new NodeMeters();
    final List<Worker> workers = new ArrayList<>();
    private final AccessLog accessLog = AccessLog.start(counters);
    private final MultiThreadIoEventLoopGroup loops;
    private @Nullable UdpListener listener;
    private @Nullable Service service;

    // What the service is made of; change it before open() or serve().
    InetSocketAddress listenAddress = UdpPeer.ipv4(0, 127, 0, 0, 1);
    boolean ipv6only;
    int responses = -1;
    int requests;
    long timeoutMs = 60_000;
    Optional<InetSocketAddress> bind = Optional.empty();
    List<AccessLogConfig> accessLogs = List.of();
    Function<List<Node>, Selector> selectors = InTurn::new;

    UdpBench(Transport transport, int workerCount) {
        loops = new MultiThreadIoEventLoopGroup(workerCount, transport.newIoHandlerFactory());
        Connector connector = new Connector(transport, new SessionChannels(ByteBufAllocator.DEFAULT));
        for (int i = 0; i < workerCount; i++) {
            Worker worker = new Worker(
                    loops.next(),
                    transport,
                    connector,
                    meters.newLoop(),
                    (took, kind, tookNs, nowNs) -> {},
                    counters,
                    accessLog,
                    i,
                    workerCount,
                    System::nanoTime);
            worker.limitConnections(1000);
            workers.add(worker);
        }
    }

    static Stream<Transport> transports() {
        List<Transport> works = new ArrayList<>(List.of(Transport.NIO));
        if (Epoll.isAvailable()) {
            works.add(Transport.EPOLL);
        }
        if (IoUring.isAvailable()) {
            works.add(Transport.IO_URING);
        }
        return works.stream();
    }

    static Node node(InetSocketAddress address) {
        return new Node(new NodeKey("lamps", address, 0), settings(address, false));
    }

    static UpstreamServer settings(InetSocketAddress address, boolean down) {
        return new UpstreamServer(
                Endpoints.text(address),
                List.of(address),
                1,
                false,
                0,
                1,
                10_000,
                0,
                false,
                false,
                down,
                Optional.empty(),
                SOURCE);
    }

    /** Opens an address that was just closed; the kernel may keep it a moment longer, so this tries again as Listeners does. */
    InetSocketAddress reopen(List<Node> nodes) {
        return Awaitility.await().ignoreException(BindException.class).until(() -> open(nodes), opened -> true);
    }

    /** Opens the listener in front of {@code nodes}. */
    InetSocketAddress open(List<Node> nodes) throws BindException {
        service = newService(listenAddress, nodes);
        listener = UdpListener.open(workers, service, false);
        return listener.localAddress();
    }

    /** A reload: the same address, other nodes. */
    void serve(List<Node> nodes) {
        service = newService(listener.localAddress(), nodes);
        listener.serve(service);
    }

    private Service newService(InetSocketAddress address, List<Node> nodes) {
        ServerConfig text = ParsedServer.of("listen " + (ipv6only ? "[::]:9 ipv6only=on" : "[::]:9 ipv6only=off")
                + " udp; proxy_pass 127.0.0.1:9; proxy_timeout " + timeoutMs + "ms; proxy_requests " + requests + ";"
                + (responses < 0 ? "" : " proxy_responses " + responses + ";")
                + bind.map(local -> " proxy_bind "
                                + (local.getPort() == 0 ? local.getHostString() : Endpoints.text(local)) + ";")
                        .orElse(""));
        ListenConfig listen = text.listens().get(0).at(address);
        ServerConfig server = new ServerConfig(
                List.of(listen),
                text.names(),
                text.admission(),
                List.of(),
                text.content(),
                text.resolver(),
                text.proxy(),
                text.tls(),
                true,
                accessLogs,
                text.errorLog(),
                SOURCE);
        List<UpstreamServer> servers = nodes.stream().map(Node::settings).toList();
        Upstream upstream = new Upstream(
                new UpstreamConfig("lamps", new BalancingMethod.RoundRobin(), servers, Optional.empty(), SOURCE),
                nodes,
                List.of());
        Target target = new Target(upstream, selectors.apply(nodes), null);
        return new Service(
                1, server, listen, new Targets(Map.of()), target, null, null, SessionLog.of(server.errorLog()));
    }

    /** The listening socket of a worker. */
    UdpPort port(int workerIndex) {
        return listener.ports().get(workerIndex);
    }

    void leave(InetAddress address) {
        listener.leave(address);
    }

    void closeListener() {
        listener.close();
        listener = null;
    }

    long count(Counter counter) {
        return counters.value(counter);
    }

    long ended(EndReason reason) {
        return counters.value(reason);
    }

    /** Ends everything, and checks that every session gave back what it took. */
    @Override
    public void close() {
        if (listener != null) {
            listener.close();
        }
        loops.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
        accessLog.close();
        for (Worker worker : workers) {
            if (worker.connections() != 0 || !worker.udpSessions.isEmpty()) {
                throw new AssertionError(worker.connections() + " sockets and " + worker.udpSessions + " are left");
            }
        }
        if (counters.openSessions() != 0) {
            throw new AssertionError(counters.openSessions() + " sessions are left");
        }
    }

    /** Usable nodes one after the other. */
    private static final class InTurn implements Selector {
        private final List<Node> nodes;
        private final AtomicInteger next = new AtomicInteger();

        InTurn(List<Node> nodes) {
            this.nodes = nodes;
        }

        @Override
        public @Nullable Node pick(PickContext context, long nowMs) {
            for (int i = 0; i < nodes.size(); i++) {
                Node node = nodes.get(Math.floorMod(next.getAndIncrement(), nodes.size()));
                if (!node.settings().down() && node.isUsable(nowMs) && node.tryBorrow(0)) {
                    return node;
                }
            }
            return null;
        }
    }
}
