package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.Content;
import io.lamplighter.balancer.config.ProxyConfig;
import io.lamplighter.balancer.config.ServerConfig;
import io.lamplighter.balancer.connect.NodeSocket;
import io.lamplighter.balancer.connect.ProxyHeaderWriter;
import io.lamplighter.balancer.connect.SocketErrors;
import io.lamplighter.balancer.measure.ClientFacts;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.measure.NodeMeter;
import io.lamplighter.balancer.measure.NodeTry;
import io.lamplighter.balancer.measure.SessionVariables;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.ResponseKind;
import io.lamplighter.balancer.node.SessionTiming;
import io.lamplighter.balancer.pick.PickContext;
import io.lamplighter.balancer.relay.Pace;
import io.lamplighter.balancer.variable.Octets;
import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The exchange of datagrams between one client address and one node, one method for each step in the order they happen:
 * {@link #start}, {@link #fromClient} and {@link #readable} for each datagram, {@link #finish}.
 *
 * <p>It ends as nginx ends it: when the node has sent {@code proxy_responses} datagrams for each of the client's, once
 * {@code proxy_requests} of those came; or after {@code proxy_timeout} without a datagram. A node that still owes responses
 * then, or that has no socket for the datagrams, has failed.
 *
 * <p>Threads: the worker's event loop only.
 */
final class UdpSession implements PickContext, Destinations.Listener, NodeSocket.Listener, Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(UdpSession.class);

    /** Datagrams received from a node in one turn of the loop at most, so that other sessions get their turn. */
    private static final int MOST_READS = 16;

    /** A datagram so soon after the last one is the middle of a burst, and worth a look for the next. */
    private static final long BURST_NS = 20_000;

    /** Datagrams that wait for the session's destination to be found, at most. */
    private static final int MOST_HELD = 16;

    private final Worker worker;
    private final Service service;
    private final UdpPort port;
    private final InetSocketAddress client;
    private final long serial;
    private final long startedNs;

    private ClientFacts facts = ClientFacts.NONE;
    private List<Runnable> places = List.of();
    private @Nullable SessionVariables variables;
    private @Nullable Target target;
    private final Deque<ByteBuf> held = new ArrayDeque<>(0);
    private @Nullable NodeTry inVain;
    private @Nullable Node node;
    private @Nullable NodeMeter meter;
    private SessionTiming timing = SessionTiming.NONE;
    private @Nullable NodeSocket nodeSocket;

    /** The newest service this session was found to fit into. */
    private Service checkedService;

    private @Nullable EndReason endReason;

    // What moved.
    private long requests;
    private long responses;
    private long bytesFromClient;
    private long bytesFromNode;
    private long bytesReturned;
    private long lastProgressNs;
    private long lastReadNs;
    private int firstByteMs = -1;
    /** The node owes an answer: a client datagram went to it after its last one. */
    private boolean isAwaitingNode;

    private boolean isListening;
    private long exchangeStartedNs;

    // Where there is a rate.
    private @Nullable Pace upload;
    private @Nullable Pace download;

    // The timer.
    private @Nullable Future<?> timer;

    UdpSession(Worker worker, Service service, UdpPort port, InetSocketAddress client) {
        this.worker = worker;
        this.service = service;
        this.checkedService = service;
        this.port = port;
        this.client = client;
        this.serial = worker.newSerial();
        this.startedNs = worker.nowNs();
        this.lastProgressNs = startedNs;
    }

    /**
     * Begins with the client's first datagram. The session may be over on return.
     *
     * @return whether the datagram was of use
     */
    boolean start(ByteBuf datagram) {
        worker.counters.count(Counter.UDP_SESSIONS);
        worker.udpSessions.add(this);
        if (!worker.hasRoomFor(1)) {
            worker.repeats.warn("worker_connections", "worker_connections are not enough, dropping datagrams");
            finish(EndReason.WORKER_CONNECTIONS_EXCEEDED);
            return false;
        }
        if (isAdmitted()) {
            serve(datagram);
        }
        return endReason == EndReason.RETURNED || (endReason == null && fromClient(datagram));
    }

    private boolean isAdmitted() {
        if (service.gate() == null) {
            return true;
        }
        facts = new ClientFacts();
        places = new ArrayList<>(2);
        EndReason refusal = service.gate().check(this, variables(), facts, service.log(), places);
        if (refusal != null) {
            finish(refusal);
        }
        return refusal == null;
    }

    /** What its server does with sessions; almost always it sends them to a group. */
    private void serve(ByteBuf datagram) {
        for (ServerConfig.SetVariable set : service.server().sets()) {
            variables().set(set.variable(), set.value().expand(variables()));
        }
        target = service.target();
        if (target != null) {
            pick();
            return;
        }
        Content content = service.server().content();
        if (content instanceof Content.Return returned) {
            bytesFromClient = datagram.readableBytes();
            answer(returned.text().expand(variables()));
        } else if (content instanceof Content.ToComputed computed) {
            Destinations.find(worker, service, computed.destination().expand(variables()), this);
        } else {
            finish(EndReason.NO_CONTENT);
        }
    }

    private void answer(String octets) {
        bytesReturned = octets.length();
        port.send(client, ByteBuffer.wrap(Octets.bytes(octets)));
        finish(EndReason.RETURNED);
    }

    @Override
    public void found(Target found) {
        if (endReason == null) {
            target = found;
            pick();
            sendHeld();
        }
    }

    @Override
    public void notFound(EndReason reason) {
        finish(reason);
    }

    /** Until it is known where datagrams go; those that come later than so many are dropped. */
    private boolean hold(ByteBuf datagram) {
        if (held.size() == MOST_HELD) {
            return false;
        }
        held.add(datagram.copy());
        return true;
    }

    private void sendHeld() {
        for (ByteBuf datagram = held.poll(); datagram != null; datagram = held.poll()) {
            if (endReason == null) {
                fromClient(datagram);
            }
            datagram.release();
        }
    }

    private void pick() {
        long nowMs = TimeUnit.NANOSECONDS.toMillis(startedNs);
        node = target.pick(this, nowMs);
        if (node == null) {
            noNode();
            return;
        }
        timing = target.upstream().timing(node, nowMs, worker.responses);
        meter = worker.meters.of(node);
        try {
            nodeSocket = NodeSocket.open(
                    worker.transport,
                    worker.loop,
                    node.address(),
                    SessionSettings.local(proxy(), node.address(), this, variables(), service.log()),
                    this);
        } catch (IOException e) {
            notOpened(e);
            return;
        }
        upload = SessionSettings.pace(proxy().rates().upload(), this, variables(), service.log(), startedNs);
        download = SessionSettings.pace(proxy().rates().download(), this, variables(), service.log(), startedNs);
        worker.countConnection();
        timing.connected(0); // UDP has nothing to wait for
        meter.sessionBegun();
        armTimer(startedNs);
    }

    private void noNode() {
        inVain = NodeTry.inVain(target.upstream().name());
        worker.noLiveUpstream(service, target, this);
        finish(EndReason.NO_NODE);
    }

    private void notOpened(IOException cause) {
        if (SocketErrors.isDescriptorShortage(cause)) {
            worker.repeats.error(
                    "descriptors", "socket() failed (" + SocketErrors.reason(cause) + "), dropping datagrams");
            finish(EndReason.WORKER_CONNECTIONS_EXCEEDED);
        } else if (SocketErrors.isLocalShortage(cause)) {
            worker.counters.count(Counter.LOCAL_PORTS_EXHAUSTED);
            worker.repeats.error("ports", "no local port for a UDP session (" + SocketErrors.reason(cause) + ")");
            finish(EndReason.LOCAL_PORTS_EXHAUSTED);
        } else {
            unreachable(cause);
        }
    }

    @Override
    public boolean hasTried(Node candidate) {
        return false; // a session has one node, picked once
    }

    @Override
    public byte[] hashKey() {
        return target.hashKey(variables());
    }

    /**
     * Whether this session's node is still one to send to: a reload may have removed it or marked it {@code down}, and a
     * client that never pauses would otherwise stay with it for ever.
     */
    @SuppressWarnings(
            "ReferenceEquality") // a generation's own object; comparing contents would cost more than the check
    boolean fitsInto(Service current) {
        if (checkedService != current) {
            if (!isIn(current, node)) {
                return false;
            }
            checkedService = current;
        }
        return node.availability() != Availability.DOWN;
    }

    /** What was computed for the session is not looked at again: another datagram would only come to the same. */
    private static boolean isIn(Service current, @Nullable Node node) {
        Target now = current.target();
        return now == null
                ? node.isPassing()
                : now.upstream().primary().contains(node)
                        || now.upstream().backup().contains(node);
    }

    /**
     * Passes a client's datagram on.
     *
     * @return false if this session turned out to be over, and the datagram could be another one's
     */
    boolean fromClient(ByteBuf datagram) {
        if (target == null) {
            return hold(datagram);
        }
        if (upload != null) {
            if (upload.allowance(worker.nowNs()) <= 0) {
                worker.counters.count(Counter.DATAGRAMS_DROPPED);
                return true;
            }
            upload.passed(datagram.readableBytes(), worker.nowNs());
        }
        boolean isSent;
        try {
            isSent = send(datagram);
        } catch (IOException e) {
            if (SocketErrors.isRefused(e)) {
                unreachable(e); // the fate of an earlier datagram: this one was not sent
                return false;
            }
            LOG.debug("*{} {} while sending to upstream", serial, SocketErrors.reason(e));
            isSent = false;
        }
        if (!isSent) {
            worker.counters.count(Counter.DATAGRAM_SENDS_FAILED);
        }
        sent(datagram.readableBytes());
        if (!endIfDone()) {
            listen();
        }
        return true;
    }

    private boolean send(ByteBuf datagram) throws IOException {
        if (proxy().headerVersion() == 0 || requests > 0) {
            return nodeSocket.send(datagram);
        }
        // The first datagram carries the header, if the node wants one.
        ByteBuf both = ProxyHeaderWriter.header(
                datagram.alloc(), proxy().headerVersion(), clientAddress(), serverAddress(), true);
        try {
            return nodeSocket.send(both.writeBytes(datagram, datagram.readerIndex(), datagram.readableBytes()));
        } finally {
            both.release();
        }
    }

    private void sent(int bytes) {
        requests++;
        bytesFromClient += bytes;
        lastProgressNs = worker.nowNs();
        meter.sentToNode(bytes);
        if (!isAwaitingNode) {
            isAwaitingNode = true;
            exchangeStartedNs = lastProgressNs;
        }
        if (proxy().requests() > 0 && requests >= proxy().requests()) {
            port.forget(this); // the client's next datagram begins another session
        }
    }

    /** Only once there is something to wait for: a session without responses never bothers the loop. */
    private void listen() {
        if (!isListening) {
            isListening = true;
            awaitReadable();
        }
    }

    private void awaitReadable() {
        try {
            nodeSocket.awaitReadable();
        } catch (IOException e) {
            LOG.error("*{} internal error", serial, e);
            finish(EndReason.INTERNAL_ERROR);
        }
    }

    @Override
    public void readable() {
        long nowNs = worker.nowNs();
        // One system call for one answer is the rule; asking for a second one in vain would double it.
        int reads = nowNs - lastReadNs < BURST_NS ? MOST_READS : 1;
        lastReadNs = nowNs;
        while (reads-- > 0 && mayReceive(nowNs) && receive(nowNs)) {
            // received and passed on
        }
        if (endReason != null) {
            return;
        }
        if (mayReceive(nowNs)) {
            awaitReadable();
        } else {
            worker.loop.schedule(this::resume, download.pauseNs(nowNs), TimeUnit.NANOSECONDS);
        }
    }

    private boolean mayReceive(long nowNs) {
        return download == null || download.allowance(nowNs) > 0;
    }

    /** The pause that the rate asks for is over. */
    private void resume() {
        if (endReason == null) {
            readable();
        }
    }

    private boolean receive(long nowNs) {
        ByteBuffer buffer = worker.datagramBuffer();
        try {
            int size = nodeSocket.receive(buffer);
            if (size < 0) {
                return false;
            }
            buffer.clear().limit(size);
            answered(buffer, nowNs);
        } catch (IOException e) {
            receiveFailed(e);
        }
        return endReason == null;
    }

    private void receiveFailed(IOException cause) {
        if (SocketErrors.isRefused(cause)) {
            unreachable(cause);
        } else {
            // An earlier datagram met its end on the way (EMSGSIZE by ICMP, ...); others may fare better.
            worker.counters.count(Counter.DATAGRAM_SENDS_FAILED);
            LOG.debug("*{} {} while reading from upstream", serial, SocketErrors.reason(cause));
        }
    }

    private void answered(ByteBuffer datagram, long nowNs) {
        int bytes = datagram.remaining();
        if (responses == 0) {
            node.succeeded();
            firstByteMs = elapsedMs(startedNs, nowNs);
            timing.firstByte(firstByteMs);
        }
        responses++;
        bytesFromNode += bytes;
        if (download != null) {
            download.passed(bytes, nowNs);
        }
        lastProgressNs = nowNs;
        meter.receivedFromNode(bytes);
        if (isAwaitingNode) {
            isAwaitingNode = false;
            meter.responded(nowNs - exchangeStartedNs);
            timing.exchanged(nowNs - exchangeStartedNs, nowNs);
        }
        port.send(client, datagram);
        endIfDone();
    }

    private boolean endIfDone() {
        ProxyConfig proxy = proxy();
        if (requests < proxy.requests() || isOwedResponses()) {
            return false;
        }
        finish(proxy.responses() == 0 ? EndReason.REQUESTS_SENT : EndReason.ANSWERED);
        return true;
    }

    /** Always with {@code proxy_responses} unset: any number may come. */
    private boolean isOwedResponses() {
        return proxy().responses() < 0 || responses < proxy().responses() * requests;
    }

    private void unreachable(IOException cause) {
        worker.counters.count(Counter.NODE_TRIES_FAILED);
        meter.tryFailed();
        service.log().error(this, SocketErrors.reason(cause) + " while proxying to upstream");
        worker.blame(service, target, node);
        finish(EndReason.NODE_UNREACHABLE);
    }

    /** The timer fired: the session was idle too long, or things moved meanwhile and it is set anew. */
    @Override
    public void run() {
        timer = null;
        if (endReason != null) {
            return;
        }
        if (worker.nowNs() - deadlineNs() < 0) {
            armTimer(worker.nowNs());
        } else if (proxy().responses() >= 0 && isOwedResponses()) {
            service.log().error(this, "upstream timed out (110: Connection timed out) while proxying to upstream");
            timing.timedOut(ResponseKind.REPLY_TIMEOUT, proxy().timeoutMs(), worker.nowNs());
            meter.tryFailed();
            worker.blame(service, target, node);
            finish(EndReason.NODE_SILENT);
        } else {
            finish(EndReason.IDLE);
        }
    }

    private long deadlineNs() {
        return lastProgressNs + TimeUnit.MILLISECONDS.toNanos(proxy().timeoutMs());
    }

    private void armTimer(long nowNs) {
        timer = worker.loop.schedule(this, deadlineNs() - nowNs, TimeUnit.NANOSECONDS);
    }

    /** The one way out, harmless when called twice. */
    void finish(EndReason reason) {
        if (endReason != null) {
            return;
        }
        endReason = reason;
        if (timer != null) {
            timer.cancel(false);
        }
        port.forget(this);
        sendHeld(); // lets go of them
        places.forEach(Runnable::run);
        if (nodeSocket != null) {
            nodeSocket.close();
            worker.releaseConnection();
        }
        if (service.log().hasInfo()) {
            service.log().infoWithBytes(this, "udp session ended, " + reason.meaning());
        }
        if (!service.server().accessLogs().isEmpty()) {
            worker.logAccess(service, variables());
        }
        worker.udpSessions.remove(this);
        worker.counters.ended(reason);
        if (node != null) {
            long nowNs = worker.nowNs();
            timing.ended(elapsedMs(startedNs, nowNs), reason.isSuccess(), nowNs);
            target.release(node);
        }
    }

    private ProxyConfig proxy() {
        return service.proxy();
    }

    boolean isOf(UdpPort candidate) {
        return port == candidate;
    }

    boolean isOver() {
        return endReason != null;
    }

    @Override
    public long serial() {
        return serial;
    }

    @Override
    public boolean isUdp() {
        return true;
    }

    @Override
    public InetSocketAddress clientAddress() {
        return client;
    }

    @Override
    public InetSocketAddress connectionAddress() {
        return client;
    }

    @Override
    public ClientFacts facts() {
        return facts;
    }

    @Override
    public InetSocketAddress serverAddress() {
        return port.address();
    }

    @Override
    public String serverName() {
        return service.server().names().get(0).text();
    }

    private SessionVariables variables() {
        if (variables == null) {
            variables = new SessionVariables(this);
        }
        return variables;
    }

    /** Number of the generation it began with. */
    int generation() {
        return service.generation();
    }

    @Override
    public long durationMs() {
        return elapsedMs(startedNs, worker.nowNs());
    }

    /** Datagrams do not wait: they would be late, and there is no bound on them. */
    @Override
    public int queuedMs() {
        return -1;
    }

    @Override
    public long bytesFromClient() {
        return bytesFromClient;
    }

    @Override
    public long bytesToClient() {
        return bytesFromNode + bytesReturned;
    }

    /** The connect time is 0 once there is a socket: UDP has nothing to wait for. */
    @Override
    public List<NodeTry> tries() {
        if (node == null) {
            return inVain == null ? List.of() : List.of(inVain);
        }
        int connectMs = nodeSocket == null ? -1 : 0;
        return List.of(new NodeTry(node, connectMs, firstByteMs, durationMs(), bytesFromClient, bytesFromNode));
    }

    @Override
    public @Nullable EndReason endReason() {
        return endReason;
    }

    private static int elapsedMs(long fromNs, long toNs) {
        return (int) Math.max(0, TimeUnit.NANOSECONDS.toMillis(toNs - fromNs));
    }
}
