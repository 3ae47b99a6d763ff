package io.lamplighter.balancer.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.lamplighter.balancer.config.AccessLogConfig;
import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.variable.BuiltIn;
import io.lamplighter.balancer.variable.LogLine;
import io.lamplighter.balancer.variable.Template;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** What UDP sessions and listeners tell the administrator. */
class UdpLogTest {
    private static final String TRANSPORTS = "io.lamplighter.balancer.listen.UdpBench#transports";

    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void theAccessLineTellsWhatMovedAndHowItEnded(Transport transport) throws Exception {
        Path file = directory.resolve("access.log");
        try (UdpBench bench = new UdpBench(transport, 1);
                UdpPeer node = UdpPeer.node()) {
            bench.responses = 2;
            bench.accessLogs = List.of(new AccessLogConfig(
                    new AccessLogConfig.ToFile(file, Optional.empty()),
                    format(
                            BuiltIn.PROTOCOL,
                            BuiltIn.SERVER_ADDR,
                            BuiltIn.UPSTREAM_ADDR,
                            BuiltIn.BYTES_RECEIVED,
                            BuiltIn.BYTES_SENT,
                            BuiltIn.STATUS,
                            BuiltIn.END_REASON),
                    Optional.empty()));
            try (UdpPeer client = UdpPeer.client(bench.open(List.of(UdpBench.node(node.address()))))) {
                client.send("four");
                node.receive();
                node.reply("five5");
                node.reply("");
                client.receive();
                client.receive();
                await().untilAsserted(() ->
                        assertThat(bench.ended(EndReason.ANSWERED)).isEqualTo(1));
            }
            String upstream = "127.0.0.1:" + node.address().getPort();
            await().until(() -> Files.exists(file) && !Files.readString(file).isEmpty());
            assertThat(file).hasContent("UDP|127.0.0.1|" + upstream + "|4|5|200|answered|");
        }
    }

    private static LogLine format(BuiltIn... variables) {
        List<Template.Part> parts = new ArrayList<>();
        for (BuiltIn variable : variables) {
            parts.add(new Template.Reference(variable));
            parts.add(new Template.Literal("|"));
        }
        return new LogLine(new Template(parts), LogLine.Escape.NONE);
    }

    @ParameterizedTest
    @MethodSource(TRANSPORTS)
    void aWildcardListenerThatCannotTellTheAskedAddressSaysSoAtTheStart(Transport transport) throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(UdpListener.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try (UdpBench bench = new UdpBench(transport, 1)) {
            InetSocketAddress specific = bench.open(List.of());
            bench.closeListener();
            assertThat(lines.list).as("at %s", specific).isEmpty();
            bench.listenAddress = UdpPeer.ipv4(0, 0, 0, 0, 0);
            bench.open(List.of());
            assertThat(lines.list)
                    .map(ILoggingEvent::getFormattedMessage)
                    .hasSize(transport == Transport.EPOLL ? 0 : 1)
                    .allSatisfy(line -> assertThat(line).contains("one \"listen\" for each", "test.conf:1"));
        } finally {
            logger.detachAppender(lines);
        }
    }
}
