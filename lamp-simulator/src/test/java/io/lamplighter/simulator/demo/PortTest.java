package io.lamplighter.simulator.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.simulator.FreePort;
import io.lamplighter.simulator.demo.Port.Protocol;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void aTakenTcpPortIsNamedWithItsPurposeAndWhatToDo() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, LOOPBACK)) {
            Port port = new Port(other.getLocalPort(), Protocol.TCP, "lamps connect to the balancer");

            assertThatThrownBy(() -> Port.requireFree(List.of(port)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the demo needs a port that is already taken: " + port.number()
                            + "/TCP (where lamps connect to the balancer). \"ss -tlnp 'sport = :" + port.number()
                            + "'\" shows by whom; end that program and start the demo again");
        }
    }

    @Test
    void everyTakenPortIsNamedAtOnce() throws IOException {
        try (ServerSocket tcp = new ServerSocket(0); // on all addresses
                DatagramSocket udp = new DatagramSocket(new InetSocketAddress(LOOPBACK, 0))) {
            List<Port> ports = List.of(
                    new Port(udp.getLocalPort(), Protocol.UDP, "nodes report"),
                    new Port(tcp.getLocalPort(), Protocol.TCP, "node a serves lamps"));

            assertThatThrownBy(() -> Port.requireFree(ports))
                    .hasMessageContaining(udp.getLocalPort() + "/UDP (where nodes report), " + tcp.getLocalPort()
                            + "/TCP (where node a serves lamps)")
                    .hasMessageContaining("ss -ulnp");
        }
    }

    @Test
    void aFreePortIsFreeAndStaysFree() throws IOException {
        int number = FreePort.next();
        List<Port> ports = List.of(new Port(number, Protocol.TCP, "x"), new Port(number, Protocol.UDP, "y"));

        assertThatCode(() -> Port.requireFree(ports)).doesNotThrowAnyException();
        assertThatCode(() -> Port.requireFree(ports)).doesNotThrowAnyException();
    }

    @Test
    void theLastConnectionsOfAnEarlierRunDoNotTakeThePort() throws IOException {
        int number = FreePort.next();
        try (ServerSocket socket = new ServerSocket(number, 1, LOOPBACK);
                Socket lamp = new Socket(LOOPBACK, number)) {
            socket.accept().close(); // the side that closes first keeps the port in TIME_WAIT
            assertThat(lamp.getInputStream().read()).isEqualTo(-1);
        }

        assertThat(new Port(number, Protocol.TCP, "x").isFree()).isTrue();
    }
}
