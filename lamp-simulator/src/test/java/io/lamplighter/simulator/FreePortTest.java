package io.lamplighter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void noPortIsGivenTwiceAndEachLiesBelowThoseTheSystemDealsOut() throws IOException {
        Set<Integer> given = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            int port = FreePort.next();
            assertThat(port).isBetween(1024, FreePort.firstDealtOut() - 1);
            assertThat(given.add(port)).isTrue();
        }
    }

    @Test
    void aPortCanBeOpenedForTcpAndForUdp() throws IOException {
        InetSocketAddress address = FreePort.nextAddress();

        try (ServerSocket tcp = new ServerSocket(address.getPort(), 1, LOOPBACK);
                DatagramSocket udp = new DatagramSocket(address)) {
            assertThat(tcp.getLocalPort()).isEqualTo(udp.getLocalPort());
        }
    }
}
