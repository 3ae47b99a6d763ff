package io.lamplighter.balancer.connect;

import io.lamplighter.balancer.config.ProxyConfig;
import io.lamplighter.balancer.node.Node;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketChannelConfig;
import java.net.InetSocketAddress;

/**
 * Dials nodes on the event loop of the session.
 *
 * <p>Threads: one instance for all; {@link #connect} on the event loop that is given.
 */
public final class Connector {
    /** Who wants to know how a try ended. Called on the event loop, perhaps before {@link #connect} returns. */
    public interface Listener {
        void connected(Channel channel);

        void connectFailed(Throwable cause);
    }

    private final Transport transport;
    private final SessionChannels channels;

    public Connector(Transport transport, SessionChannels channels) {
        this.transport = transport;
        this.channels = channels;
    }

    /**
     * Begins a connection to {@code node}.
     *
     * @param handler what the channel's pipeline consists of
     * @return the channel, to be closed if the session ends before the try does
     */
    public Channel connect(
            EventLoop loop,
            Node node,
            ProxyConfig proxy,
            boolean tcpNodelay,
            ChannelHandler handler,
            Listener listener) {
        SocketChannel channel = transport.newSocketChannel(node.address());
        SocketChannelConfig config = channel.config();
        channels.configure(config, proxy.bufferBytes());
        config.setConnectTimeoutMillis((int) Math.min(proxy.connectTimeoutMs(), Integer.MAX_VALUE));
        config.setAutoRead(false);
        if (tcpNodelay) {
            config.setTcpNoDelay(true);
        }
        if (proxy.socketKeepalive()) {
            config.setOption(ChannelOption.SO_KEEPALIVE, true);
        }
        channel.pipeline().addLast(handler);
        loop.register(channel);
        InetSocketAddress local = proxy.bind().orElse(null);
        channel.connect(node.address(), local).addListener((ChannelFutureListener) tried -> tell(tried, listener));
        return channel;
    }

    private static void tell(ChannelFuture tried, Listener listener) {
        if (tried.isSuccess()) {
            listener.connected(tried.channel());
        } else {
            listener.connectFailed(tried.cause());
        }
    }
}
