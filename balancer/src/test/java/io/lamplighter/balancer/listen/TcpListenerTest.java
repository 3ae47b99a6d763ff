package io.lamplighter.balancer.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.balancer.admission.LimitZones;
import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.config.ParsedServer;
import io.lamplighter.balancer.config.ServerConfig;
import io.lamplighter.balancer.connect.SessionChannels;
import io.lamplighter.balancer.connect.Transport;
import io.netty.buffer.ByteBufAllocator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How an address for connections is opened, on every transport that works here. */
class TcpListenerTest {
    private static final String TRANSPORTS = "io.lamplighter.balancer.listen.UdpBench#transports";
    private static final int CONNECTIONS = 64;

    private static TcpListener open(UdpBench bench, int port, String content) throws BindException {
        ServerConfig server = ParsedServer.of("listen 127.0.0.1:9; " + content + ";");
        ListenConfig listen = server.listens().get(0).at(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        Service service = Service.of(1, List.of(server), listen, new Targets(Map.of()), new LimitZones());
        return TcpListener.open(bench.workers, new SessionChannels(ByteBufAllocator.DEFAULT), service, false);
    }

    /** Hundreds of times, since what a socket that was closed before leaves behind is there only now and then. */
    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void anAddressIsOpenedAtTheFirstTry(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 2)) {
            for (int i = 0; i < 300; i++) {
                open(bench, 0, "return lamp").close();
            }
        }
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void anAddressThatAnotherProgramSharesIsTaken(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 2);
                ServerSocket other = new ServerSocket()) {
            other.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

            assertThatThrownBy(() -> open(bench, other.getLocalPort(), "return lamp"))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("98: Address already in use");
        }
    }

    /** The kernel spreads connections among the sockets, also though the first of them was bound alone. */
    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void everyWorkerGetsConnections(Transport transport) throws Exception {
        try (UdpBench bench = new UdpBench(transport, 2)) {
            TcpListener listener = open(bench, 0, "ssl_preread on; return lamp"); // waits for what never comes
            InetSocketAddress address = (InetSocketAddress) listener.localAddress();
            List<Socket> clients = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                clients.add(new Socket(address.getAddress(), address.getPort()));
            }
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(bench.counters.openSessions()).isEqualTo(CONNECTIONS));
            for (Worker worker : bench.workers) {
                assertThat(worker.loop.submit(worker.tcpSessions::size).get()).isGreaterThan(CONNECTIONS / 8);
            }
            listener.close();
            for (Socket client : clients) {
                client.close();
            }
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(bench.counters.openSessions()).isZero());
        }
    }
}
