package io.lamplighter.balancer.watch;

import io.lamplighter.balancer.config.HealthCheckConfig;
import io.lamplighter.balancer.config.MatchConfig;
import io.lamplighter.balancer.config.MatchConfig.Expected;
import io.lamplighter.balancer.tls.NodeTls;
import io.lamplighter.balancer.tls.TlsTrouble;
import io.lamplighter.balancer.variable.BuiltIn;
import io.lamplighter.balancer.variable.Octets;
import io.lamplighter.balancer.variable.Tlv;
import io.lamplighter.balancer.variable.Values;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One look at one node. Over TCP it passes when the node takes a connection, over UDP when nothing says within the time that it takes no
 * datagrams; if an answer is expected, when that comes. Where sessions speak TLS with the node, it must be who it should be, and the
 * answer comes inside. A check is no client's session: where the node gets PROXY protocol headers, this one says that nobody stands
 * behind it.
 *
 * <p>Threads: the event loop.
 */
final class Probe extends SimpleChannelInboundHandler<Object> {
    /** What is sent by datagrams when the configuration does not say what. */
    private static final String GREETING = "lamplighter health check";

    private static final int MOST_ANSWER_BYTES = 64 * 1024;

    /** HAProxy's doc/proxy-protocol.txt, 2.1 and 2.2: version 1 UNKNOWN; version 2 LOCAL without addresses. */
    private static final String HEADER_1 = "PROXY UNKNOWN\r\n";

    private static final String HEADER_2 = "\r\n\r\n\0\r\nQUIT\n \0\0\0";

    /** A check has no client, and so no value of a variable that tells of one. */
    private static final class NobodysValues extends Values {
        @Override
        protected @Nullable String builtIn(BuiltIn variable) {
            return null;
        }

        @Override
        protected @Nullable String tlv(Tlv variable) {
            return null;
        }
    }

    private final HealthCheckConfig check;
    private final Consumer<@Nullable String> done;
    private final StringBuilder answer = new StringBuilder();
    private @Nullable Future<?> limit;
    private @Nullable Channel channel;
    private boolean isOver;

    private Probe(HealthCheckConfig check, Consumer<@Nullable String> done) {
        this.check = check;
        this.done = done;
    }

    /**
     * Begins.
     *
     * @param address of the node, whose port the check may replace
     * @param done told once, not before this returns: what is wrong, or null if nothing is
     */
    static Probe begin(
            EventLoop loop, SocketAddress address, HealthCheckConfig check, Consumer<@Nullable String> done) {
        Probe probe = new Probe(check, done);
        probe.limit = loop.schedule(probe::timedOut, check.timeoutMs(), TimeUnit.MILLISECONDS);
        loop.execute(() -> probe.connect(loop, address));
        return probe;
    }

    /** Ends it without a result. */
    void cancel() {
        isOver = true;
        release();
    }

    private void connect(EventLoop loop, SocketAddress address) {
        if (isOver) {
            return;
        }
        Bootstrap bootstrap = new Bootstrap().group(loop).handler(this);
        if (check.udp()) {
            bootstrap.channel(NioDatagramChannel.class);
        } else {
            bootstrap.option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0);
            bootstrap.channel(
                    address instanceof InetSocketAddress ? NioSocketChannel.class : NioDomainSocketChannel.class);
        }
        ChannelFuture connected = bootstrap.connect(asked(address), local(address));
        channel = connected.channel();
        connected.addListener((ChannelFuture tried) -> {
            if (tried.isSuccess()) {
                connected();
            } else {
                end("cannot be connected to: " + reason(tried.cause()));
            }
        });
    }

    private @Nullable SocketAddress local(SocketAddress address) {
        return address instanceof InetSocketAddress ? check.local().orElse(null) : null;
    }

    private SocketAddress asked(SocketAddress address) {
        boolean isMoved = check.port().isPresent() && address instanceof InetSocketAddress;
        return isMoved
                ? new InetSocketAddress(
                        ((InetSocketAddress) address).getAddress(), check.port().getAsInt())
                : address;
    }

    private void connected() {
        if (isOver) {
            release();
            return;
        }
        if (check.tls().isEmpty()) {
            send(header() + greeting());
            return;
        }
        if (!header().isEmpty()) {
            channel.writeAndFlush(Unpooled.wrappedBuffer(Octets.bytes(header())));
        }
        NodeTls tls = check.tls().get().spoken();
        String node = String.valueOf(channel.remoteAddress());
        tls.begin(channel, check.upstream(), node, new NobodysValues(), new NodeTls.Listener() {
            @Override
            public void secured() {
                if (!isOver) {
                    send(greeting());
                }
            }

            @Override
            public void unsecured(TlsTrouble trouble) {
                end("does not speak TLS as it should: " + trouble.text());
            }
        });
    }

    private void send(String octets) {
        if (!octets.isEmpty() || check.udp()) {
            channel.writeAndFlush(Unpooled.wrappedBuffer(Octets.bytes(octets))).addListener((ChannelFuture sent) -> {
                if (!sent.isSuccess()) {
                    end("cannot be sent to: " + reason(sent.cause()));
                } else if (!isAnswerAwaited()) {
                    end(null);
                }
            });
        } else if (!isAnswerAwaited()) {
            end(null);
        }
    }

    private String header() {
        return switch (check.headerVersion()) {
            case 1 -> HEADER_1;
            case 2 -> HEADER_2;
            default -> "";
        };
    }

    private String greeting() {
        return check.match().flatMap(MatchConfig::send).orElse(check.udp() ? GREETING : "");
    }

    private Optional<Expected> expected() {
        return check.match().flatMap(MatchConfig::expected);
    }

    /** A datagram that nobody refuses may just be on its way. */
    private boolean isAnswerAwaited() {
        return check.udp() || expected().isPresent();
    }

    private void timedOut() {
        boolean isFine = check.udp() && expected().isEmpty() && channel != null && channel.isActive();
        end(isFine ? null : "timed out");
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = message instanceof ByteBufHolder holder ? holder.content() : (ByteBuf) message;
        if (check.udp()) {
            answer.setLength(0); // each datagram is an answer of its own
        }
        answer.append(Octets.of(ByteBufUtil.getBytes(bytes)));
        if (expected().isEmpty() ? check.udp() : expected().get().isIn(answer.toString())) {
            end(null);
        } else if (answer.length() > MOST_ANSWER_BYTES) {
            end("does not answer as expected");
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end("ended the connection and did not answer as expected");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        end(reason(cause));
    }

    private static String reason(Throwable cause) {
        return cause instanceof PortUnreachableException
                ? "nobody takes datagrams there"
                : String.valueOf(cause.getMessage());
    }

    private void end(@Nullable String trouble) {
        if (!isOver) {
            isOver = true;
            release();
            done.accept(trouble);
        }
    }

    private void release() {
        if (limit != null) {
            limit.cancel(false);
        }
        if (channel != null) {
            channel.close();
        }
    }
}
