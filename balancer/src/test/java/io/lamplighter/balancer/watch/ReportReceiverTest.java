package io.lamplighter.balancer.watch;

import static io.lamplighter.balancer.watch.Reports.bytes;
import static io.lamplighter.balancer.watch.Reports.config;
import static io.lamplighter.balancer.watch.Reports.report;
import static io.lamplighter.balancer.watch.Reports.signed;
import static io.lamplighter.balancer.watch.Reports.unsigned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lamplighter.balancer.config.LoadReportsConfig.SourceLimit;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReportReceiverTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final int FLOOD = 20_000;

    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final AtomicInteger news = new AtomicInteger();
    private final ReportReceiver receiver =
            new ReportReceiver(group.next(), System::nanoTime, System::currentTimeMillis, news::incrementAndGet);
    private DatagramChannel agent;

    @BeforeEach
    void listenForNodeA() throws IOException {
        receiver.reconfigure(config(false), Set.of("a"));
        open(ANY_PORT);
        agent = DatagramChannel.open();
    }

    @AfterEach
    void stop() throws IOException {
        agent.close();
        receiver.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Test
    void aReportArrivesAndIsAnnounced() throws IOException {
        send(signed(report("a", 1, 1, System.currentTimeMillis())));

        await().untilAsserted(() -> assertThat(news).hasValue(1));
        assertThat(Objects.requireNonNull(receiver.latest("a")).report().sequence())
                .isEqualTo(1);
        assertThat(receiver.accepted()).isEqualTo(1);
    }

    @Test
    void everyRefusalIsCountedOnItsOwnAndAnnouncesNothing() throws IOException {
        long now = System.currentTimeMillis();
        byte[] good = bytes(report("a", 1, 1, now));
        send(unsigned(report("a", 1, 2, now)));
        send(signed(report("b", 1, 2, now)));
        send(signed(report("a", 1, 2, now - 60_000)));
        send(ByteBuffer.wrap(Arrays.copyOf(good, 100)));
        send(ByteBuffer.wrap(Arrays.copyOf(good, 9_000)));
        send(ByteBuffer.allocate(0));
        send(ByteBuffer.allocate(60_000));

        await().untilAsserted(
                        () -> assertThat(receiver.refused(Refusal.RUBBISH)).isEqualTo(1));
        assertThat(receiver.refused(Refusal.UNSIGNED)).isEqualTo(1);
        assertThat(receiver.refused(Refusal.UNKNOWN_NODE)).isEqualTo(1);
        assertThat(receiver.refused(Refusal.CLOCK_OFF)).isEqualTo(1);
        assertThat(receiver.refused(Refusal.CUT)).isEqualTo(3);
        assertThat(receiver.accepted()).isZero();
        assertThat(news).hasValue(0);
    }

    @Test
    void goodReportsAreStillTakenBetweenRubbish() throws IOException {
        long seed = System.nanoTime();
        System.out.println("ReportReceiverTest seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 1; i <= FLOOD; i++) {
            byte[] rubbish = new byte[random.nextInt(1_200)];
            random.nextBytes(rubbish);
            send(ByteBuffer.wrap(rubbish));
            if (i % 1_000 == 0) {
                long sequence = i;
                // The system may drop datagrams of a flood; an agent does not repeat, but it sends another one.
                await().pollInterval(Duration.ofMillis(10)).untilAsserted(() -> {
                    send(signed(report("a", 1, sequence, System.currentTimeMillis())));
                    assertThat(receiver.latest("a"))
                            .isNotNull()
                            .satisfies(heard ->
                                    assertThat(heard.report().sequence()).isEqualTo(sequence));
                });
            }
        }
        assertThat(receiver.refused(Refusal.RUBBISH) + receiver.refused(Refusal.CUT))
                .isPositive();
    }

    @Test
    void whoSendsTooMuchIsRefusedBeforeAnythingIsRead() throws IOException {
        receiver.reconfigure(config(new SourceLimit(1, 60_000, 2)), Set.of("a"));
        open(ANY_PORT);
        long now = System.currentTimeMillis();
        for (int sequence = 1; sequence <= 5; sequence++) {
            send(signed(report("a", 1, sequence, now)));
        }
        send(ByteBuffer.allocate(0));

        await().untilAsserted(
                        () -> assertThat(receiver.refused(Refusal.OVER_RATE)).isEqualTo(4));
        assertThat(receiver.accepted()).isEqualTo(2);
        assertThat(receiver.refused(Refusal.CUT)).isZero();
        assertThat(news).hasPositiveValue();
    }

    @Test
    void aReloadIsNoPardonUnlessItChangesTheLimit() throws IOException {
        SourceLimit one = new SourceLimit(1, 60_000, 1);
        receiver.reconfigure(config(one), Set.of("a"));
        open(ANY_PORT);
        long now = System.currentTimeMillis();
        send(signed(report("a", 1, 1, now)));
        await().untilAsserted(() -> assertThat(receiver.accepted()).isEqualTo(1));

        receiver.reconfigure(config(one), Set.of("a", "b"));
        open(ANY_PORT); // completes after the reload took effect
        send(signed(report("a", 1, 2, now)));
        await().untilAsserted(
                        () -> assertThat(receiver.refused(Refusal.OVER_RATE)).isEqualTo(1));

        receiver.reconfigure(config(false), Set.of("a", "b"));
        open(ANY_PORT);
        send(signed(report("a", 1, 3, now)));
        await().untilAsserted(() -> assertThat(receiver.accepted()).isEqualTo(2));
    }

    @Test
    void aReloadKeepsWhatWasHeardAndCounted() throws IOException {
        send(signed(report("a", 1, 1, System.currentTimeMillis())));
        send(unsigned(report("a", 1, 2, System.currentTimeMillis())));
        await().untilAsserted(
                        () -> assertThat(receiver.refused(Refusal.UNSIGNED)).isEqualTo(1));

        receiver.reconfigure(config(true), Set.of("a", "b"));
        // Known from before the reload, and so a replay; repeated because the reload takes effect a moment later.
        await().untilAsserted(() -> {
            send(unsigned(report("a", 1, 1, System.currentTimeMillis())));
            assertThat(receiver.refused(Refusal.REPLAY)).isPositive();
        });
        assertThat(receiver.latest("a")).isNotNull();
        assertThat(receiver.accepted()).isEqualTo(1);
        assertThat(receiver.refused(Refusal.UNSIGNED)).isPositive();
    }

    @Test
    void anotherAddressReplacesTheFormerOne() throws IOException {
        InetSocketAddress former = address();
        open(ANY_PORT);

        send(signed(report("a", 1, 1, System.currentTimeMillis())));

        await().untilAsserted(() -> assertThat(receiver.accepted()).isEqualTo(1));
        awaitFree(former);
    }

    @Test
    void anAddressThatIsTakenIsAFailureAndTheFormerOneStays() throws IOException {
        try (DatagramChannel other = DatagramChannel.open().bind(ANY_PORT)) {
            InetSocketAddress taken = (InetSocketAddress) other.getLocalAddress();

            assertThat(receiver.open(taken))
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(IOException.class);
        }
        send(signed(report("a", 1, 1, System.currentTimeMillis())));
        await().untilAsserted(() -> assertThat(receiver.accepted()).isEqualTo(1));
    }

    @Test
    void closingLetsThePortGo() {
        InetSocketAddress former = address();

        receiver.close();

        await().until(() -> receiver.localAddress() == null);
        awaitFree(former);
    }

    @Test
    void aWildcardOfOneFamilyLeavesTheOtherFamilyAlone() throws IOException {
        open(new InetSocketAddress(InetAddress.getByAddress(new byte[4]), 0));
        int port = address().getPort();
        InetAddress loopback6 = InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});

        try (DatagramChannel other = DatagramChannel.open(StandardProtocolFamily.INET6)) {
            assertThat(other.bind(new InetSocketAddress(loopback6, port)).getLocalAddress())
                    .isNotNull();
        }
    }

    private static void awaitFree(InetSocketAddress address) {
        await().ignoreException(IOException.class).until(() -> {
            try (DatagramChannel other = DatagramChannel.open()) {
                return other.bind(address).getLocalAddress() != null;
            }
        });
    }

    private void open(InetSocketAddress listen) {
        InetSocketAddress bound = receiver.open(listen).toCompletableFuture().join();
        assertThat(receiver.localAddress()).isEqualTo(bound);
    }

    private InetSocketAddress address() {
        return Objects.requireNonNull(receiver.localAddress());
    }

    private void send(ByteBuffer datagram) throws IOException {
        agent.send(datagram, address());
    }
}
