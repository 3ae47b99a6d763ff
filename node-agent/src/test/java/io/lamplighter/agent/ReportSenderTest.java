package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ReportSenderTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(ReportSender.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private DatagramChannel channel;

    @BeforeEach
    void open() throws IOException {
        channel = DatagramChannel.open();
        channel.configureBlocking(false);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void close() throws IOException {
        logger.detachAppender(log);
        channel.close();
    }

    @Test
    void aDatagramArrivesAsItIs() throws IOException {
        try (DatagramSocket balancer = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            ReportSender sender = new ReportSender(
                    channel, new BalancerName("127.0.0.1", balancer.getLocalPort()), InetAddress::getAllByName);
            sender.resolve();

            sender.send(ByteBuffer.wrap(new byte[] {1, 2, 3}));

            balancer.setSoTimeout(10_000);
            DatagramPacket packet = new DatagramPacket(new byte[10], 10);
            balancer.receive(packet);
            assertThat(packet.getLength()).isEqualTo(3);
            assertThat(sender.sent()).isEqualTo(1);
            assertThat(sender.failed()).isZero();
            assertThat(log.list).isEmpty();
        }
    }

    @Test
    void theSameTroubleIsLoggedOnceAndCountedEachTime() {
        ReportSender sender =
                new ReportSender(channel, new BalancerName("255.255.255.255", 9), InetAddress::getAllByName);
        sender.resolve();

        for (int i = 0; i < 5; i++) {
            sender.send(ByteBuffer.wrap(new byte[1])); // broadcasting is not allowed on this channel
        }

        assertThat(sender.failed()).isEqualTo(5);
        assertThat(sender.sent()).isZero();
        assertThat(log.list)
                .singleElement()
                .extracting(ILoggingEvent::getFormattedMessage)
                .asString()
                .contains("255.255.255.255:9");
    }

    @Test
    void aNameThatCannotBeResolvedIsTriedAgainAndLoggedOnce() {
        ReportSender sender = new ReportSender(channel, new BalancerName("no-such-host.invalid", 9), host -> {
            throw new UnknownHostException(host);
        });

        sender.resolve();
        sender.send(ByteBuffer.wrap(new byte[1]));
        sender.resolve();
        sender.send(ByteBuffer.wrap(new byte[1]));

        assertThat(sender.failed()).isEqualTo(2);
        assertThat(log.list)
                .singleElement()
                .extracting(ILoggingEvent::getFormattedMessage)
                .asString()
                .contains("no-such-host.invalid:9");
    }

    @Test
    void aNameThatMovedIsFollowedAndItsOldAddressHearsNoMore() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        InetAddress there = InetAddress.getByName("127.0.0.2");
        try (DatagramSocket before = new DatagramSocket(new InetSocketAddress(here, 0));
                DatagramSocket after = new DatagramSocket(new InetSocketAddress(there, before.getLocalPort()))) {
            before.setSoTimeout(10_000);
            after.setSoTimeout(10_000);
            AtomicReference<InetAddress[]> answer = new AtomicReference<>(new InetAddress[] {here});
            ReportSender sender = new ReportSender(
                    channel, new BalancerName("lb.example", before.getLocalPort()), host -> answer.get());
            sender.resolve();
            sender.send(ByteBuffer.wrap(new byte[] {1}));

            answer.set(new InetAddress[] {there});
            sender.resolve();
            sender.resolve();
            sender.send(ByteBuffer.wrap(new byte[] {2}));

            assertThat(firstByteAt(before)).isEqualTo((byte) 1);
            assertThat(firstByteAt(after)).isEqualTo((byte) 2);
            assertThat(log.list)
                    .singleElement()
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .asString()
                    .contains("lb.example:", "127.0.0.2", "127.0.0.1");
        }
    }

    @Test
    void anAddressStaysInUseForAsLongAsItsNameHasItWhateverTheOrder() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        InetAddress other = InetAddress.getByName("127.0.0.2");
        try (DatagramSocket balancer = new DatagramSocket(new InetSocketAddress(here, 0))) {
            balancer.setSoTimeout(10_000);
            AtomicReference<InetAddress[]> answer = new AtomicReference<>(new InetAddress[] {here, other});
            ReportSender sender = new ReportSender(
                    channel, new BalancerName("lb.example", balancer.getLocalPort()), host -> answer.get());
            sender.resolve();

            answer.set(new InetAddress[] {other, here});
            sender.resolve();
            sender.send(ByteBuffer.wrap(new byte[] {1}));

            assertThat(firstByteAt(balancer)).isEqualTo((byte) 1);
            assertThat(log.list).isEmpty();
        }
    }

    @Test
    void aNameServerThatFailsLeavesTheAddressAndItsReturnIsSaidOnce() throws IOException {
        try (DatagramSocket balancer = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            balancer.setSoTimeout(10_000);
            AtomicReference<InetAddress[]> answer =
                    new AtomicReference<>(new InetAddress[] {InetAddress.getLoopbackAddress()});
            ReportSender sender =
                    new ReportSender(channel, new BalancerName("lb.example", balancer.getLocalPort()), host -> {
                        if (answer.get() == null) {
                            throw new UnknownHostException(host);
                        }
                        return answer.get();
                    });
            sender.resolve();
            InetAddress[] works = answer.getAndSet(null);
            sender.resolve();
            sender.resolve();
            sender.send(ByteBuffer.wrap(new byte[] {1}));
            answer.set(works);
            sender.resolve();
            sender.resolve();

            assertThat(firstByteAt(balancer)).isEqualTo((byte) 1);
            assertThat(log.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .satisfiesExactly(
                            first -> assertThat(first).contains("no address is known"),
                            second -> assertThat(second).contains("works again"));
        }
    }

    private static byte firstByteAt(DatagramSocket socket) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[10], 10);
        socket.receive(packet);
        return packet.getData()[0];
    }
}
