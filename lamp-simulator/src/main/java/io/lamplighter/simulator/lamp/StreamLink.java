package io.lamplighter.simulator.lamp;

import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Fault;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A link over TCP: connects, and tells how the connection ended. */
abstract class StreamLink extends Link {
    final LampLoop loop;
    final Lamp lamp;
    private @Nullable Channel channel;
    private Fault ending = Fault.CLOSED;

    StreamLink(LampLoop loop, Lamp lamp) {
        this.loop = loop;
        this.lamp = lamp;
    }

    /** Puts the handlers of the protocol, this one last, and the options of its reading. */
    abstract void initialize(SocketChannel fresh);

    @Override
    void open(Lamp opener) {
        SocketChannel fresh;
        try {
            fresh = loop.transport().newSocketChannel(lamp.profile().target);
        } catch (ChannelException e) { // no descriptor left
            lamp.linkDown(this, ConnectFaults.ofOpening(e));
            return;
        }
        channel = fresh;
        loop.socketOpened();
        fresh.closeFuture().addListener(closed -> loop.socketClosed());
        fresh.config().setTcpNoDelay(true).setConnectTimeoutMillis(0); // the lamp's own clock watches over it
        initialize(fresh);
        loop.eventLoop().register(fresh).addListener(registered -> connect(fresh));
    }

    private void connect(SocketChannel fresh) {
        Optional<InetSocketAddress> source = loop.sources().of(lamp.id());
        if (source.isPresent() && loop.transport() == Transport.EPOLL) {
            // The port is then chosen at connect, when the target is known: 28,000 for each target instead of in all.
            fresh.config().setOption(EpollChannelOption.IP_BIND_ADDRESS_NO_PORT, true);
        }
        ChannelFuture connecting = source.isPresent()
                ? fresh.connect(lamp.profile().target, source.get())
                : fresh.connect(lamp.profile().target);
        connecting.addListener(connected -> {
            if (!connected.isSuccess()) {
                fresh.close();
                lamp.linkDown(this, ConnectFaults.ofOpening(connected.cause()));
            }
        });
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        loop.connected(Count.TCP_SESSIONS, lamp.openingNs(System.nanoTime()));
        connected(context);
    }

    /** The TCP handshake is over. */
    abstract void connected(ChannelHandlerContext context);

    @Override
    boolean canSend() {
        return channel != null && channel.isWritable();
    }

    Channel channel() {
        return java.util.Objects.requireNonNull(channel, "a link that is up has its channel");
    }

    @Override
    void flush() {
        channel().flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            lamp.linkReady();
        }
    }

    /** Remembers why the session is about to end. */
    void endsBecause(Fault why) {
        ending = why;
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        loop.closedByPeer(this);
        lamp.linkDown(this, ending);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        endsBecause(ConnectFaults.ofSession(cause));
        context.close();
    }

    @Override
    void close() {
        if (channel != null) {
            channel.close();
        }
    }

    @Override
    void reset() {
        if (channel != null) {
            if (channel.isOpen()) {
                channel.config().setOption(ChannelOption.SO_LINGER, 0);
            }
            channel.close();
        }
    }
}
