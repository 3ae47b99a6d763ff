package io.lamplighter.balancer.watch;

import io.lamplighter.agent.report.LoadReportCodec;
import io.lamplighter.balancer.config.LoadReportsConfig;
import io.lamplighter.balancer.config.LoadReportsConfig.SourceLimit;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioDatagramChannel;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the agents' reports from a UDP port and keeps the latest of each node. It lives as long as the process: a reload
 * gives it new keys and names, and it forgets neither what the nodes said nor what it counted.
 *
 * <p>Its event loop is a cold one, so that a flood of rubbish on this port costs no session any time. The loop alone admits
 * and remembers; any thread may read, {@link #reconfigure}, {@link #open} and {@link #close}.
 */
public final class ReportReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(ReportReceiver.class);

    /** One byte more than any report has: what is longer arrives cut to this and is seen to be too long. */
    private static final int RECEIVE_BYTES = LoadReportCodec.MAX_LENGTH + 1;

    private final EventLoop loop;
    private final LongSupplier nowNs;
    private final LongSupplier wallMs;
    private final Runnable onReports;
    private final ReportGate gate = new ReportGate();
    private @Nullable SourceLimiter limiter; // on the loop
    private final LongAdder accepted = new LongAdder();
    private final Map<Refusal, LongAdder> refused = new EnumMap<>(Refusal.class);
    private volatile @Nullable Channel channel; // written on the loop

    /**
     * Makes a receiver that listens nowhere and believes nobody yet.
     *
     * @param loop a loop that can run NIO channels
     * @param nowNs steady clock, nanoseconds
     * @param wallMs wall clock, milliseconds since 1970
     * @param onReports called on the loop after one or more reports were believed; must not block
     */
    public ReportReceiver(EventLoop loop, LongSupplier nowNs, LongSupplier wallMs, Runnable onReports) {
        this.loop = loop;
        this.nowNs = nowNs;
        this.wallMs = wallMs;
        this.onReports = onReports;
        for (Refusal refusal : Refusal.values()) {
            refused.put(refusal, new LongAdder());
        }
    }

    /**
     * Replaces keys, expiry, names and the limit for senders. It takes effect a moment later, on the loop, but before an address that is opened
     * afterwards receives anything. Where it listens is not changed.
     *
     * @param nodes every {@code node=} name of the configuration; nodes that are not among them are forgotten
     */
    public void reconfigure(LoadReportsConfig config, Set<String> nodes) {
        ReportTrust trust = ReportTrust.of(config, nodes);
        loop.execute(() -> {
            gate.trust(trust);
            limit(config.sourceLimit().orElse(null));
        });
    }

    /** A limit that stays the same stays in force: a reload is no pardon for who sends too much. */
    private void limit(@Nullable SourceLimit limit) {
        if (limit == null) {
            limiter = null;
        } else if (limiter == null || !limiter.limit().equals(limit)) {
            limiter = new SourceLimiter(limit, nowNs.getAsLong(), new SplittableRandom());
        }
    }

    /**
     * Listens at an address; port 0 takes a free one. The address listened at before is let go once the new one is bound, and
     * is kept when that fails.
     *
     * @return completes with the address and its real port, or fails with the reason, an {@code IOException}
     */
    public CompletionStage<InetSocketAddress> open(InetSocketAddress listen) {
        // A socket of the address's own family: a dual-stack one would take IPv4 and IPv6 whatever the file says, and
        // could
        // not be made at all on a kernel without IPv6.
        SocketProtocolFamily family =
                listen.getAddress() instanceof Inet6Address ? SocketProtocolFamily.INET6 : SocketProtocolFamily.INET;
        CompletableFuture<InetSocketAddress> opened = new CompletableFuture<>();
        ChannelFuture bound = new Bootstrap()
                .group(loop)
                .channelFactory(() -> new NioDatagramChannel(family))
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(RECEIVE_BYTES))
                .handler(intake())
                .bind(listen);
        bound.addListener(done -> {
            if (done.isSuccess()) {
                replace(bound.channel());
                opened.complete((InetSocketAddress) bound.channel().localAddress());
            } else {
                opened.completeExceptionally(done.cause());
            }
        });
        return opened;
    }

    /** What takes datagrams from a channel; a channel needs one of its own. */
    ChannelHandler intake() {
        return new Intake();
    }

    /** Names of the nodes of which a report is kept. */
    Set<String> heardNodes() {
        return gate.heardNodes();
    }

    /** Listens nowhere any more; what was heard stays known until it expires. */
    public void close() {
        loop.execute(() -> replace(null));
    }

    private void replace(@Nullable Channel newChannel) {
        Channel old = channel;
        channel = newChannel;
        if (old != null) {
            old.close();
        }
    }

    /** Where it listens, with the real port; null while it does not. */
    public @Nullable InetSocketAddress localAddress() {
        Channel open = channel;
        return open == null ? null : (InetSocketAddress) open.localAddress();
    }

    /** The last report of a node that was believed, however old; null before the first. */
    public @Nullable HeardReport latest(String node) {
        return gate.latest(node);
    }

    /** Reports believed since the start of the process. */
    public long accepted() {
        return accepted.sum();
    }

    /** Datagrams refused for one reason since the start of the process. */
    public long refused(Refusal refusal) {
        return refusedBy(refusal).sum();
    }

    private LongAdder refusedBy(Refusal refusal) {
        return Objects.requireNonNull(refused.get(refusal));
    }

    private boolean receive(ByteBuffer datagram, InetSocketAddress sender) {
        Optional<Refusal> refusal = admit(datagram, sender);
        if (refusal.isEmpty()) {
            accepted.increment();
            return true;
        }
        LongAdder count = refusedBy(refusal.get());
        count.increment();
        logSometimes(refusal.get(), count.sum(), sender);
        return false;
    }

    /** The sender's rate comes first: what is over it costs a hash, not a signature. */
    private Optional<Refusal> admit(ByteBuffer datagram, InetSocketAddress sender) {
        long now = nowNs.getAsLong();
        SourceLimiter sources = limiter;
        if (sources != null && !sources.tryTake(sender.getAddress(), now)) {
            return Optional.of(Refusal.OVER_RATE);
        }
        return gate.admit(datagram, now, wallMs.getAsLong());
    }

    /** The 1st, 10th, 100th … of a kind: a flood must not become a flood of log lines. */
    private static void logSometimes(Refusal refusal, long count, InetSocketAddress sender) {
        long power = 1;
        while (power < count) {
            power *= 10;
        }
        if (power == count) {
            LOG.warn("load report from {} refused: {} ({} such so far)", sender, refusal.meaning(), count);
        }
    }

    /** Hands on each datagram, and tells the listener once per batch rather than once per report. */
    private final class Intake extends SimpleChannelInboundHandler<DatagramPacket> {
        private boolean hasNews;

        @Override
        protected void channelRead0(ChannelHandlerContext context, DatagramPacket packet) {
            hasNews |= receive(packet.content().nioBuffer(), packet.sender());
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            if (hasNews) {
                hasNews = false;
                onReports.run();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            LOG.warn("receiving load reports at {}: {}", context.channel().localAddress(), cause.toString());
        }
    }
}
