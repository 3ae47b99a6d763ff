package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.connect.KeepaliveOptions;
import io.lamplighter.balancer.connect.SessionChannels;
import io.lamplighter.balancer.connect.SocketErrors;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.SocketChannelConfig;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An address for connections. An IP address has one listening socket for each worker, so that the kernel spreads connections
 * and none is handed from one loop to another. A unix socket can be bound once only; the first worker accepts there, and deals
 * the connections out before their sessions begin.
 */
public final class TcpListener implements Listener {
    private static final Logger LOG = LoggerFactory.getLogger(TcpListener.class);

    private final List<Worker> workers;
    private final List<ServerChannel> channels = new ArrayList<>();
    private final SessionChannels sessionChannels;
    private volatile Service service;

    /** The listener of the same port for the other family, where its clients arrive on this socket too. */
    private volatile @Nullable TcpListener otherFamily;

    private TcpListener(List<Worker> workers, SessionChannels sessionChannels, Service service) {
        this.workers = workers;
        this.sessionChannels = sessionChannels;
        this.service = service;
    }

    /**
     * Opens the address on every worker.
     *
     * @param mayShare whether another socket may hold the address already, because it is ours
     * @throws BindException if the address cannot be had; nothing is left open then
     */
    static TcpListener open(List<Worker> workers, SessionChannels sessionChannels, Service service, boolean mayShare)
            throws BindException {
        TcpListener listener = new TcpListener(workers, sessionChannels, service);
        try {
            if (Addresses.isUnix(service.listen().address())) {
                listener.openUnix();
            } else {
                listener.openInet(mayShare);
            }
            return listener;
        } catch (Exception e) {
            listener.close();
            throw new BindException(service.listen(), e);
        }
    }

    /**
     * The first socket is bound as one that shares with nobody, and shares from then on: sockets that are bound to share do
     * not notice those of another process that share too.
     */
    private void openInet(boolean mayShare) throws Exception {
        ListenConfig listen = service.listen();
        SocketAddress address = listen.address();
        boolean isShared = mayShare;
        for (Worker worker : workers) {
            ServerChannel channel = bind(worker, listen, address, isShared);
            channels.add(channel);
            ListenOptions.share(worker.transport, channel.config(), true);
            isShared = true;
            address = channel.localAddress(); // where port 0 was asked for, all share the port the first one got
        }
    }

    private void openUnix() throws Exception {
        UnixFile file = new UnixFile(service.listen().address());
        file.removeIfDead();
        channels.add(bind(workers.get(0), service.listen(), service.listen().address(), false));
        file.letEveryoneConnect();
    }

