package io.lamplighter.balancer.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.balancer.measure.Counter;
import io.netty.channel.epoll.Epoll;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which of the host's addresses datagrams arrive at and answers leave from. */
class UdpAddressTest {
    private static final String TRANSPORTS = "io.lamplighter.balancer.listen.UdpBench#transports";

    static boolean isEpollAvailable() {
        return Epoll.isAvailable();
    }

    @Test
    @EnabledIf("isEpollAvailable")
    void aWildcardListenerAnswersFromTheAddressThatWasAsked() throws Exception {
        try (UdpBench bench = new UdpBench(Transport.EPOLL, 2);
                UdpPeer node = UdpPeer.node()) {
            bench.listenAddress = UdpPeer.ipv4(0, 0, 0, 0, 0);
            int port = bench.open(List.of(UdpBench.node(node.address()))).getPort();
            for (int i = 2; i < 6; i++) {
                try (UdpPeer client = UdpPeer.client(UdpPeer.ipv4(port, 127, 0, 0, i))) {
                    exchange(client, node, "first");
                    exchange(client, node, "second");
                    exchange(client, node, "");
                }
            }
            assertThat(bench.count(Counter.DATAGRAMS_TO_CLIENTS)).isEqualTo(12);
        }
    }

    @Test
    @EnabledIf("isEpollAvailable")
    void clientsKeepTheirWorkersOnceTheAskedAddressHasItsOwnSockets() throws Exception {
        List<UdpPeer> clients = new ArrayList<>();
        try (UdpBench bench = new UdpBench(Transport.EPOLL, 2);
                UdpPeer node = UdpPeer.node()) {
            bench.listenAddress = UdpPeer.ipv4(0, 0, 0, 0, 0);
            InetSocketAddress asked = UdpPeer.ipv4(
                    bench.open(List.of(UdpBench.node(node.address()))).getPort(), 127, 0, 0, 9);
            try (UdpPeer first = UdpPeer.client(asked)) {
                exchange(first, node, "opens the address");
            }
            for (int i = 0; i < 40; i++) {
                clients.add(UdpPeer.client(asked));
            }
            for (int round = 0; round < 3; round++) {
                for (UdpPeer client : clients) {
                    exchange(client, node, "round " + round);
                }
            }
            assertThat(bench.count(Counter.UDP_SESSIONS)).isEqualTo(41);
            assertThat(bench.workers)
                    .allSatisfy(worker -> assertThat(worker.connections()).isGreaterThan(1));
        } finally {
            clients.forEach(UdpPeer::close);
        }
    }

    @Test
    @EnabledIf("isEpollAvailable")
    void anAddressThatIsLeftBelongsToItsOwnListener() throws Exception {
        try (UdpBench bench = new UdpBench(Transport.EPOLL, 1);
                UdpPeer node = UdpPeer.node()) {
            bench.listenAddress = UdpPeer.ipv4(0, 0, 0, 0, 0);
            InetSocketAddress asked = UdpPeer.ipv4(
                    bench.open(List.of(UdpBench.node(node.address()))).getPort(), 127, 0, 0, 9);
            try (UdpPeer client = UdpPeer.client(asked)) {
                exchange(client, node, "opens the address");
            }
            bench.leave(asked.getAddress());
            try (UdpPeer owner = UdpPeer.nodeSharing(asked)) {
                for (int i = 0; i < 20; i++) {
                    try (UdpPeer client = UdpPeer.client(asked)) {
                        client.send("for the owner");
                        assertThat(owner.receiveText()).isEqualTo("for the owner");
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void clientsAreSpreadOverTheWorkersAndKeepTheirSessions(Transport transport) throws Exception {
        List<UdpPeer> clients = new ArrayList<>();
        try (UdpBench bench = new UdpBench(transport, 2);
                UdpPeer node = UdpPeer.node()) {
            InetSocketAddress address = bench.open(List.of(UdpBench.node(node.address())));
            for (int i = 0; i < 40; i++) {
                clients.add(UdpPeer.client(address));
            }
            for (int round = 0; round < 3; round++) {
                for (UdpPeer client : clients) {
                    exchange(client, node, "round " + round);
                }
            }
            assertThat(bench.count(Counter.UDP_SESSIONS)).isEqualTo(40);
            assertThat(bench.workers)
                    .allSatisfy(worker -> assertThat(worker.connections()).isPositive());
        } finally {
            clients.forEach(UdpPeer::close);
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void ipv6ClientsReachIpv6Nodes(Transport transport) throws Exception {
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getByAddress(ipv6Loopback()), 0);
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node(loopback)) {
            bench.listenAddress = loopback;
            bench.ipv6only = true;
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(UdpBench.node(node.address()))))) {
                exchange(client, node, "text");
                exchange(client, node, "");
            }
        }
    }

    private static byte[] ipv6Loopback() {
        byte[] address = new byte[16];
        address[15] = 1;
        return address;
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void datagramsToTheNodeLeaveFromTheBoundAddress(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            bench.bind = java.util.Optional.of(UdpPeer.ipv4(0, 127, 0, 0, 7));
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(UdpBench.node(node.address()))))) {
                exchange(client, node, "text");
                exchange(client, node, "");
                assertThat(node.lastSender.getAddress())
                        .isEqualTo(bench.bind.get().getAddress());
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void anAddressThatIsTakenIsToldWithItsLine(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 2);
                UdpPeer owner = UdpPeer.node()) {
            bench.listenAddress = owner.address();
            assertThatThrownBy(() -> bench.open(List.of()))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("(udp)")
                    .hasMessageContaining("98: Address already in use")
                    .hasMessageContaining("test.conf:1");
        }
    }

    private static void exchange(UdpPeer client, UdpPeer node, String text) throws Exception {
        client.send(text);
        assertThat(node.receiveText()).isEqualTo(text);
        node.reply(text);
        assertThat(client.receiveText()).isEqualTo(text);
    }
}
