package io.lamplighter.balancer.watch;

import static io.lamplighter.balancer.watch.Reports.bytes;
import static io.lamplighter.balancer.watch.Reports.config;
import static io.lamplighter.balancer.watch.Reports.report;
import static io.lamplighter.balancer.watch.Reports.signed;
import static io.lamplighter.balancer.watch.Reports.unsigned;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReportCodec;
import io.lamplighter.agent.report.ReportKey;
import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Residual;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.config.Source;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.ResponseSamples;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.NodeKey;
import io.lamplighter.balancer.weigh.WeightGroup;
import io.lamplighter.balancer.weigh.WeightLoop;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing but a report that its agent signed and just sent changes anything, through the handler that the socket feeds. */
class MillionDatagramsTest {
    private static final int MILLION = 1_000_000;
    private static final long NOW_MS = 1_790_000_000_000L;
    private static final long BOOT = NOW_MS - 60_000;
    private static final long SEQUENCE = 5_000;
    private static final InetSocketAddress SENDER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000);
    private static final int VERSION_OFFSET = 4;

    private final long seed = System.nanoTime();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final EmbeddedChannel socket = new EmbeddedChannel();
    private final List<int[]> published = new ArrayList<>();
    private final ReportReceiver receiver =
            new ReportReceiver(socket.eventLoop(), () -> 0, () -> NOW_MS, this::reportsArrived);
    private final WeightLoop weights =
            new WeightLoop(socket.eventLoop(), receiver::latest, new ResponseSamples(new Counters()), () -> 0);
    private final Map<Refusal, Long> refusedBefore = new EnumMap<>(Refusal.class);
    private HeardReport a = new HeardReport(report("a", 0, 0, 0), 0);
    private HeardReport b = a;
    private long sent;

    @BeforeEach
    void hearNodesAAndB() {
        System.out.println("MillionDatagramsTest seed " + seed);
        receiver.reconfigure(config(false), Set.of("a", "b", "never-heard"));
        weights.generation(
                List.of(new WeightGroup(
                        "lamps",
                        new DynamicWeight(new ResidualRate(0.5, 0.5, Residual.SUM, 0.1, 0), 1),
                        List.of(node("a"), node("b")),
                        published::add,
                        times -> {})),
                Reports.EXPIRE_MS);
        socket.runPendingTasks();
        socket.pipeline().addLast(receiver.intake());
        receive(bytes(halfIdle("a")));
        socket.runPendingTasks();
        receive(bytes(halfIdle("b")));
        a = heard("a");
        b = heard("b");
        socket.runPendingTasks();
        assertThat(published).hasSize(3);
        for (Refusal refusal : Refusal.values()) {
            refusedBefore.put(refusal, receiver.refused(refusal));
        }
        sent = 0;
    }

    private static LoadReport halfIdle(String node) {
        LoadReport report = report(node, BOOT, SEQUENCE, NOW_MS);
        return Reports.idle(report, 0.5, 0.5);
    }

    private static Node node(String name) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        Source source = new Source("test.conf", 1);
        UpstreamServer settings = new UpstreamServer(
                name, List.of(address), 100, true, 0, 1, 10_000, 0, false, false, false, Optional.of(name), source);
        return new Node(new NodeKey("lamps", address, 0), settings);
    }

    private void reportsArrived() {
        weights.reportsArrived();
    }

    @AfterEach
    void close() {
        socket.finishAndReleaseAll();
    }

    @Test
    void everySingleBitCounts() {
        byte[] good = news();
        for (int bit = 0; bit < good.length * Byte.SIZE; bit++) {
            byte[] flipped = good.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            receive(flipped);
        }
        nothingHasChanged();

        receive(good);
        assertThat(heard("a").report().sequence())
                .as("the report itself is good")
                .isEqualTo(SEQUENCE + 1);
    }

    @Test
    void everyLengthButItsOwnIsRefused() {
        byte[] good = news();
        for (int length = 0; length <= LoadReportCodec.MAX_LENGTH + 1; length++) {
            if (length != good.length) {
                receive(Arrays.copyOf(good, length));
            }
        }
        nothingHasChanged();
        assertThat(receiver.refused(Refusal.CUT)).isEqualTo(sent);
    }

    @Test
    void everyReportThatWasHeardBeforeIsAReplay() {
        for (int sequence = 0; sequence <= SEQUENCE; sequence++) {
            receive(bytes(report("a", BOOT, sequence, NOW_MS)));
        }
        nothingHasChanged();
        assertThat(receiver.refused(Refusal.REPLAY)).isEqualTo(SEQUENCE + 1);
    }

    /** Signed with the right key, and still nothing is kept of any of them. */
    @Test
    void unknownNamesAreCountedAndNotKept() {
        for (int i = 0; i < 100_000; i++) {
            receive(bytes(report("unknown-" + random.nextLong(), BOOT, SEQUENCE + i, NOW_MS)));
        }
        nothingHasChanged();
        assertThat(receiver.refused(Refusal.UNKNOWN_NODE)).isEqualTo(100_000);
    }

    @Test
    void aMillionRandomAndMutatedDatagramsChangeNothing() {
        byte[][] originals = {
            news(),
            bytes(report("b", BOOT, SEQUENCE + 7, NOW_MS)),
            bytes(report("n".repeat(255), BOOT, 1, NOW_MS)),
            bytes(report("a", BOOT, SEQUENCE - 1, NOW_MS - 1_000)),
        };
        for (int i = 0; i < MILLION; i++) {
            receive(datagram(originals));
        }
        nothingHasChanged();
        assertThat(refusals())
                .containsKeys(
                        Refusal.CUT,
                        Refusal.RUBBISH,
                        Refusal.UNKNOWN_VERSION,
                        Refusal.UNSIGNED,
                        Refusal.UNKNOWN_KEY,
                        Refusal.BAD_SIGNATURE,
                        Refusal.REPLAY,
                        Refusal.CLOCK_OFF,
                        Refusal.OLD_BOOT,
                        Refusal.UNKNOWN_NODE);
        System.out.println("a million datagrams refused as " + refusals());
    }

    /** The next report of node a, which would be believed as it is. */
    private static byte[] news() {
        return bytes(report("a", BOOT, SEQUENCE + 1, NOW_MS));
    }

    private byte[] datagram(byte[][] originals) {
        byte[] good = originals[random.nextInt(originals.length)].clone();
        return switch (random.nextInt(10)) {
            case 0 -> random(new byte[random.nextInt(LoadReportCodec.MAX_LENGTH + 2)]);
            case 1 -> tail(random(good.clone()), good);
            case 2 -> flipped(good, 1 + random.nextInt(20));
            case 3 -> Arrays.copyOf(good, random.nextInt(good.length));
            case 4 -> Arrays.copyOf(good, good.length + 1 + random.nextInt(64));
            case 5 -> shuffled(good);
            case 6 -> spliced(good, originals[random.nextInt(originals.length)]);
            case 7 -> otherVersion(good);
            case 8 -> replayed();
            default -> withoutOurKey();
        };
    }

    private byte[] random(byte[] bytes) {
        random.nextBytes(bytes);
        return bytes;
    }

    /** Random, but with the first bytes of a report, so that it gets further. */
    private byte[] tail(byte[] random, byte[] good) {
        int kept = this.random.nextInt(good.length - 1);
        System.arraycopy(good, 0, random, 0, kept);
        random[kept] = (byte) ~good[kept]; // never the original by chance
        return random;
    }

    private byte[] flipped(byte[] original, int bits) {
        byte[] bytes = original.clone();
        for (int i = 0; i < bits; i++) {
            int bit = random.nextInt(bytes.length * Byte.SIZE);
            bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        }
        return unlike(bytes, original);
    }

    private byte[] shuffled(byte[] original) {
        byte[] bytes = original.clone();
        for (int i = 0; i < 8; i++) {
            int from = random.nextInt(bytes.length);
            int to = random.nextInt(bytes.length);
            byte moved = bytes[from];
            bytes[from] = bytes[to];
            bytes[to] = moved;
        }
        return unlike(bytes, original);
    }

    /** What chance left as it was is damaged in its last byte. */
    private static byte[] unlike(byte[] bytes, byte[] original) {
        if (Arrays.equals(bytes, original)) {
            bytes[bytes.length - 1] ^= 1;
        }
        return bytes;
    }

    /** The head of one report and the rest of another. */
    private byte[] spliced(byte[] head, byte[] rest) {
        int cut = random.nextInt(Math.min(head.length, rest.length));
        byte[] spliced = rest.clone();
        System.arraycopy(head, 0, spliced, 0, cut);
        return unlike(unlike(spliced, rest), head);
    }

    private byte[] otherVersion(byte[] bytes) {
        bytes[VERSION_OFFSET] += (byte) (1 + random.nextInt(255));
        return bytes;
    }

    /** Rightly signed, and old in one way or another, or of a node that nobody named. */
    private byte[] replayed() {
        long age = random.nextLong(SEQUENCE + 1);
        return switch (random.nextInt(5)) {
            case 0 -> bytes(report("nobody", BOOT, SEQUENCE + age, NOW_MS));
            case 4 -> bytes(report("a", BOOT, SEQUENCE - age, NOW_MS - age));
            case 1 -> bytes(report("b", BOOT - 1 - age, SEQUENCE + age, NOW_MS));
            case 2 -> bytes(report("never-heard", BOOT, age, NOW_MS - ReportGate.CLOCK_WINDOW_MS - 1 - age));
            default -> bytes(report("a", BOOT + 1, age, NOW_MS + ReportGate.CLOCK_WINDOW_MS + 1 + age));
        };
    }

    private byte[] withoutOurKey() {
        long sequence = SEQUENCE + 1 + random.nextInt(MILLION);
        if (random.nextBoolean()) {
            return bytes(unsigned(report("a", BOOT, sequence, NOW_MS)));
        }
        byte[] guess = new byte[ReportKey.MIN_SECRET_LENGTH];
        random.nextBytes(guess);
        return bytes(signed(report("a", BOOT, sequence, NOW_MS), new ReportKey(random.nextInt(2), guess)));
    }

    private void receive(byte[] datagram) {
        ByteBuf content = Unpooled.wrappedBuffer(datagram);
        socket.writeInbound(new DatagramPacket(content, SENDER, SENDER)); // throws what a handler lets escape
        assertThat(content.capacity() == 0 || content.refCnt() == 0)
                .as("released")
                .isTrue();
        sent++;
    }

    private HeardReport heard(String node) {
        HeardReport heard = receiver.latest(node);
        assertThat(heard).isNotNull();
        return heard;
    }

    private Map<Refusal, Long> refusals() {
        Map<Refusal, Long> refusals = new EnumMap<>(Refusal.class);
        refusedBefore.forEach((refusal, before) -> {
            if (receiver.refused(refusal) > before) {
                refusals.put(refusal, receiver.refused(refusal) - before);
            }
        });
        return refusals;
    }

    private void nothingHasChanged() {
        assertThat(refusals().values().stream().mapToLong(Long::longValue).sum())
                .as("each one is counted; one that had thrown would not be")
                .isEqualTo(sent);
        assertThat(receiver.accepted()).isEqualTo(2);
        socket.runPendingTasks();
        assertThat(published).as("weights").hasSize(3);
        assertThat(heard("a")).isSameAs(a);
        assertThat(heard("b")).isSameAs(b);
        assertThat(receiver.heardNodes()).containsExactlyInAnyOrder("a", "b");
    }
}
