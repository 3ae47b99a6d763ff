package io.lamplighter.simulator.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReportCodec;
import io.lamplighter.agent.report.ReportKey;
import io.lamplighter.simulator.cloud.ServiceTime.Distribution;
import io.lamplighter.simulator.frame.LampFrame;
import io.lamplighter.simulator.frame.LampFrame.Kind;
import io.lamplighter.simulator.frame.LampFrameCodec;
import io.lamplighter.simulator.frame.LampFrameCodec.Decoded;
import io.lamplighter.simulator.frame.NodeAnswer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.ConnectException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CloudNodeTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final Hardware HARDWARE = new Hardware(
            OptionalDouble.of(2), OptionalInt.empty(), OptionalLong.of(8L << 30), OptionalLong.of(50L << 30));
    private static final ReportKey KEY = new ReportKey(1, new byte[32]);
    private static final byte[] LIT = "lit".getBytes(StandardCharsets.US_ASCII);

    @Test
    void aTcpLampGetsItsBytesBackWithTheNameOfTheNode() throws IOException {
        try (CloudNode node = CloudNode.start(plan(ANY_PORT, 1_000_000, 100, List.of()));
                Socket lamp =
                        new Socket(node.address().getAddress(), node.address().getPort())) {
            lamp.getOutputStream().write(bytes(5));

            LampFrame answer = frame(lamp.getInputStream().readNBytes(24 + 1 + 4 + 3));

            assertThat(answer.kind()).isEqualTo(Kind.ANSWER);
            assertThat(answer.sequence()).isEqualTo(5);
            assertThat(NodeAnswer.nodeName(answer.payload())).contains("node");
            assertThat(NodeAnswer.echoes(answer.payload(), LIT)).isTrue();
        }
    }

    @Test
    void aUdpLampIsServedOnTheSamePort() throws IOException {
        try (CloudNode node = CloudNode.start(plan(ANY_PORT, 1_000_000, 100, List.of()));
                DatagramSocket lamp = new DatagramSocket()) {
            lamp.send(new DatagramPacket(bytes(6), bytes(6).length, node.address()));

            LampFrame answer = frame(received(lamp));

            assertThat(answer.kind()).isEqualTo(Kind.ANSWER);
            assertThat(answer.sequence()).isEqualTo(6);
        }
    }

    @Test
    void serviceTakesItsTime() throws IOException {
        try (CloudNode node = CloudNode.start(plan(ANY_PORT, 50_000_000, 100, List.of()));
                DatagramSocket lamp = new DatagramSocket()) {
            long beganNs = System.nanoTime();
            lamp.send(new DatagramPacket(bytes(1), bytes(1).length, node.address()));
            received(lamp);

            assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(50_000_000);
        }
    }

    @Test
    void aNodeWithoutRoomSaysThatItIsBusy() throws IOException {
        try (CloudNode node = CloudNode.start(plan(ANY_PORT, 3_600_000_000_000L, 1, List.of()));
                DatagramSocket lamp = new DatagramSocket()) {
            lamp.send(new DatagramPacket(bytes(1), bytes(1).length, node.address()));
            lamp.send(new DatagramPacket(bytes(2), bytes(2).length, node.address()));

            LampFrame answer = frame(received(lamp));

            assertThat(answer.kind()).isEqualTo(Kind.BUSY);
            assertThat(answer.sequence()).isEqualTo(2);
        }
    }

    @Test
    void aConnectionThatSendsNoFramesIsEnded() throws IOException {
        try (CloudNode node = CloudNode.start(plan(ANY_PORT, 1_000_000, 100, List.of()));
                Socket stranger =
                        new Socket(node.address().getAddress(), node.address().getPort())) {
            stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(stranger.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void itReportsSignedWhatItIsAndHowIdle() throws IOException {
        try (DatagramSocket balancer = new DatagramSocket(ANY_PORT)) {
            InetSocketAddress to = (InetSocketAddress) balancer.getLocalSocketAddress();
            // Two cores; one request of an hour keeps one of them busy: half idle.
            try (CloudNode node = CloudNode.start(plan(ANY_PORT, 3_600_000_000_000L, 100, List.of(to)));
                    DatagramSocket lamp = new DatagramSocket()) {
                LoadReport first = report(received(balancer));
                lamp.send(new DatagramPacket(bytes(1), bytes(1).length, node.address()));
                LoadReport second = report(received(balancer));
                LoadReport third = report(received(balancer));

                assertThat(first.node()).isEqualTo("node");
                assertThat(first.hardware()).isEqualTo(HARDWARE);
                assertThat(first.usage().cpuIdle()).hasValue(1);
                assertThat(second.sequence()).isEqualTo(first.sequence() + 1);
                assertThat(second.bootId()).isEqualTo(first.bootId());
                assertThat(second.usage().bandwidthIdle().orElseThrow()).isLessThan(1);
                assertThat(third.usage().cpuIdle().orElseThrow()).isCloseTo(0.5, within(1e-6));
                assertThat(third.usage().bandwidthIdle()).hasValue(1);
            }
        }
    }

    @Test
    void aFrozenNodeAnswersWhenItThaws() throws IOException {
        List<TimedOrder> script = List.of(TimedOrder.parse("0.1ms freeze for 700ms"));
        try (CloudNode node = CloudNode.start(plan(ANY_PORT, 1_000_000, 100, 10, List.of(), script, false));
                DatagramSocket lamp = new DatagramSocket()) {
            long beganNs = System.nanoTime();
            frame(exchange(lamp, node.address(), 1));
            frame(exchange(lamp, node.address(), 2));

            assertThat(System.nanoTime() - beganNs).isGreaterThan(400_000_000L);
        }
    }

    @Test
    void aSlowNodeTakesItsTimeInProportion() throws IOException {
        List<TimedOrder> script = List.of(TimedOrder.parse("0.1ms slow 0.1 for 1h"));
        try (CloudNode node = CloudNode.start(plan(ANY_PORT, 30_000_000, 100, 10, List.of(), script, false));
                DatagramSocket lamp = new DatagramSocket()) {
            frame(exchange(lamp, node.address(), 1)); // the order has been carried out by now
            long beganNs = System.nanoTime();
            frame(exchange(lamp, node.address(), 2));

            assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(300_000_000L);
        }
    }

    @Test
    void aCrashResetsItsConnectionsRefusesNewOnesAndPasses() throws IOException {
        try (CloudNode node = CloudNode.start(plan(ANY_PORT, 1_000, 100, 10, List.of(), List.of(), true));
                Socket lamp = connect(node)) {
            lamp.getOutputStream().write(order("crash for 500ms"));

            assertThat(frame(lamp.getInputStream().readNBytes(24 + 1 + 4 + "crash for 500ms".length()))
                            .kind())
                    .isEqualTo(Kind.ANSWER);
            assertThatThrownBy(() -> lamp.getInputStream().read()).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> connect(node)).isInstanceOf(ConnectException.class);
            Awaitility.await().ignoreExceptions().until(() -> {
                try (Socket again = connect(node)) {
                    again.getOutputStream().write(bytes(9));
                    return frame(again.getInputStream().readNBytes(24 + 1 + 4 + 3))
                                    .sequence()
                            == 9;
                }
            });
        }
    }

    @Test
    void aNodeThatWasNotToldToObeyDoesNot() throws IOException {
        try (CloudNode node = CloudNode.start(plan(ANY_PORT, 1_000, 100, List.of()));
                Socket lamp = connect(node)) {
            lamp.getOutputStream().write(order("reset"));
            assertThat(frame(lamp.getInputStream().readNBytes(24 + 1 + 4 + 5)).kind())
                    .isEqualTo(Kind.BUSY);
            lamp.getOutputStream().write(bytes(3));
            assertThat(frame(lamp.getInputStream().readNBytes(24 + 1 + 4 + 3)).kind())
                    .isEqualTo(Kind.ANSWER);
        }
    }

    @Test
    void oneConnectionMoreThanThereMayBeIsClosedAtOnce() throws IOException {
        try (CloudNode node = CloudNode.start(plan(ANY_PORT, 1_000, 100, 1, List.of(), List.of(), false));
                Socket first = connect(node)) {
            first.getOutputStream().write(bytes(1));
            first.getInputStream().readNBytes(24 + 1 + 4 + 3);
            try (Socket second = connect(node)) {
                assertThat(second.getInputStream().read()).isEqualTo(-1);
            }
            first.getOutputStream().write(bytes(2));
            assertThat(frame(first.getInputStream().readNBytes(24 + 1 + 4 + 3)).sequence())
                    .isEqualTo(2);
        }
    }

    @Test
    void itReportsTheMemoryOfItsConnectionsAndThatItDrains() throws IOException {
        try (DatagramSocket balancer = new DatagramSocket(ANY_PORT)) {
            InetSocketAddress to = (InetSocketAddress) balancer.getLocalSocketAddress();
            List<TimedOrder> script = List.of(TimedOrder.parse("500ms drain for 1h"));
            try (CloudNode node = CloudNode.start(plan(ANY_PORT, 1_000, 100, 10, List.of(to), script, false));
                    Socket lamp = connect(node)) {
                LoadReport first = report(received(balancer));
                LoadReport draining = report(received(balancer));

                assertThat(first.draining()).isFalse();
                assertThat(draining.draining()).isTrue();
                assertThat(draining.usage().memoryUsedBytes()).hasValue(1 << 20);
                assertThat(lamp.isConnected()).isTrue();
            }
        }
    }

    private static Socket connect(CloudNode node) throws IOException {
        Socket socket = new Socket(node.address().getAddress(), node.address().getPort());
        socket.setSoTimeout(30_000);
        return socket;
    }

    private static byte[] exchange(DatagramSocket lamp, InetSocketAddress node, int sequence) throws IOException {
        lamp.send(new DatagramPacket(bytes(sequence), bytes(sequence).length, node));
        return received(lamp);
    }

    private static byte[] order(String words) {
        ByteBuf bytes = Unpooled.buffer();
        LampFrameCodec.encode(new LampFrame(Kind.ORDER, 0, 0, 0, words.getBytes(StandardCharsets.US_ASCII)), bytes);
        return ByteBufUtil.getBytes(bytes);
    }

    @Test
    void aTakenPortIsNamed() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress taken = (InetSocketAddress) other.getLocalSocketAddress();

            assertThatThrownBy(() -> CloudNode.start(plan(taken, 1_000_000, 100, List.of())))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("node node cannot listen on 127.0.0.1:" + taken.getPort() + " (TCP)");
        }
    }

    private static NodePlan plan(InetSocketAddress listen, long serviceNs, int limit, List<InetSocketAddress> to) {
        return plan(listen, serviceNs, limit, 1000, to, List.of(), false);
    }

    private static NodePlan plan(
            InetSocketAddress listen,
            long serviceNs,
            int limit,
            int connectionLimit,
            List<InetSocketAddress> to,
            List<TimedOrder> script,
            boolean obeys) {
        return new NodePlan(
                "node",
                listen,
                2,
                1,
                serviceNs,
                Distribution.FIXED,
                Discipline.Kind.FIFO,
                limit,
                connectionLimit,
                8000,
                HARDWARE,
                1 << 20,
                to,
                Optional.of(KEY),
                script,
                obeys,
                1);
    }

    private static byte[] bytes(int sequence) {
        ByteBuf bytes = Unpooled.buffer();
        LampFrameCodec.encode(new LampFrame(Kind.STATUS, 1, sequence, 99, LIT), bytes);
        return ByteBufUtil.getBytes(bytes);
    }

    private static byte[] received(DatagramSocket socket) throws IOException {
        socket.setSoTimeout(30_000);
        DatagramPacket packet = new DatagramPacket(new byte[65_535], 65_535);
        socket.receive(packet);
        return java.util.Arrays.copyOf(packet.getData(), packet.getLength());
    }

    private static LampFrame frame(byte[] bytes) {
        return ((Decoded.Whole) LampFrameCodec.decode(Unpooled.wrappedBuffer(bytes))).frame();
    }

    private static LoadReport report(byte[] bytes) {
        LoadReportCodec.Decoded decoded = LoadReportCodec.decode(ByteBuffer.wrap(bytes), Map.of(1, KEY), false);
        return ((LoadReportCodec.Decoded.Accepted) decoded).report();
    }
}
