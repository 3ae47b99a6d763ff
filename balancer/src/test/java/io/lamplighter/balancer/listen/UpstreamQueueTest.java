package io.lamplighter.balancer.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.ParsedServer;
import io.lamplighter.balancer.config.ServerConfig;
import io.lamplighter.balancer.config.Source;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.connect.Connector;
import io.lamplighter.balancer.connect.SessionChannels;
import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.balancer.measure.AccessLog;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.measure.NodeMeters;
import io.lamplighter.balancer.measure.SessionLog;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Lines;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.Together;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.pick.Selector;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Who is served when, turn by turn: two loops that run when the test says so, and a clock that stands still unless it is
 * moved. What happens with the clock at a standstill is not the doing of the look that comes with time.
 */
@Timeout(30)
class UpstreamQueueTest {
    private static final Source SOURCE = new Source("test.conf", 1);
    private static final int SIZE = 5;
    private static final long TIMEOUT_MS = 3_000;

    private final MockTicker ticker = Ticker.newMockTicker();
    private final Counters counters = new Counters();
    private final AccessLog accessLog = AccessLog.start(counters);
    private final NodeMeters meters = new NodeMeters();
    private final List<ManualIoEventLoop> loops = List.of(newLoop(), newLoop());
    private final Worker a = newWorker(0);
    private final Worker b = newWorker(1);
    private final UpstreamQueue queue = new UpstreamQueue(List.of(a, b));
    private final List<TcpSession> sessions = new ArrayList<>();
    private ServerSocket server;
    private Node node;
    private Service service;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        node = Lines.line("127.0.0.1:" + server.getLocalPort()).maxConns(1).node();
        service = service((context, nowMs) -> node.tryBorrow(nowMs) ? node : null);
    }

    @AfterEach
    void close() throws IOException {
        sessions.forEach(session -> session.finish(EndReason.SHUTDOWN));
        runLoops();
        assertThat(queue.waiting()).isZero();
        assertThat(node.inFlight()).isZero();
        endLoops();
        accessLog.close();
        server.close();
    }

    /** A loop that ends waits, inside its last turn, until some time has passed since its last task. */
    private void endLoops() {
        Thread time = new Thread(() -> {
            while (!loops.stream().allMatch(ManualIoEventLoop::isTerminated)) {
                ticker.advance(1, TimeUnit.MILLISECONDS);
                LockSupport.parkNanos(1_000_000);
            }
        });
        time.setDaemon(true);
        time.start();
        loops.forEach(loop -> {
            loop.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
            while (!loop.isTerminated()) {
                ticker.advance(1, TimeUnit.MILLISECONDS); // at a standstill not even a time-out of 0 is ever over
                loop.runNow();
            }
        });
    }

    private ManualIoEventLoop newLoop() {
        return new ManualIoEventLoop(null, Thread.currentThread(), NioIoHandler.newFactory(), ticker);
    }

    private Worker newWorker(int index) {
        SessionChannels channels = new SessionChannels(ByteBufAllocator.DEFAULT);
        Worker worker = new Worker(
                loops.get(index),
                Transport.NIO,
                new Connector(Transport.NIO, channels),
                meters.newLoop(),
                (took, kind, tookNs, nowNs) -> {},
                counters,
                accessLog,
                index,
                2,
                ticker::nanoTime);
        worker.limitConnections(1_000);
        return worker;
    }

    private Service service(Selector selector) {
        ServerConfig server = ParsedServer.of(
                "listen 127.0.0.1:9; proxy_pass 127.0.0.1:9; proxy_connect_timeout 1s; proxy_timeout 1m;");
        UpstreamConfig config = new UpstreamConfig(
                "u",
                new BalancingMethod.RoundRobin(),
                List.of(node.settings()),
                Optional.of(new UpstreamConfig.Queue(SIZE, TIMEOUT_MS)),
                SOURCE);
        Target target = new Target(new Upstream(config, List.of(node), List.of()), selector, queue);
        return new Service(
                1,
                server,
                server.listens().get(0),
                new Targets(Map.of()),
                target,
                null,
                null,
                SessionLog.of(server.errorLog()));
    }

    private TcpSession begin(Worker worker) {
        EmbeddedChannel client = new EmbeddedChannel();
        TcpSession session = new TcpSession(worker, service, client);
        client.pipeline().addLast(session.clientHandler());
        sessions.add(session);
        session.start();
        return session;
    }

    /** Until nothing is left to do at this time; a wake-up may go to and fro a few times. */
    private void runLoops() {
        for (int i = 0; i < 10; i++) {
            loops.forEach(ManualIoEventLoop::runNow);
        }
    }

    private void advance(long ms) {
        ticker.advanceMillis(ms);
        runLoops();
    }

    private static boolean isServed(TcpSession session) {
        return session.endReason() == null && !session.tries().isEmpty();
    }

    private static boolean isWaiting(TcpSession session) {
        return session.endReason() == null && session.tries().isEmpty() && session.queuedMs() >= 0;
    }

    private static void end(TcpSession session) {
        session.finish(EndReason.CLIENT_LEFT);
    }

    @Test
    void aPlaceThatIsGivenBackGoesToWhoWaitsLongestOnWhicheverLoop() {
        TcpSession first = begin(a);
        TcpSession second = begin(b);
        TcpSession third = begin(a);
        TcpSession fourth = begin(b);
        TcpSession fifth = begin(a);
        List<TcpSession> order = List.of(first, second, third, fourth, fifth);
        runLoops();
        for (int i = 0; i < order.size(); i++) {
            assertThat(order.subList(i + 1, order.size())).allMatch(UpstreamQueueTest::isWaiting);
            assertThat(isServed(order.get(i))).isTrue();
            end(order.get(i));
            runLoops();
        }
        assertThat(queue.queued()).isEqualTo(4);
    }

    @Test
    void nobodyGetsInBetweenAPlaceAndWhoWaitsForIt() {
        TcpSession first = begin(a);
        TcpSession waiting = begin(b);
        end(first);
        TcpSession late = begin(a);
        assertThat(isWaiting(late)).isTrue();
        runLoops();
        assertThat(isServed(waiting)).isTrue();
        assertThat(isWaiting(late)).isTrue();
    }

    @Test
    void whoIsWokenAndGoneHandsThePlaceOn() {
        TcpSession first = begin(a);
        TcpSession gone = begin(b);
        TcpSession next = begin(a);
        end(first);
        end(gone);
        runLoops();
        assertThat(isServed(next)).isTrue();
    }

    @Test
    void severalPlacesThatComeAtOnceServeAsMany() {
        node.order(new AdminOrder(Optional.of(Availability.DRAIN), AdminOrder.NONE.weight()));
        List<TcpSession> all = List.of(begin(a), begin(b), begin(b), begin(a));
        node.order(AdminOrder.NONE);
        node.settings(Lines.line("127.0.0.1:1").maxConns(3).server(), false);
        queue.placeFreed();
        runLoops();
        assertThat(all.subList(0, 3)).allMatch(UpstreamQueueTest::isServed);
        assertThat(isWaiting(all.get(3))).isTrue();
    }

    /** The other loop gave the place back after this session found none, and before it was seen to wait. */
    @Test
    void aPlaceThatCameFreeUnseenIsFoundOnEntering() {
        int[] picks = new int[1];
        service = service((context, nowMs) -> picks[0]++ > 0 && node.tryBorrow(nowMs) ? node : null);
        assertThat(isServed(begin(a))).isTrue();
        assertThat(queue.queued()).isEqualTo(1);
    }

    @Test
    void whatComesWithTimeIsFoundByALook() {
        node.order(new AdminOrder(Optional.of(Availability.DRAIN), AdminOrder.NONE.weight()));
        TcpSession waiting = begin(a);
        advance(500);
        node.order(AdminOrder.NONE);
        runLoops();
        assertThat(isWaiting(waiting)).isTrue();
        advance(100);
        assertThat(isServed(waiting)).isTrue();
        assertThat(waiting.queuedMs()).isEqualTo(600);
        advance(50);
        assertThat(waiting.queuedMs()).isEqualTo(600);
    }

    @Test
    void theWaitEndsWithItsTimeAndNotWithTheTimeToConnect() {
        begin(a);
        TcpSession waiting = begin(a);
        advance(TIMEOUT_MS - 1);
        assertThat(isWaiting(waiting)).isTrue();
        advance(1);
        assertThat(waiting.endReason()).isEqualTo(EndReason.QUEUE_TIMEOUT);
        assertThat(queue.timedOut()).isEqualTo(1);
    }

    @Test
    void oneMoreThanMayWaitIsTurnedAwayWhicheverLoopItIsOn() {
        begin(a);
        for (int i = 0; i < SIZE; i++) {
            assertThat(isWaiting(begin(i % 2 == 0 ? a : b))).isTrue();
        }
        assertThat(begin(a).endReason()).isEqualTo(EndReason.QUEUE_FULL);
        assertThat(begin(b).endReason()).isEqualTo(EndReason.QUEUE_FULL);
        assertThat(queue.overflowed()).isEqualTo(2);
        assertThat(queue.waiting()).isEqualTo(SIZE);
    }

    @Test
    void aFaultInTheSelectorEndsOneSessionAndServesTheNext() {
        int[] picks = new int[1];
        service = service((context, nowMs) -> {
            if (picks[0]++ == 3) {
                throw new IllegalStateException("made by the test");
            }
            return node.tryBorrow(nowMs) ? node : null;
        });
        TcpSession first = begin(a);
        TcpSession faulty = begin(a);
        TcpSession next = begin(a);
        end(first);
        runLoops();
        assertThat(faulty.endReason()).isEqualTo(EndReason.INTERNAL_ERROR);
        assertThat(isServed(next)).isTrue();
    }

    @Test
    void aNewGenerationServesThoseWhoWaitAndIsTheOneTheyBelongToFromThenOn() {
        begin(a);
        TcpSession waiting = begin(b);
        Node other = Lines.line("127.0.0.1:" + server.getLocalPort()).node();
        Upstream upstream = new Upstream(service.target().upstream().config(), List.of(other), List.of());
        queue.serveFrom(new Target(upstream, (context, nowMs) -> other.tryBorrow(nowMs) ? other : null, queue));
        runLoops();
        assertThat(isServed(waiting)).isTrue();
        assertThat(other.inFlight()).isEqualTo(1);
        end(waiting);
        assertThat(other.inFlight()).isZero();
    }

    @Test
    void theBoundHoldsWhenManyComeAtTheSameMoment() {
        for (int round = 0; round < 200; round++) {
            UpstreamQueue raced = new UpstreamQueue(List.of());
            assertThat(Together.count(4, () -> raced.takeSeat(2))).isEqualTo(2);
            assertThat(raced.waiting()).isEqualTo(2);
        }
    }
}