    @SuppressWarnings("Interruption") // bind() is not interrupted: the starting thread has nothing else to do
    private ServerChannel bind(Worker worker, ListenConfig listen, SocketAddress address, boolean isShared)
            throws Exception {
        ServerChannel channel = worker.transport.newServerChannel(listen.address());
        try {
            ChannelConfig config = channel.config();
            config.setOption(ChannelOption.SO_BACKLOG, listen.options().backlog());
            if (!Addresses.isUnix(address)) {
                config.setOption(ChannelOption.SO_REUSEADDR, true);
                if (listen.options().receiveBufferBytes() > 0) {
                    config.setOption(ChannelOption.SO_RCVBUF, listen.options().receiveBufferBytes());
                }
                ListenOptions.share(worker.transport, config, isShared);
                ListenOptions.applyFamily(worker.transport, config, listen);
                ListenOptions.applyToStream(worker.transport, config, listen.options());
            }
            channel.pipeline().addLast(new Acceptor(worker, channel));
            worker.loop.register(channel).sync();
            channel.bind(worker.transport.forChannel(address)).sync();
            return channel;
        } catch (Exception e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void serve(Service newService) {
        int backlog = newService.listen().options().backlog();
        if (backlog != service.listen().options().backlog()) {
            channels.forEach(channel -> changeBacklog(channel, backlog));
        }
        service = newService;
    }

    /** On NIO the backlog stays what it was when the socket was opened. */
    private static void changeBacklog(Channel channel, int backlog) {
        try {
            if (channel instanceof UnixChannel unix) {
                new Socket(unix.fd().intValue()).listen(backlog);
            }
        } catch (IOException e) {
            LOG.warn("cannot change the backlog of {}: {}", channel.localAddress(), e.getMessage());
        }
    }

    /** Where clients of the other family belong when they arrive here; null to turn them away. */
    void otherFamily(@Nullable TcpListener listener) {
        otherFamily = listener;
    }

    @Override
    public void close() {
        channels.forEach(channel -> channel.close().awaitUninterruptibly());
        if (!channels.isEmpty() && Addresses.isUnix(service.listen().address())) {
            new UnixFile(service.listen().address()).remove();
        }
    }

    @Override
    public SocketAddress localAddress() {
        return Addresses.isUnix(service.listen().address())
                ? service.listen().address()
                : channels.get(0).localAddress();
    }

    /** Makes a session of each connection. */
    private final class Acceptor extends ChannelInboundHandlerAdapter {
        /** Rest after a failure, so that a lack of descriptors does not become a busy loop. */
        private static final long PAUSE_MS = 500;

        private final Worker worker;
        private final ServerChannel serverChannel;
        private final boolean isUnix;
        private final boolean isDualStack;
        private int dealt;

        Acceptor(Worker worker, ServerChannel serverChannel) {
            this.worker = worker;
            this.serverChannel = serverChannel;
            SocketAddress address = service.listen().address();
            this.isUnix = Addresses.isUnix(address);
            this.isDualStack = worker.transport.isDualStack(
                    address, service.listen().options().ipv6only());
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object accepted) {
            Channel client = (Channel) accepted;
            if (isUnix && workers.size() > 1) {
                Worker next = workers.get(dealt++ % workers.size());
                next.loop.execute(() -> accept(next, client));
            } else {
                accept(worker, client);
            }
        }

        private void accept(Worker to, Channel client) {
            try {
                Service now = serviceOf(client);
                if (now == null) {
                    client.unsafe().closeForcibly();
                    return;
                }
                configure(client.config(), now);
                TcpSession session = new TcpSession(to, now, client);
                client.pipeline().addLast(session.clientHandler());
                to.loop.register(client).addListener((ChannelFutureListener)
                        registered -> begin(session, registered.channel()));
            } catch (RuntimeException | LinkageError e) {
                LOG.error("internal error while a connection was accepted", e);
                client.unsafe().closeForcibly();
            }
        }

        private @Nullable Service serviceOf(Channel client) {
            Service own = service;
            if (!isDualStack
                    || isSameFamily(client.remoteAddress(), own.listen().address())) {
                return own;
            }
            TcpListener other = otherFamily;
            return other == null ? null : other.service;
        }

        private static boolean isSameFamily(@Nullable SocketAddress client, SocketAddress listening) {
            return client == null || Addresses.isIpv4(client) == Addresses.isIpv4(listening);
        }

        private static void begin(TcpSession session, Channel client) {
            if (!client.isRegistered()) {
                client.unsafe().closeForcibly();
                return;
            }
            try {
                session.start();
            } catch (RuntimeException | LinkageError e) {
                LOG.error("internal error while a session began", e);
                session.finish(EndReason.INTERNAL_ERROR);
            }
        }

        private void configure(ChannelConfig config, Service now) {
            sessionChannels.configure(config, now.proxy().bufferBytes());
            config.setAutoRead(false);
            if (config instanceof SocketChannelConfig tcp) {
                configureTcp(tcp, now);
            }
        }

        private void configureTcp(SocketChannelConfig config, Service now) {
            if (now.server().tcpNodelay()) {
                config.setTcpNoDelay(true);
            }
            ListenConfig.Options options = now.listen().options();
            KeepaliveOptions.apply(worker.transport, config, options.keepalive());
            if (options.sendBufferBytes() > 0) {
                config.setSendBufferSize(options.sendBufferBytes());
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            worker.counters.count(Counter.ACCEPT_FAILED);
            worker.repeats.error("accept", "accept() failed (" + SocketErrors.reason(cause) + ")");
            serverChannel.config().setAutoRead(false);
            worker.loop.schedule(() -> serverChannel.config().setAutoRead(true), PAUSE_MS, TimeUnit.MILLISECONDS);
        }
    }
}
