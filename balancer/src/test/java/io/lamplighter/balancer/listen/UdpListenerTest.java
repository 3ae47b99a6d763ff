package io.lamplighter.balancer.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.node.Node;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Datagrams between clients and nodes, on every transport that works here. */
class UdpListenerTest {
    private static final String TRANSPORTS = "io.lamplighter.balancer.listen.UdpBench#transports";

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void datagramsGoToTheNodeAndAnswersBackInOneSession(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node();
                UdpPeer client = UdpPeer.client(bench.open(List.of(UdpBench.node(node.address()))))) {
            for (int i = 0; i < 100; i++) {
                client.send("ask " + i);
                assertThat(node.receiveText()).isEqualTo("ask " + i);
                node.reply("answer " + i);
                assertThat(client.receiveText()).isEqualTo("answer " + i);
            }
            assertThat(bench.count(Counter.UDP_SESSIONS)).isEqualTo(1);
            assertThat(bench.count(Counter.DATAGRAMS_FROM_CLIENTS)).isEqualTo(100);
            assertThat(bench.count(Counter.DATAGRAMS_TO_CLIENTS)).isEqualTo(100);
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void emptyDatagramsAreDatagrams(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            Node known = UdpBench.node(node.address());
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(known)))) {
                for (String text : List.of("", "a", "")) {
                    client.send(text);
                    assertThat(node.receiveText()).isEqualTo(text);
                    node.reply(text);
                    assertThat(client.receiveText()).isEqualTo(text);
                }
                node.reply("");
                assertThat(client.receive()).isEmpty();
                assertThat(bench.count(Counter.UDP_SESSIONS)).isEqualTo(1);
                assertThat(bench.meters.totals(known).bytesToNode()).isEqualTo(1);
                assertThat(bench.meters.totals(known).bytesFromNode()).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void theLargestDatagramsPassWhole(Transport transport) throws Exception {
        byte[] largest = new byte[65_507];
        new Random(7).nextBytes(largest);
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node();
                UdpPeer client = UdpPeer.client(bench.open(List.of(UdpBench.node(node.address()))))) {
            for (int i = 0; i < 20; i++) {
                client.send(largest);
                assertThat(node.receive()).isEqualTo(largest);
                node.reply(largest);
                assertThat(client.receive()).isEqualTo(largest);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void burstsKeepEveryDatagramApartAndInOrder(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node();
                UdpPeer client = UdpPeer.client(bench.open(List.of(UdpBench.node(node.address()))))) {
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < 50; i++) {
                    client.send(datagram(i));
                }
                for (int i = 0; i < 50; i++) {
                    assertThat(node.receive()).as("to the node, %s", i).isEqualTo(datagram(i));
                }
                for (int i = 0; i < 50; i++) {
                    node.reply(datagram(i));
                }
                for (int i = 0; i < 50; i++) {
                    assertThat(client.receive()).as("to the client, %s", i).isEqualTo(datagram(i));
                }
            }
        }
    }

    /** Datagrams of all sizes, an empty one among them. */
    private static byte[] datagram(int i) {
        byte[] bytes = new byte[i * 97 % 1500];
        Arrays.fill(bytes, (byte) i);
        return bytes;
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void aSessionEndsWithTheLastResponseItExpects(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            bench.responses = 2;
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(UdpBench.node(node.address()))))) {
                client.send("first");
                node.receive();
                InetSocketAddress first = node.lastSender;
                node.reply("1");
                assertThat(client.receiveText()).isEqualTo("1");
                assertThat(bench.ended(EndReason.ANSWERED)).isZero();
                node.reply("2");
                assertThat(client.receiveText()).isEqualTo("2");
                await().untilAsserted(() ->
                        assertThat(bench.ended(EndReason.ANSWERED)).isEqualTo(1));
                client.send("second");
                node.receive();
                assertThat(node.lastSender).isNotEqualTo(first);
                assertThat(bench.count(Counter.UDP_SESSIONS)).isEqualTo(2);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void responsesAreCountedForEachRequest(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            bench.responses = 1;
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(UdpBench.node(node.address()))))) {
                client.send("1");
                client.send("2");
                node.receive();
                node.receive();
                node.reply("1");
                client.receive();
                assertThat(bench.ended(EndReason.ANSWERED)).isZero();
                node.reply("2");
                client.receive();
                await().untilAsserted(() ->
                        assertThat(bench.ended(EndReason.ANSWERED)).isEqualTo(1));
                assertThat(bench.count(Counter.UDP_SESSIONS)).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void withoutResponsesEachDatagramIsASession(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            bench.responses = 0;
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(UdpBench.node(node.address()))))) {
                for (int i = 0; i < 50; i++) {
                    client.send("tick");
                    assertThat(node.receiveText()).isEqualTo("tick");
                }
                await().untilAsserted(() ->
                        assertThat(bench.ended(EndReason.REQUESTS_SENT)).isEqualTo(50));
                assertThat(bench.workers.get(0).connections()).isZero();
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void afterItsRequestsASessionLivesOnForItsResponses(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            bench.requests = 2;
            bench.responses = 1;
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(UdpBench.node(node.address()))))) {
                client.send("1");
                node.receive();
                InetSocketAddress first = node.lastSender;
                node.reply("answer 1");
                assertThat(client.receiveText()).isEqualTo("answer 1");
                client.send("2");
                node.receive();
                assertThat(node.lastSender).isEqualTo(first);
                client.send("3");
                node.receive();
                assertThat(node.lastSender).isNotEqualTo(first);
                node.lastSender = first;
                node.reply("answer 2");
                assertThat(client.receiveText()).isEqualTo("answer 2");
                await().untilAsserted(() ->
                        assertThat(bench.ended(EndReason.ANSWERED)).isEqualTo(1));
                assertThat(bench.counters.openSessions()).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void anIdleSessionEndsAndGivesBackItsNodeAndSocket(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            bench.timeoutMs = 50;
            Node known = UdpBench.node(node.address());
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(known)))) {
                client.send("1");
                node.receive();
                await().untilAsserted(
                                () -> assertThat(bench.ended(EndReason.IDLE)).isEqualTo(1));
                assertThat(known.inFlight()).isZero();
                assertThat(known.isUsable(0)).isTrue();
                client.send("2");
                assertThat(node.receiveText()).isEqualTo("2");
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void aNodeThatOwesResponsesAtTheTimeoutHasFailed(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            bench.timeoutMs = 50;
            bench.responses = 1;
            Node known = UdpBench.node(node.address());
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(known)))) {
                client.send("1");
                await().untilAsserted(() ->
                        assertThat(bench.ended(EndReason.NODE_SILENT)).isEqualTo(1));
                assertThat(known.isUsable(System.nanoTime() / 1_000_000)).isFalse();
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void aRefusedDatagramFailsTheNodeAndTheNextOneGoesElsewhere(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            Node dead = UdpBench.node(UdpPeer.addressOfNobody());
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(dead, UdpBench.node(node.address()))))) {
                client.send("lost");
                await().untilAsserted(() ->
                        assertThat(bench.ended(EndReason.NODE_UNREACHABLE)).isEqualTo(1));
                assertThat(dead.isUsable(System.nanoTime() / 1_000_000)).isFalse();
                assertThat(bench.count(Counter.NODES_MARKED_FAILED)).isEqualTo(1);
                client.send("found");
                assertThat(node.receiveText()).isEqualTo("found");
                node.reply("answer");
                assertThat(client.receiveText()).isEqualTo("answer");
            }
        }
    }
}
