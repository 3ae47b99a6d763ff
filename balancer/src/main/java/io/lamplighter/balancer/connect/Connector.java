package io.lamplighter.balancer.connect;

import io.lamplighter.balancer.config.ProxyConfig;
import io.lamplighter.balancer.config.ProxyConfig.NodeSocketConfig;
import io.lamplighter.balancer.node.Node;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DuplexChannel;
import io.netty.channel.socket.SocketChannelConfig;
import java.net.BindException;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Dials nodes on the event loop of the session.
 *
 * <p>Threads: one instance for all; each channel on its event loop.
 */
public final class Connector {
    /** Who wants to know how a try ended. Called on the event loop, perhaps before {@link #connect} returns. */
    public interface Listener {
        void connected(Channel channel);

        /** The channel is closed already. */
        void connectFailed(Channel channel, Throwable cause);
    }

    private final Transport transport;
    private final SessionChannels channels;

    public Connector(Transport transport, SessionChannels channels) {
        this.transport = transport;
        this.channels = channels;
    }

    /**
     * Opens a socket for a connection to {@code node} on {@code loop}, not connected yet.
     *
     * @param handler what the channel's pipeline consists of
     */
    public Channel open(EventLoop loop, Node node, ProxyConfig proxy, boolean tcpNodelay, ChannelHandler handler) {
        DuplexChannel channel = transport.newSocketChannel(node.address());
        ChannelConfig config = channel.config();
        channels.configure(config, proxy.bufferBytes());
        config.setConnectTimeoutMillis(0);
        config.setAutoRead(false);
        if (config instanceof SocketChannelConfig tcp) {
            if (tcpNodelay) {
                tcp.setTcpNoDelay(true);
            }
            apply(proxy.socket(), tcp);
        }
        channel.pipeline().addLast(handler);
        loop.register(channel);
        return channel;
    }

    private static void apply(NodeSocketConfig socket, SocketChannelConfig config) {
        if (socket.keepalive()) {
            config.setKeepAlive(true);
        }
        if (socket.receiveBufferBytes() > 0) {
            config.setReceiveBufferSize(socket.receiveBufferBytes());
        }
        if (socket.sendBufferBytes() > 0) {
            config.setSendBufferSize(socket.sendBufferBytes());
        }
    }

    /**
     * Begins the connection of an open channel. It has no timeout of its own: whoever asks closes the channel when it has
     * waited long enough, because one timer for all phases of a session is cheaper than one for each.
     *
     * @param local address to connect from; null for the system's choice
     */
    public void connect(Channel channel, Node node, @Nullable Local local, Listener listener) {
        try {
            SocketAddress from = local == null ? null : local.boundBy(channel);
            channel.connect(transport.forChannel(node.address()), from)
                    .addListener((ChannelFutureListener) tried -> tell(tried, listener));
        } catch (BindException e) {
            channel.close();
            listener.connectFailed(channel, e);
        }
    }

    private static void tell(ChannelFuture tried, Listener listener) {
        if (tried.isSuccess()) {
            listener.connected(tried.channel());
        } else {
            tried.channel().close();
            listener.connectFailed(tried.channel(), tried.cause());
        }
    }
}
