package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.connect.KeepaliveOptions;
import io.lamplighter.balancer.connect.SessionChannels;
import io.lamplighter.balancer.connect.SocketErrors;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketChannelConfig;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A TCP address: one listening socket for each worker, so that the kernel spreads connections and none is handed from
 * one loop to another.
 */
public final class TcpListener implements Listener {
    private static final Logger LOG = LoggerFactory.getLogger(TcpListener.class);

    private final List<ServerSocketChannel> channels = new ArrayList<>();
    private final SessionChannels sessionChannels;
    private volatile Service service;

    /** The listener of the same port for the other family, where its clients arrive on this socket too. */
    private volatile @Nullable TcpListener otherFamily;

    private TcpListener(SessionChannels sessionChannels, Service service) {
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
        TcpListener listener = new TcpListener(sessionChannels, service);
        ListenConfig listen = service.listen();
        try {
            if (!mayShare) {
                // Sockets that share a port do not notice those of another process that share it too.
                listener.bind(workers.get(0), listen, listen.address(), false)
                        .close()
                        .sync();
            }
            InetSocketAddress address = listen.address();
            for (Worker worker : workers) {
                ServerSocketChannel channel = listener.bind(worker, listen, address, true);
                listener.channels.add(channel);
                address = channel.localAddress(); // where port 0 was asked for, all share the port the first one got
            }
            return listener;
        } catch (Exception e) {
            listener.close();
            throw new BindException(listen, e);
        }
    }

    @SuppressWarnings("Interruption") // bind() is not interrupted: the starting thread has nothing else to do
    private ServerSocketChannel bind(Worker worker, ListenConfig listen, InetSocketAddress address, boolean isShared)
            throws Exception {
        ServerSocketChannel channel = worker.transport.newServerChannel(listen.address());
        try {
            channel.config().setOption(ChannelOption.SO_BACKLOG, listen.backlog());
            channel.config().setOption(ChannelOption.SO_REUSEADDR, true);
            if (listen.receiveBufferBytes() > 0) {
                channel.config().setOption(ChannelOption.SO_RCVBUF, listen.receiveBufferBytes());
            }
            ListenOptions.apply(worker.transport, channel.config(), listen, isShared);
            channel.pipeline().addLast(new Acceptor(worker, channel));
            worker.loop.register(channel).sync();
            channel.bind(address).sync();
            return channel;
        } catch (Exception e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void serve(Service newService) {
        int backlog = newService.listen().backlog();
        if (backlog != service.listen().backlog()) {
            channels.forEach(channel -> changeBacklog(channel, backlog));
        }
        service = newService;
    }

    /** On NIO the backlog stays what it was when the socket was opened. */
    private static void changeBacklog(ServerSocketChannel channel, int backlog) {
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
    }

    @Override
    public InetSocketAddress localAddress() {
        return channels.get(0).localAddress();
    }

    /** Makes a session of each connection. */
    private final class Acceptor extends ChannelInboundHandlerAdapter {
        /** Rest after a failure, so that a lack of descriptors does not become a busy loop. */
        private static final long PAUSE_MS = 500;

        private final Worker worker;
        private final ServerSocketChannel serverChannel;
        private final boolean isDualStack;

        Acceptor(Worker worker, ServerSocketChannel serverChannel) {
            this.worker = worker;
            this.serverChannel = serverChannel;
            this.isDualStack = worker.transport.isDualStack(
                    service.listen().address(), service.listen().ipv6only());
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object accepted) {
            SocketChannel client = (SocketChannel) accepted;
            try {
                accept(client);
            } catch (RuntimeException | LinkageError e) {
                LOG.error("internal error while a connection was accepted", e);
                client.unsafe().closeForcibly();
            }
        }

        private void accept(SocketChannel client) {
            Service now = serviceOf(client);
            if (now == null) {
                client.unsafe().closeForcibly();
                return;
            }
            configure(client.config(), now);
            TcpSession session = new TcpSession(worker, now, client);
            client.pipeline().addLast(session.clientHandler());
            worker.loop.register(client).addListener((ChannelFutureListener)
                    registered -> begin(session, registered.channel()));
        }

        private @Nullable Service serviceOf(SocketChannel client) {
            Service own = service;
            if (!isDualStack
                    || isSameFamily(client.remoteAddress(), own.listen().address())) {
                return own;
            }
            TcpListener other = otherFamily;
            return other == null ? null : other.service;
        }

        private static boolean isSameFamily(@Nullable InetSocketAddress client, InetSocketAddress listening) {
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

        private void configure(SocketChannelConfig config, Service now) {
            sessionChannels.configure(config, now.proxy().bufferBytes());
            config.setAutoRead(false);
            if (now.server().tcpNodelay()) {
                config.setTcpNoDelay(true);
            }
            KeepaliveOptions.apply(worker.transport, config, now.listen().keepalive());
            if (now.listen().sendBufferBytes() > 0) {
                config.setSendBufferSize(now.listen().sendBufferBytes());
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
