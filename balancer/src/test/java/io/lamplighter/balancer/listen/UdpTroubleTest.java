package io.lamplighter.balancer.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.node.Node;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What must not take other sessions down: limits, refusals, nodes that go and nodes that come. */
class UdpTroubleTest {
    private static final String TRANSPORTS = "io.lamplighter.balancer.listen.UdpBench#transports";

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void beyondWorkerConnectionsDatagramsAreDroppedAndOldSessionsGoOn(Transport transport) throws Exception {
        List<UdpPeer> clients = new ArrayList<>();
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            bench.workers.get(0).limitConnections(5);
            bench.timeoutMs = 500;
            InetSocketAddress address = bench.open(List.of(UdpBench.node(node.address())));
            for (int i = 0; i < 20; i++) {
                UdpPeer client = UdpPeer.client(address);
                clients.add(client);
                client.send("hello");
            }
            await().untilAsserted(() -> assertThat(bench.ended(EndReason.WORKER_CONNECTIONS_EXCEEDED))
                    .isEqualTo(15));
            assertThat(bench.count(Counter.DATAGRAMS_DROPPED)).isEqualTo(15);
            for (int i = 0; i < 5; i++) {
                node.receive();
            }
            node.reply("for the fifth");
            assertThat(clients.get(4).receiveText()).isEqualTo("for the fifth");
            await().untilAsserted(() -> assertThat(bench.ended(EndReason.IDLE)).isEqualTo(5));
            clients.get(19).send("now there is room");
            assertThat(node.receiveText()).isEqualTo("now there is room");
        } finally {
            clients.forEach(UdpPeer::close);
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void aRemovedNodeGetsNoMoreDatagramsOfASteadySender(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer before = UdpPeer.node();
                UdpPeer after = UdpPeer.node()) {
            Node removed = UdpBench.node(before.address());
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(removed)))) {
                client.send("1");
                assertThat(before.receiveText()).isEqualTo("1");
                bench.serve(List.of(UdpBench.node(after.address())));
                client.send("2");
                assertThat(after.receiveText()).isEqualTo("2");
                assertThat(bench.ended(EndReason.NODE_REMOVED)).isEqualTo(1);
                assertThat(removed.inFlight()).isZero();
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void aReloadThatKeepsTheNodeKeepsTheSession(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node();
                UdpPeer other = UdpPeer.node()) {
            Node kept = UdpBench.node(node.address());
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(kept)))) {
                client.send("1");
                node.receive();
                bench.serve(List.of(UdpBench.node(other.address()), kept));
                client.send("2");
                assertThat(node.receiveText()).isEqualTo("2");
                assertThat(bench.count(Counter.UDP_SESSIONS)).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void aNodeMarkedDownGetsNoMoreDatagramsOfASteadySender(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer down = UdpPeer.node();
                UdpPeer live = UdpPeer.node()) {
            Node first = UdpBench.node(down.address());
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(first, UdpBench.node(live.address()))))) {
                client.send("1");
                assertThat(down.receiveText()).isEqualTo("1");
                first.settings(UdpBench.settings(down.address(), true), false);
                client.send("2");
                assertThat(live.receiveText()).isEqualTo("2");
                assertThat(bench.ended(EndReason.NODE_REMOVED)).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void withoutANodeDatagramsAreDroppedUntilThereIsOne(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node();
                UdpPeer client = UdpPeer.client(bench.open(List.of()))) {
            client.send("nobody there");
            await().untilAsserted(
                            () -> assertThat(bench.ended(EndReason.NO_NODE)).isEqualTo(1));
            assertThat(bench.count(Counter.DATAGRAMS_DROPPED)).isEqualTo(1);
            bench.serve(List.of(UdpBench.node(node.address())));
            client.send("somebody");
            assertThat(node.receiveText()).isEqualTo("somebody");
        }
    }

    /** Port 0 cannot be answered: the system refuses to send there, whatever the transport makes of it. */
    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void aDatagramTheSystemRefusesIsLostAlone(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(UdpBench.node(node.address()))))) {
                client.send("1");
                node.receive();
                Worker worker = bench.workers.get(0);
                UdpPort port = bench.port(0);
                worker.loop
                        .submit(() -> {
                            for (int i = 0; i < 3; i++) {
                                port.send(UdpPeer.ipv4(0, 127, 0, 0, 1), ByteBuffer.wrap(new byte[i]));
                                port.send(UdpPeer.ipv4(client.address().getPort(), 127, 0, 0, 1), one(i));
                            }
                        })
                        .sync();
                await().untilAsserted(() ->
                        assertThat(bench.count(Counter.DATAGRAM_SENDS_FAILED)).isEqualTo(3));
                for (int i = 0; i < 3; i++) {
                    assertThat(client.receive()).containsExactly(i);
                }
                client.send("2");
                assertThat(node.receiveText()).isEqualTo("2");
            }
        }
    }

    private static ByteBuffer one(int value) {
        return ByteBuffer.wrap(new byte[] {(byte) value});
    }

    /** A datagram to IPv6's largest fits no IPv4 packet: EMSGSIZE. */
    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void aDatagramTooLargeForTheNodeIsLostAlone(Transport transport) throws Exception {
        byte[] tooLarge = new byte[65_520];
        byte[] address = new byte[16];
        address[15] = 1;
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            bench.listenAddress = new InetSocketAddress(InetAddress.getByAddress(address), 0);
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(UdpBench.node(node.address()))))) {
                client.send("1");
                node.receive();
                client.send(tooLarge);
                await().untilAsserted(() ->
                        assertThat(bench.count(Counter.DATAGRAM_SENDS_FAILED)).isEqualTo(1));
                client.send("2");
                assertThat(node.receiveText()).isEqualTo("2");
                node.reply("answer");
                assertThat(client.receiveText()).isEqualTo("answer");
                assertThat(bench.count(Counter.UDP_SESSIONS)).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void closingTheListenerEndsItsSessionsAndFreesTheAddress(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 2);
                UdpPeer node = UdpPeer.node()) {
            Node known = UdpBench.node(node.address());
            bench.listenAddress = bench.open(List.of(known));
            try (UdpPeer client = UdpPeer.client(bench.listenAddress)) {
                client.send("1");
                node.receive();
                bench.closeListener();
                assertThat(bench.ended(EndReason.SHUTDOWN)).isEqualTo(1);
                assertThat(known.inFlight()).isZero();
                bench.reopen(List.of(known));
                client.send("2");
                assertThat(node.receiveText()).isEqualTo("2");
            }
        }
    }

    /** A file that a ring still polls keeps its port; it must be let go with the session. */
    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void endedSessionsLeaveNoSocketBehind(Transport transport) throws Exception {
        List<InetSocketAddress> sessionSockets = new ArrayList<>();
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            bench.timeoutMs = 300;
            InetSocketAddress address = bench.open(List.of(UdpBench.node(node.address())));
            for (int i = 0; i < 100; i++) {
                try (UdpPeer client = UdpPeer.client(address)) {
                    client.send("hello");
                    node.receive();
                    sessionSockets.add(node.lastSender);
                }
            }
            await().untilAsserted(
                            () -> assertThat(bench.ended(EndReason.IDLE)).isEqualTo(bench.count(Counter.UDP_SESSIONS)));
            await().ignoreExceptionsInstanceOf(java.net.BindException.class).untilAsserted(() -> {
                for (InetSocketAddress socket : sessionSockets) {
                    UdpPeer.node(socket).close(); // throws while the port is taken
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void aLackOfLocalAddressesIsNotTheNodesFault(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            bench.bind = Optional.of(UdpPeer.ipv4(0, 192, 0, 2, 1)); // of the range for documentation: nobody's
            Node known = UdpBench.node(node.address());
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(known)))) {
                client.send("1");
                await().untilAsserted(() ->
                        assertThat(bench.ended(EndReason.LOCAL_PORTS_EXHAUSTED)).isEqualTo(1));
                assertThat(bench.count(Counter.LOCAL_PORTS_EXHAUSTED)).isEqualTo(1);
                await().untilAsserted(() ->
                        assertThat(bench.count(Counter.DATAGRAMS_DROPPED)).isEqualTo(1));
                assertThat(known.inFlight()).isZero();
                assertThat(known.isUsable(System.nanoTime() / 1_000_000)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void aFaultWhileBeginningEndsThatSessionOnly(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            bench.selectors = nodes -> (context, nowMs) -> {
                throw new IllegalStateException("a test's fault");
            };
            try (UdpPeer client = UdpPeer.client(bench.open(List.of()))) {
                client.send("1");
                client.send("2");
                await().untilAsserted(() ->
                        assertThat(bench.ended(EndReason.INTERNAL_ERROR)).isEqualTo(2));
            }
            assertThat(node.hasNothing()).isTrue();
        }
    }
}
