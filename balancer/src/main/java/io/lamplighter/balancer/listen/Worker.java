package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.AccessLogConfig;
import io.lamplighter.balancer.config.ResolverConfig;
import io.lamplighter.balancer.connect.Connector;
import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.balancer.measure.AccessLog;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.measure.NodeMeters;
import io.lamplighter.balancer.measure.SessionLog;
import io.lamplighter.balancer.measure.SessionView;
import io.lamplighter.balancer.names.DnsClient;
import io.lamplighter.balancer.names.NameCache;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.ResponseSink;
import io.lamplighter.balancer.variable.Endpoints;
import io.lamplighter.balancer.variable.Values;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One event loop and what its sessions share. A session lives and dies on the worker that accepted it.
 *
 * <p>Threads: everything that changes is confined to the loop, except the limit, which a reload sets.
 */
public final class Worker {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    /** Number among the workers, from 0. */
    final int index;

    final EventLoop loop;
    final Transport transport;
    final Connector connector;
    final NodeMeters.ForLoop meters;

    /** Where response times go that are forecast. */
    final ResponseSink responses;

    final Counters counters;
    final AccessLog accessLog;

    /** Every TCP session of this loop that is not over; what a stop has to end. */
    final Set<TcpSession> tcpSessions = new HashSet<>();

    /** Every UDP session of this loop that is not over; what a stop has to end. */
    final Set<UdpSession> udpSessions = new HashSet<>();

    private final Map<ResolverConfig, NameCache> names = new HashMap<>();

    /** Log lines that would repeat with every session. */
    final RepeatedLog repeats;

    private final LongSupplier clockNs;
    private final long firstSerial;
    private final long serialStep;
    private final ChannelFutureListener releaseOnClose = closed -> releaseConnection();
    private long nextSerial;
    private int connections;
    private @Nullable ByteBuffer datagram;
    private volatile int workerConnections;

    /**
     * Makes a worker.
     *
     * @param index number of this worker among {@code count}, from 0; serial numbers of sessions are dealt out between them
     * @param clockNs the steady clock, nanoseconds
     */
    public Worker(
            EventLoop loop,
            Transport transport,
            Connector connector,
            NodeMeters.ForLoop meters,
            ResponseSink responses,
            Counters counters,
            AccessLog accessLog,
            int index,
            int count,
            LongSupplier clockNs) {
        this.index = index;
        this.loop = loop;
        this.transport = transport;
        this.connector = connector;
        this.meters = meters;
        this.responses = responses;
        this.counters = counters;
        this.accessLog = accessLog;
        this.firstSerial = index + 1L;
        this.serialStep = count;
        this.clockNs = clockNs;
        this.repeats = new RepeatedLog(LOG, clockNs);
    }

    /** Sets {@code worker_connections}; open connections above a lower limit stay. Any thread. */
    public void limitConnections(int limit) {
        workerConnections = limit;
    }

    public EventLoop loop() {
        return loop;
    }

    /** Ends every session of this loop, and its questions about names. Waits until it is done; any thread but the loop's. */
    public void end() {
        endSessionsBefore(Integer.MAX_VALUE);
        loop.submit(() -> {
                    names.values().forEach(NameCache::close);
                    names.clear();
                })
                .awaitUninterruptibly();
    }

    /** Ends the sessions that began before a generation. Waits until it is done; any thread but the loop's. */
    public void endSessionsBefore(int generation) {
        loop.submit(() -> {
                    for (TcpSession session : List.copyOf(tcpSessions)) {
                        if (session.generation() < generation) {
                            session.finish(EndReason.SHUTDOWN);
                        }
                    }
                    for (UdpSession session : List.copyOf(udpSessions)) {
                        if (session.generation() < generation) {
                            session.finish(EndReason.SHUTDOWN);
                        }
                    }
                })
                .awaitUninterruptibly();
    }

    /** Open sockets of sessions, client and node side together. */
    public int connections() {
        return connections;
    }

    long nowNs() {
        return clockNs.getAsLong();
    }

    /** The names that are looked up with that configuration. */
    NameCache names(ResolverConfig config) {
        return names.computeIfAbsent(config, this::openNames);
    }

    private NameCache openNames(ResolverConfig config) {
        InetSocketAddress server = config.servers().get(0);
        DnsClient client = new DnsClient(
                loop, () -> transport.newDatagramChannel(server), () -> transport.newSocketChannel(server), config);
        return new NameCache(client, clockNs);
    }

    /** The next value of {@code $connection}: unique in the process. */
    long newSerial() {
        return firstSerial + serialStep * nextSerial++;
    }

    /** Writes the line of a session that ends into each access log of its server. */
    void logAccess(Service service, Values session) {
        for (AccessLogConfig log : service.server().accessLogs()) {
            accessLog.write(log, session);
        }
    }

    /** Says that a session found no node in the last group it tried, and where that group stands. */
    void noLiveUpstream(Service service, Target target, SessionView session) {
        repeats.error(
                service.log().logger(),
                target.upstream(),
                () -> "*" + session.serial() + " no live upstreams while connecting to upstream"
                        + SessionLog.context(session) + " in "
                        + target.upstream().config().source());
    }

    /**
     * Lets a session wait for a node of its target, which has a queue.
     *
     * @return null if as many wait as may
     */
    @Nullable
    Wait enterQueue(Target target, TcpSession session) {
        UpstreamQueue queue = target.queue();
        Wait wait =
                queue.enter(session, this, target.upstream().config().queue().orElseThrow());
        if (wait == null) {
            repeats.error(
                    queue, "the queue is full, upstream: \"" + target.upstream().name() + "\"");
        } else {
            counters.count(Counter.SESSIONS_QUEUED);
        }
        return wait;
    }

    /** Tells the node's passive health of a failure, and the log if that made the node unusable. */
    void blame(Service service, Target target, Node failed) {
        if (failed.failed(TimeUnit.NANOSECONDS.toMillis(nowNs()))) {
            counters.count(Counter.NODES_MARKED_FAILED);
            service.log()
                    .logger()
                    .warn(
                            "upstream server temporarily disabled, upstream: \"{}\" \"{}\"",
                            target.upstream().name(),
                            Endpoints.text(failed.address()));
        }
    }

    /** Whether {@code more} sockets may be opened. */
    boolean hasRoomFor(int more) {
        return connections + more <= workerConnections;
    }

    /** Counts {@code channel} until it is closed. */
    void countConnection(Channel channel) {
        connections++;
        channel.closeFuture().addListener(releaseOnClose);
    }

    /** Counts a socket that is no channel, until {@link #releaseConnection()}. */
    void countConnection() {
        connections++;
    }

    void releaseConnection() {
        connections--;
    }

    /** Where a datagram is received that is passed on at once: room for the largest, shared by all sessions. */
    ByteBuffer datagramBuffer() {
        if (datagram == null) {
            datagram = ByteBuffer.allocateDirect(UdpReads.SLOT_BYTES);
        }
        return datagram;
    }
}
