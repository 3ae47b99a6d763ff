package io.lamplighter.balancer.listen;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.lamplighter.balancer.admission.Admission;
import io.lamplighter.balancer.admission.Gate;
import io.lamplighter.balancer.config.Content;
import io.lamplighter.balancer.config.MqttConfig;
import io.lamplighter.balancer.config.ProxyConfig;
import io.lamplighter.balancer.config.ServerAddress;
import io.lamplighter.balancer.config.ServerConfig;
import io.lamplighter.balancer.connect.Connector;
import io.lamplighter.balancer.connect.Local;
import io.lamplighter.balancer.connect.ProxyHeaderWriter;
import io.lamplighter.balancer.connect.SecureDial;
import io.lamplighter.balancer.connect.SecureDial.UnsecuredException;
import io.lamplighter.balancer.connect.SessionChannels;
import io.lamplighter.balancer.connect.SocketErrors;
import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.balancer.measure.ClientFacts;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.measure.NodeMeter;
import io.lamplighter.balancer.measure.NodeTry;
import io.lamplighter.balancer.measure.SessionVariables;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.ResponseKind;
import io.lamplighter.balancer.node.SessionTiming;
import io.lamplighter.balancer.pick.PickContext;
import io.lamplighter.balancer.relay.MqttRewriter;
import io.lamplighter.balancer.relay.Pace;
import io.lamplighter.balancer.relay.PacedReader;
import io.lamplighter.balancer.relay.RelayHandler;
import io.lamplighter.balancer.variable.Endpoints;
import io.lamplighter.balancer.variable.Octets;
import io.lamplighter.balancer.variable.Template;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ConnectTimeoutException;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of one TCP connection, one method for each step in the order they happen: {@link #start}, {@link #pickAndConnect}
 * (after a wait, if its upstream has a queue, {@link #isServed}), {@link #connected} (or {@link #connectFailed} and the next node), {@link #moving} until one side ends, {@link #finish}.
 *
 * <p>What is taken is given back in {@link #finish} and nowhere else. There is one timer for all phases, moved only when
 * it fires: a byte that moves costs a time stamp, not a timer.
 *
 * <p>Threads: the worker's event loop only.
 */
final class TcpSession
        implements PickContext,
                Admission.Listener,
                Destinations.Listener,
                Connector.Listener,
                RelayHandler.Listener,
                Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(TcpSession.class);

    /** Servers that pass to each other would go on for ever. */
    private static final int MOST_PASSES = 10;

    /**
     * How a client came from another session.
     *
     * @param passes how often it was passed on
     * @param client its address as that session knows it, which the header of the PROXY protocol may have told
     * @param server the address it was passed to
     */
    private record Passed(int passes, SocketAddress client, SocketAddress server) {}

    private final Worker worker;
    /** Of the server that the client asked for, once that is known. */
    private Service service;

    private final Channel client;
    private final RelayHandler fromClient = new RelayHandler(this);
    private final long serial;
    private final long startedNs;

    // What is known of the client.
    private ClientFacts facts = ClientFacts.NONE;
    private @Nullable Admission admission;
    private @Nullable SessionVariables variables;

    /** Where it is sent; one that waited for a node goes on with the nodes of the generation it got its node in. */
    private @Nullable Target target;

    private long bytesReturned;

    /** Who passed the client on to this session; null if it came by itself. */
    private @Nullable Passed passed;

    // The wait for a node.
    private @Nullable Wait wait;
    private int queuedMs = -1;

    // The node in turn.
    private @Nullable Node node;
    private @Nullable NodeMeter meter;
    private SessionTiming timing = SessionTiming.NONE;
    private @Nullable Channel nodeChannel;
    private @Nullable RelayHandler fromNode;
    /** The time for all tries runs from here. */
    private long triesStartedNs;

    private long tryStartedNs;
    private int connectMs = -1;
    private int firstByteMs = -1;

    /** Tries before the one in turn; almost always there are none. */
    private List<NodeTry> failedTries = List.of();

    // Where there is a rate: they hold bytes back, which is no idleness.
    private @Nullable PacedReader pacedClient;
    private @Nullable PacedReader pacedNode;

    private boolean isConnected;
    private @Nullable EndReason endReason;

    // What moved.
    private long bytesFromClient;
    private long bytesFromNode;
    private long lastProgressNs;
    /** Bytes entered a full buffer since the last time stamp, so progress is what has left since the last look. */
    private boolean isProgressUnknown;

    private long drainedBytesSeen;
    /** The node owes an answer: client bytes went to it after its last bytes. */
    private boolean isAwaitingNode;

    private long exchangeStartedNs;

    // The timer.
    private @Nullable Future<?> timer;
    private long timerNs;

    TcpSession(Worker worker, Service service, Channel client) {
        this.worker = worker;
        this.service = service;
        this.client = client;
        this.serial = worker.newSerial();
        this.startedNs = worker.nowNs();
        this.triesStartedNs = startedNs;
        this.lastProgressNs = startedNs;
    }

    /** What reads the client's side; the client channel's only handler. */
    RelayHandler clientHandler() {
        return fromClient;
    }

    /** Begins, once the client's channel is registered with the loop. */
    void start() {
        worker.counters.count(Counter.TCP_SESSIONS);
        worker.tcpSessions.add(this);
        boolean hasRoom = worker.hasRoomFor(2);
        if (passed == null) {
            worker.countConnection(client);
        }
        if (!service.server().accessLogs().isEmpty()) {
            client.remoteAddress(); // asked for while there is one: a reset connection has forgotten its peer
        }
        if (service.log().hasInfo()) {
            service.log()
                    .info(
                            this,
                            "client " + Endpoints.text(clientAddress()) + " connected to "
                                    + Endpoints.text(serverAddress()));
        }
        if (worker.transport == Transport.NIO) {
            client.config().setAutoRead(true); // NIO learns only by reading that a client left
        }
        if (!hasRoom) {
            exceedsConnections();
        } else if (service.gate() == null) {
            serve();
        } else {
            if (passed == null) {
                facts = new ClientFacts();
            }
            admission = new Admission(service.gate(), client, this, variables(), service.log(), facts, this);
            admission.begin();
        }
    }

    @Override
    public void askedFor(String serverName) {
        service = service.named(serverName, variables());
    }

    @Override
    public @Nullable Gate gate() {
        return service.gate();
    }

    @Override
    public void admitted() {
        if (endReason == null) {
            serve();
        }
    }

    @Override
    public void refused(EndReason reason) {
        finish(reason);
    }

    /** What its server does with sessions; almost always it sends them to a group. */
    private void serve() {
        service.log().debug(this, "serving");
        setVariables();
        target = service.target();
        if (target != null) {
            pickAndConnect();
            return;
        }
        Content content = service.server().content();
        if (content instanceof Content.Return returned) {
            answer(returned.text().expand(variables()));
        } else if (content instanceof Content.ToComputed computed) {
            Destinations.find(worker, service, computed.destination().expand(variables()), this);
        } else if (content instanceof Content.Pass pass) {
            passTo(Octets.text(pass.address().expand(variables())));
        } else {
            finish(EndReason.NO_CONTENT);
        }
    }

    /** Another session takes over, of the server that listens there. Bytes that were read already cannot be passed, as in nginx. */
    private void passTo(String text) {
        Optional<SocketAddress> address = ServerAddress.parse(text).flatMap(ServerAddress::literal);
        Optional<Service> next = address.flatMap(service.targets()::listening);
        int passes = passed == null ? 1 : passed.passes + 1;
        if (next.isEmpty() || fromClient.isWaiting() || passes > MOST_PASSES) {
            String reason = next.isEmpty()
                    ? "no server listens there"
                    : passes > MOST_PASSES ? "a circle" : "data were read already";
            service.log().error(this, "cannot pass to \"" + text + "\": " + reason);
            finish(EndReason.NOT_PASSED);
            return;
        }
        TcpSession follower = new TcpSession(worker, next.get(), client);
        follower.passed = new Passed(passes, clientAddress(), address.get());
        follower.facts = facts.passedOn();
        client.pipeline().replace(fromClient, null, follower.fromClient);
        finish(EndReason.PASSED);
        follower.start();
    }

    private void setVariables() {
        for (ServerConfig.SetVariable set : service.server().sets()) {
            variables().set(set.variable(), set.value().expand(variables()));
        }
    }

    private void answer(String octets) {
        bytesReturned = octets.length();
        if (bytesReturned > 0) {
            client.writeAndFlush(ByteBufUtil.encodeString(client.alloc(), CharBuffer.wrap(octets), ISO_8859_1));
        }
        finish(EndReason.RETURNED);
    }

    @Override
    public void found(Target found) {
        if (endReason == null) {
            target = found;
            pickAndConnect();
        }
    }

    @Override
    public void notFound(EndReason reason) {
        finish(reason);
    }

    private void exceedsConnections() {
        worker.repeats.warn("worker_connections", "worker_connections are not enough, closing new sessions");
        finish(EndReason.WORKER_CONNECTIONS_EXCEEDED);
    }

    private void pickAndConnect() {
        if (failedTries.isEmpty() && target.hasWaiting()) {
            waitForNode(); // behind those who came first
            return;
        }
        Node picked = pick();
        if (picked == null) {
            noNode();
        } else {
            connectTo(picked);
        }
    }

    private @Nullable Node pick() {
        tryStartedNs = worker.nowNs();
        return target.pick(this, TimeUnit.NANOSECONDS.toMillis(tryStartedNs));
    }

    /** A session whose tries failed does not wait: it has had its turn, and no node is tried twice. */
    private void noNode() {
        if (failedTries.isEmpty() && target.queue() != null) {
            waitForNode();
            return;
        }
        EndReason reason = failedTries.isEmpty() ? EndReason.NO_NODE : EndReason.CONNECT_FAILED;
        if (failedTries.isEmpty() || target.hasUntried(this)) {
            foundNoNode();
        }
        finish(reason);
    }

    private void foundNoNode() {
        remember(NodeTry.inVain(target.upstream().name()));
        worker.noLiveUpstream(service, target, this);
    }

    private void waitForNode() {
        wait = worker.enterQueue(target, this);
        if (wait == null) {
            finish(EndReason.QUEUE_FULL);
            return;
        }
        armTimer(wait.deadlineNs());
        wait.begin();
    }

    /**
     * It is this session's turn in the queue.
     *
     * @return whether its wait is over
     */
    boolean isServed() {
        target = target.newest();
        Node picked = pick();
        if (picked == null) {
            return false;
        }
        leaveQueue();
        triesStartedNs = tryStartedNs;
        if (worker.hasRoomFor(1)) {
            connectTo(picked);
        } else {
            target.release(picked);
            exceedsConnections();
        }
        return true;
    }

    private void leaveQueue() {
        queuedMs = queuedMs();
        wait.leave();
        wait = null;
    }

    private void connectTo(Node picked) {
        node = picked;
        timing = target.upstream().timing(picked, TimeUnit.NANOSECONDS.toMillis(tryStartedNs), worker.responses);
        meter = worker.meters.of(picked);
        connectMs = -1;
        fromNode = new RelayHandler(this);
        armTimer(deadlineNs());
        if (openChannel(picked)) {
            Local local = proxy().socket().bind().isEmpty()
                    ? null
                    : SessionSettings.local(proxy(), picked.address(), this, variables(), service.log());
            worker.connector.connect(nodeChannel, picked, local, dial());
        }
    }

    /** Who hears of the connection first: over TLS, whoever makes it one. */
    private Connector.Listener dial() {
        return proxy().tls()
                .<Connector.Listener>map(
                        tls -> new SecureDial(tls, target.upstream().name(), variables(), header(nodeChannel), this))
                .orElse(this);
    }

    private @Nullable ByteBuf header(Channel channel) {
        int version = proxy().headerVersion();
        return version == 0
                ? null
                : ProxyHeaderWriter.header(channel.alloc(), version, clientAddress(), serverAddress(), false);
    }

    /** Opens the socket before it is used: a connection may succeed or fail before {@code connect} returns. */
    private boolean openChannel(Node picked) {
        try {
            nodeChannel = worker.connector.open(
                    worker.loop, picked, proxy(), service.server().tcpNodelay(), fromNode);
            worker.countConnection(nodeChannel);
            return true;
        } catch (ChannelException e) {
            giveBackNode(worker.nowNs());
            lacksLocally(e);
            return false;
        }
    }

    /** This host has no descriptor, port or address left: nobody else's fault, and another node would not help. */
    private void lacksLocally(Throwable cause) {
        worker.counters.count(Counter.LOCAL_PORTS_EXHAUSTED);
        worker.repeats.error("local", "no local port or descriptor for a session: " + SocketErrors.reason(cause));
        finish(EndReason.LOCAL_PORTS_EXHAUSTED);
    }

    /** Tried already in this session: no node is tried twice. */
    @Override
    @SuppressWarnings("ReferenceEquality") // a node is the same object for as long as it is the same node
    public boolean hasTried(Node candidate) {
        for (NodeTry tried : failedTries) {
            if (tried.node() == candidate) {
                return true;
            }
        }
        return false;
    }

    @Override
    public byte[] hashKey() {
        return target.hashKey(variables());
    }

    @Override
    public void connected(Channel channel) {
        if (endReason != null) {
            return;
        }
        long nowNs = worker.nowNs();
        isConnected = true;
        connectMs = elapsedMs(tryStartedNs, nowNs);
        lastProgressNs = nowNs;
        node.succeeded();
        timing.connected(nowNs - tryStartedNs);
        meter.sessionBegun();
        meter.connected(nowNs - tryStartedNs);
        armTimer(deadlineNs());
        introduce(channel);
        RelayHandler.pair(fromClient, fromNode);
        fromClient.join(client, channel);
        if (endReason == null) {
            fromNode.join(channel, client);
        }
    }

    /** What comes before the first byte: a header for the node, and the pace of each direction. */
    private void introduce(Channel channel) {
        ProxyConfig proxy = proxy();
        ByteBuf header = proxy.tls().isPresent() ? null : header(channel); // over TLS it is sent already
        if (header != null) {
            channel.writeAndFlush(header, channel.voidPromise());
        }
        if (proxy.mqtt().isPresent()) {
            channel.pipeline()
                    .addBefore(
                            channel.pipeline().lastContext().name(),
                            null,
                            rewriter(proxy.mqtt().get()));
        }
        if (proxy.rates().upload().isPresent()) {
            pacedClient = pace(client, proxy.rates().upload());
        }
        if (proxy.rates().download().isPresent()) {
            pacedNode = pace(channel, proxy.rates().download());
        }
    }

    private MqttRewriter rewriter(MqttConfig mqtt) {
        return new MqttRewriter(
                mqtt.mostBytes(),
                message -> SessionSettings.rewritten(message, mqtt, variables()),
                () -> finish(EndReason.BAD_MQTT));
    }

    private @Nullable PacedReader pace(Channel source, Optional<Template> rate) {
        Pace pace = SessionSettings.pace(rate, this, variables(), service.log(), lastProgressNs);
        if (pace == null) {
            return null;
        }
        PacedReader reader = new PacedReader(pace, worker::nowNs);
        source.config().setRecvByteBufAllocator(SessionChannels.SMALL_READS);
        source.pipeline().addBefore(source.pipeline().lastContext().name(), null, reader);
        return reader;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a channel is what it is; another one is another try's
    public void connectFailed(Channel channel, Throwable cause) {
        if (endReason == null && channel == nodeChannel) {
            tryFailed(cause);
        }
    }

    private void tryFailed(Throwable cause) {
        long nowNs = worker.nowNs();
        if (SocketErrors.isLocalShortage(cause)) {
            giveBackNode(nowNs);
            lacksLocally(cause);
            return;
        }
        String doing = cause instanceof UnsecuredException
                ? " while SSL handshaking to upstream"
                : " while connecting to upstream";
        service.log().error(this, SocketErrors.reason(cause) + doing);
        worker.counters.count(Counter.NODE_TRIES_FAILED);
        meter.tryFailed();
        worker.blame(service, target, node);
        giveBackNode(nowNs);
        if (mayTryAnother(nowNs)) {
            // Not from here: a channel that fails at once would recurse as deep as there are nodes.
            worker.loop.execute(this::retry);
        } else {
            finish(EndReason.CONNECT_FAILED);
        }
    }

    private boolean mayTryAnother(long nowNs) {
        ProxyConfig proxy = proxy();
        return proxy.nextUpstream()
                && (proxy.nextUpstreamTries() == 0 || failedTries.size() < proxy.nextUpstreamTries())
                && (proxy.nextUpstreamTimeoutMs() == 0
                        || nowNs - triesStartedNs < TimeUnit.MILLISECONDS.toNanos(proxy.nextUpstreamTimeoutMs()));
    }

    private void retry() {
        if (endReason == null) {
            pickAndConnect();
        }
    }

    @Override
    public void moving(RelayHandler direction, int bytes, boolean isDrained) {
        if (proxy().sessionDrop() && node.isGone()) {
            finish(EndReason.NODE_REMOVED);
            return;
        }
        long nowNs = worker.nowNs();
        if (isDrained) {
            lastProgressNs = nowNs;
        } else {
            isProgressUnknown = true;
        }
        if (direction == fromClient) {
            bytesFromClient += bytes;
            meter.sentToNode(bytes);
            if (!isAwaitingNode) {
                isAwaitingNode = true;
                exchangeStartedNs = nowNs;
            }
        } else {
            bytesFromNode += bytes;
            meter.receivedFromNode(bytes);
            nodeAnswered(nowNs);
        }
    }

    private void nodeAnswered(long nowNs) {
        if (isAwaitingNode) {
            isAwaitingNode = false;
            meter.responded(nowNs - exchangeStartedNs);
            timing.exchanged(nowNs - exchangeStartedNs, nowNs);
        }
        if (firstByteMs < 0) {
            firstByteMs = elapsedMs(tryStartedNs, nowNs);
            timing.firstByte(firstByteMs);
        }
    }

    /** A client that ends before a node is connected is still served if it sent something, as a request may be just that. */
    @Override
    public void endedEarly(RelayHandler direction) {
        if (direction == fromClient && !fromClient.isWaiting() && !proxy().halfClose()) {
            finish(EndReason.CLIENT_LEFT);
        }
    }

    @Override
    public void delivered(RelayHandler direction) {
        if (!proxy().halfClose()) {
            finish(direction == fromClient ? EndReason.CLIENT_CLOSED : EndReason.NODE_CLOSED);
            return;
        }
        direction.shutdownTarget();
        if (fromClient.isDelivered() && fromNode.isDelivered()) {
            finish(EndReason.BOTH_CLOSED);
        }
    }

    @Override
    public void failed(RelayHandler direction, Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.error("*{} internal error", serial, cause);
            finish(EndReason.INTERNAL_ERROR);
        } else if (direction == fromClient) {
            service.log().info(this, SocketErrors.reason(cause) + " from client");
            finish(isConnected ? EndReason.CLIENT_RESET : EndReason.CLIENT_LEFT);
        } else if (isConnected) {
            service.log().info(this, SocketErrors.reason(cause) + " from upstream");
            finish(EndReason.NODE_RESET);
        }
    }

    /** The timer fired: a wait, a try or the session took too long, or things moved meanwhile and it is set anew. */
    @Override
    public void run() {
        timer = null;
        if (endReason != null) {
            return;
        }
        long nowNs = worker.nowNs();
        noteProgress(nowNs);
        long deadlineNs = deadlineNs();
        if (nowNs - deadlineNs < 0) {
            armTimer(deadlineNs);
        } else if (isConnected) {
            service.log().info(this, "connection timed out, idle for proxy_timeout");
            if (isAwaitingNode) {
                timing.timedOut(ResponseKind.REPLY_TIMEOUT, proxy().timeoutMs(), nowNs);
            }
            finish(EndReason.IDLE);
        } else if (wait != null) {
            target.queue().countTimeout();
            foundNoNode();
            finish(EndReason.QUEUE_TIMEOUT);
        } else if (nodeChannel != null) {
            Channel late = nodeChannel;
            timing.timedOut(ResponseKind.CONNECT_TIMEOUT, proxy().connectTimeoutMs(), nowNs);
            tryFailed(new ConnectTimeoutException("Connection timed out"));
            late.close();
        }
        // else a retry is queued, and brings its own deadline
    }

    private long deadlineNs() {
        if (wait != null) {
            return wait.deadlineNs();
        }
        return isConnected
                ? lastProgressNs + TimeUnit.MILLISECONDS.toNanos(proxy().timeoutMs())
                : tryStartedNs + TimeUnit.MILLISECONDS.toNanos(proxy().connectTimeoutMs());
    }

    /** Bytes that left since the last look, though no read showed it, are progress; when they left is not known better. */
    private void noteProgress(long nowNs) {
        if (!isConnected) {
            return;
        }
        long drainedBytes = bytesFromClient + bytesFromNode - fromClient.pendingBytes() - fromNode.pendingBytes();
        if (isProgressUnknown && drainedBytes > drainedBytesSeen) {
            lastProgressNs = nowNs;
        }
        if (isPausing(pacedClient) || isPausing(pacedNode)) {
            lastProgressNs = nowNs;
        }
        isProgressUnknown = fromClient.pendingBytes() + fromNode.pendingBytes() > 0;
        drainedBytesSeen = drainedBytes;
    }

    private static boolean isPausing(@Nullable PacedReader reader) {
        return reader != null && reader.isPausing();
    }

    private void armTimer(long deadlineNs) {
        if (timer != null) {
            if (timerNs - deadlineNs <= 0) {
                return; // fires early enough, and is set anew then
            }
            timer.cancel(false);
        }
        timerNs = deadlineNs;
        timer = worker.loop.schedule(this, deadlineNs - worker.nowNs(), TimeUnit.NANOSECONDS);
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
        if (wait != null) {
            leaveQueue();
        }
        if (admission != null) {
            admission.release();
        }
        fromClient.close();
        if (fromNode != null) {
            fromNode.close();
        }
        if (service.log().hasInfo()) {
            service.log().infoWithBytes(this, "session ended, " + reason.meaning());
        }
        if (!service.server().accessLogs().isEmpty()) {
            worker.logAccess(service, variables()); // first: a closed channel has no addresses
        }
        worker.tcpSessions.remove(this);
        worker.counters.ended(reason);
        if (node != null) {
            long nowNs = worker.nowNs();
            timing.ended(elapsedMs(tryStartedNs, nowNs), isConnected && reason.isSuccess(), nowNs);
            target.release(node);
        }
        TcpEnding.end(reason, client, nodeChannel, isAwaitingNode);
    }

    /** After a failed try: what was borrowed for it goes back, and it becomes a line of the session's record. */
    private void giveBackNode(long nowNs) {
        remember(currentTry(nowNs));
        timing.ended(elapsedMs(tryStartedNs, nowNs), false, nowNs);
        target.release(node);
        node = null;
        meter = null;
        nodeChannel = null;
        fromNode = null;
    }

    private void remember(NodeTry tried) {
        if (failedTries.isEmpty()) {
            failedTries = new ArrayList<>(2);
        }
        failedTries.add(tried);
    }

    private NodeTry currentTry(long nowNs) {
        return new NodeTry(
                node, connectMs, firstByteMs, elapsedMs(tryStartedNs, nowNs), bytesFromClient, bytesFromNode);
    }

    private ProxyConfig proxy() {
        return service.proxy();
    }

    @Override
    public long serial() {
        return serial;
    }

    @Override
    public boolean isUdp() {
        return false;
    }

    @Override
    public SocketAddress clientAddress() {
        SocketAddress real = facts.realAddress;
        return real == null ? connectionAddress() : real;
    }

    @Override
    public ClientFacts facts() {
        return facts;
    }

    @Override
    public SocketAddress connectionAddress() {
        if (passed != null) {
            return passed.client;
        }
        if (Addresses.isUnix(service.listen().address())) {
            return Addresses.UNIX_CLIENT;
        }
        SocketAddress address = client.remoteAddress();
        return address == null ? Addresses.UNKNOWN : address;
    }

    @Override
    public SocketAddress serverAddress() {
        if (passed != null) {
            return passed.server;
        }
        SocketAddress address = client.localAddress();
        return address instanceof InetSocketAddress ? address : service.listen().address();
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

    @Override
    public int queuedMs() {
        return wait == null ? queuedMs : elapsedMs(wait.startedNs(), worker.nowNs());
    }

    @Override
    public long bytesFromClient() {
        return bytesFromClient;
    }

    @Override
    public long bytesToClient() {
        return bytesFromNode + bytesReturned;
    }

    @Override
    public List<NodeTry> tries() {
        if (node == null) {
            return failedTries;
        }
        List<NodeTry> all = new ArrayList<>(failedTries);
        all.add(currentTry(worker.nowNs()));
        return all;
    }

    @Override
    public @Nullable EndReason endReason() {
        return endReason;
    }

    private static int elapsedMs(long fromNs, long toNs) {
        return (int) Math.max(0, TimeUnit.NANOSECONDS.toMillis(toNs - fromNs));
    }
}
