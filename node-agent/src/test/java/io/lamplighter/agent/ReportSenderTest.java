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
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
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
            ReportSender sender = new ReportSender(channel, new BalancerName("127.0.0.1", balancer.getLocalPort()));
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
        ReportSender sender = new ReportSender(channel, new BalancerName("255.255.255.255", 9));
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
        ReportSender sender = new ReportSender(channel, new BalancerName("no-such-host.invalid", 9));

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
}
