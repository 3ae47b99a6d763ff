package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.config.ApiConfig;
import io.lamplighter.balancer.variable.Endpoints;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.TimeUnit;

/**
 * The {@code api} block at work: an HTTP/1.1 server that shows the state and, where it may, takes orders. It has an event loop to itself, because adding up histograms
 * takes longer than a session may wait; its requests are answered one at a time there, so that the figures it reads need no
 * lock.
 *
 * <p>Threads: opened and closed by the thread that swaps generations; the rest happens on the given event loop.
 */
public final class AdminServer implements AutoCloseable {
    /** Longest silence, longest request and longest answer. */
    private static final long TIMEOUT_MS = TimeUnit.SECONDS.toMillis(30);
    /** Room for the name of an upstream and of a node, and for a query that we ignore. */
    private static final int MAX_REQUEST_LINE_BYTES = 1024;
    /** Enough for what a browser sends, without the cookies of others on localhost. */
    private static final int MAX_HEADER_BYTES = 8192;

    private final ServerSocketChannel listener;
    private final ChannelGroup channels;

    private AdminServer(ServerSocketChannel listener, ChannelGroup channels) {
        this.listener = listener;
        this.channels = channels;
    }

    /**
     * Opens the address and answers from then on.
     *
     * @param group one NIO event loop, for this server alone; stays the caller's to shut down
     * @param state asked for every request, on that event loop
     * @throws IOException if the address cannot be had; the message names it, the reason and the line of the configuration
     */
    public static AdminServer open(EventLoopGroup group, AdminState state, ApiConfig config) throws IOException {
        return open(group, state, config, TIMEOUT_MS);
    }

    static AdminServer open(EventLoopGroup group, AdminState state, ApiConfig config, long timeoutMs)
            throws IOException {
        // Stays closed, so that a connection accepted while the server closes is closed too.
        ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
        Pages pages = new Pages(state);
        ChannelFuture bound = new ServerBootstrap()
                .group(group)
                .channelFactory(() -> newListener(config.listen()))
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel client) {
                        channels.add(client);
                        addHandlers(client, new RequestHandler(pages, timeoutMs));
                    }
                })
                .bind(config.listen())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw bindFailure(config, bound.cause());
        }
        return new AdminServer((ServerSocketChannel) bound.channel(), channels);
    }

    /** A socket of the family that was written: the default one of NIO takes both. */
    private static ServerSocketChannel newListener(InetSocketAddress address) {
        boolean isIpv4 = address.getAddress() instanceof Inet4Address;
        return new NioServerSocketChannel(
                SelectorProvider.provider(), isIpv4 ? SocketProtocolFamily.INET : SocketProtocolFamily.INET6);
    }

    private static void addHandlers(Channel client, RequestHandler handler) {
        HttpDecoderConfig limits = new HttpDecoderConfig()
                .setMaxInitialLineLength(MAX_REQUEST_LINE_BYTES)
                .setMaxHeaderSize(MAX_HEADER_BYTES);
        client.pipeline()
                .addLast(
                        new HttpServerCodec(limits),
                        new HttpServerKeepAliveHandler(),
                        new FlowControlHandler(),
                        handler);
    }

    private static IOException bindFailure(ApiConfig config, Throwable cause) {
        return new IOException(
                "bind() to " + Endpoints.text(config.listen()) + " (api) failed (" + cause.getMessage() + ") in "
                        + config.source(),
                cause);
    }

    /** The address it listens on, with the port the system chose where none was given. */
    public InetSocketAddress localAddress() {
        return listener.localAddress();
    }

    /** Connections of clients that are open now. */
    int openConnections() {
        return channels.size();
    }

    /** Closes the address and every connection, and waits for it; not to be called on the admin event loop. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        channels.close().awaitUninterruptibly();
    }
}
