package io.lamplighter.balancer.weigh;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Residual;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.config.Source;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.ResponseSamples;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.NodeKey;
import io.lamplighter.balancer.watch.HeardReport;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WeightLoopTest {
    private static final DynamicWeight HALVES = residualRate(0.5, 0.5, 0.10);
    private static final long EXPIRE_MS = 5_000;
    private static final Hardware A_HARDWARE = hardware(2, 8);
    private static final Hardware B_HARDWARE = hardware(1, 8);
    private static final Hardware C_HARDWARE = hardware(1, 4);

    private static final ResponseSamples NO_RESPONSES = new ResponseSamples(new Counters());

    private final EmbeddedChannel thread = new EmbeddedChannel();
    private final Map<String, HeardReport> reports = new HashMap<>();
    private final Node a = node(1, "a");
    private final Node b = node(2, "b");
    private final Node c = node(3, "c");
    private final List<int[]> published = new ArrayList<>();
    private long nowMs = 1_000_000;
    private WeightLoop loop;

    @BeforeEach
    void startWithThreeNodes() {
        thread.freezeTime();
        loop = new WeightLoop(
                thread.eventLoop(), reports::get, NO_RESPONSES, () -> TimeUnit.MILLISECONDS.toNanos(nowMs));
        generation(group(published, a, b, c));
    }

    @AfterEach
    void stop() {
        thread.finishAndReleaseAll();
    }

    @Test
    void aGenerationStartsWithTheConfiguredWeights() {
        assertThat(published).containsExactly(new int[] {33, 33, 33});
        assertThat(loop.weightOf(a)).contains(new NodeWeight(33, WeightReason.AGENT_NOT_HEARD, 0, 100));
    }

    @Test
    void aGenerationIsCompleteOnceItsWeightsArePublished() {
        List<int[]> second = new ArrayList<>();
        var done = loop.generation(List.of(group(second, a)), EXPIRE_MS).toCompletableFuture();
        assertThat(done).isNotDone();

        thread.runPendingTasks();

        assertThat(done).isCompleted();
        assertThat(second).containsExactly(new int[] {100});
    }

    @Test
    void reportsBecomeWeightsAtOnce() {
        hearTestBed();
        arrive();

        assertThat(lastPublished()).containsExactly(29, 13, 0);
        nowMs += 250;
        assertThat(loop.weightOf(a)).contains(new NodeWeight(29, WeightReason.AGENT, 250, 100));
        assertThat(loop.weightOf(c)).contains(new NodeWeight(0, WeightReason.OVERLOADED, 250, 100));
    }

    @Test
    void manyReportsLeadToOneComputation() {
        hearTestBed();
        for (int i = 0; i < 1_000; i++) {
            loop.reportsArrived();
        }
        hear("c", C_HARDWARE, 1, 1);
        thread.runPendingTasks();

        assertThat(published).hasSize(2);
        assertThat(lastPublished()).containsExactly(29, 13, 25);
    }

    @Test
    void onlyChangesArePublished() {
        hearTestBed();
        arrive();
        hearTestBed();
        arrive();
        tick();

        assertThat(published).hasSize(2);
    }

    @Test
    void aSilentNodeFallsBackToTheBaseItsHardwareGave() {
        hearTestBed();
        arrive();
        nowMs += EXPIRE_MS - 100;
        hear("a", A_HARDWARE, 0.62, 0.70);
        hear("b", B_HARDWARE, 0.30, 0.52);
        tick();
        assertThat(lastPublished()).containsExactly(29, 13, 0);

        nowMs += 101;
        tick();

        assertThat(lastPublished()).containsExactly(29, 13, 25);
        assertThat(loop.weightOf(c)).contains(new NodeWeight(25, WeightReason.AGENT_SILENT, EXPIRE_MS + 1, 100));
    }

    /** As an agent sends: each second, of which the network loses one, and under the default of {@code expire}. */
    @Test
    void oneLostDatagramMovesNoWeight() {
        hearTestBed();
        arrive();
        assertThat(lastPublished()).containsExactly(29, 13, 0);
        for (int lost = 1; lost <= 3; lost++) {
            for (int second = 1; second <= 5; second++) {
                nowMs += 1_000;
                if (second != 3) {
                    hear("a", A_HARDWARE, 0.62, 0.70);
                }
                hear("b", B_HARDWARE, 0.30, 0.52);
                hear("c", C_HARDWARE, 0.06, 0.10);
                arrive();
                nowMs += 999;
                tick();
                nowMs -= 999;
                assertThat(loop.weightOf(a)).map(NodeWeight::reason).contains(WeightReason.AGENT);
            }
        }
        assertThat(published)
                .as("the configured ones and the first reported ones")
                .hasSize(2);
    }

    @Test
    void whenAllAreOverloadedTheReasonSaysSo() {
        hear("a", A_HARDWARE, 0, 0);
        hear("b", B_HARDWARE, 0, 0);
        hear("c", C_HARDWARE, 0, 0);
        arrive();

        assertThat(lastPublished()).containsExactly(44, 31, 25);
        assertThat(loop.weightOf(b)).contains(new NodeWeight(31, WeightReason.ALL_OVERLOADED, 0, 100));
    }

    @Test
    void aFailedNodeDoesNotLeaveTheTrafficToNobody() {
        hear("a", A_HARDWARE, 1, 1);
        hear("b", B_HARDWARE, 0, 0);
        hear("c", C_HARDWARE, 0, 0);
        arrive();
        assertThat(lastPublished()).containsExactly(44, 0, 0);

        assertThat(a.failed(nowMs)).isTrue();
        tick();

        assertThat(lastPublished()).containsExactly(44, 31, 25);
    }

    @Test
    void aNodeWithoutAnAgentKeepsItsConfiguredWeight() {
        Node plain = new Node(key(4), server(4, 60, true, Optional.empty()));
        generation(group(published, a, plain));
        hear("a", A_HARDWARE, 0.5, 0.5);
        arrive();

        assertThat(lastPublished()).containsExactly(25, 60);
        assertThat(loop.weightOf(plain)).contains(new NodeWeight(60, WeightReason.CONFIGURED, 0, 100));
    }

    @Test
    void aReloadPublishesToTheNewGroupsOnlyAndKnowsThePastReports() {
        hearTestBed();
        arrive();
        int before = published.size();
        List<int[]> next = new ArrayList<>();
        a.settings(server(1, 0, true, Optional.of("a")), false);

        generation(group(next, a, b));
        hear("b", B_HARDWARE, 1, 1);
        arrive();

        assertThat(published).hasSize(before);
        assertThat(next.get(0)[0]).isZero();
        assertThat(next).hasSize(2);
        assertThat(loop.weightOf(a)).map(NodeWeight::reason).contains(WeightReason.SET_TO_ZERO);
        assertThat(loop.weightOf(c)).isEmpty();
    }

    @Test
    void groupsAreWeighedIndependently() {
        List<int[]> other = new ArrayList<>();
        generation(group(published, a, b), group(other, c));
        hearTestBed();
        arrive();

        assertThat(lastPublished()).hasSize(2);
        assertThat(other.get(other.size() - 1))
                .as("alone, and so the only one there is")
                .containsExactly(100);
        assertThat(loop.weightOf(c)).map(NodeWeight::reason).contains(WeightReason.ALL_OVERLOADED);
    }

    @Test
    void aPublisherThatFailsDoesNotEndTheLoop() {
        List<int[]> healthy = new ArrayList<>();
        WeightGroup broken = new WeightGroup(
                "broken",
                HALVES,
                List.of(a),
                weights -> {
                    throw new IllegalStateException("on purpose");
                },
                times -> {});
        generation(broken, group(healthy, b, c));

        hear("b", B_HARDWARE, 1, 1);
        tick();

        assertThat(healthy).isNotEmpty();
        assertThat(loop.weightOf(b)).map(NodeWeight::reason).contains(WeightReason.AGENT);
    }

    @Test
    void onceClosedItPublishesNothing() {
        loop.close();
        hearTestBed();
        arrive();
        tick();

        assertThat(published).hasSize(1);
    }

    private void generation(WeightGroup... groups) {
        loop.generation(List.of(groups), EXPIRE_MS);
        thread.runPendingTasks();
    }

    private static WeightGroup group(List<int[]> published, Node... nodes) {
        return new WeightGroup("lamps", HALVES, List.of(nodes), published::add, times -> {});
    }

    private int[] lastPublished() {
        return published.get(published.size() - 1);
    }

    private void hearTestBed() {
        hear("a", A_HARDWARE, 0.62, 0.70);
        hear("b", B_HARDWARE, 0.30, 0.52);
        hear("c", C_HARDWARE, 0.06, 0.10);
    }

    private void hear(String name, Hardware hardware, double cpuIdle, double bandwidthIdle) {
        Usage usage = new Usage(
                OptionalDouble.of(cpuIdle),
                OptionalDouble.of(bandwidthIdle),
                OptionalLong.empty(),
                OptionalLong.empty());
        LoadReport report = new LoadReport(name, 1, 1, nowMs, hardware, usage, false);
        reports.put(name, new HeardReport(report, TimeUnit.MILLISECONDS.toNanos(nowMs)));
    }

    private void arrive() {
        loop.reportsArrived();
        thread.runPendingTasks();
    }

    /** Lets the loop's own second pass; the reports' clock stays where the test put it. */
    private void tick() {
        thread.advanceTimeBy(1, TimeUnit.SECONDS);
        thread.runScheduledPendingTasks();
    }

    private static Node node(int number, String name) {
        return new Node(key(number), server(number, 1, false, Optional.of(name)));
    }

    private static NodeKey key(int number) {
        return new NodeKey("lamps", address(number), 0);
    }

    private static UpstreamServer server(int number, int weight, boolean isGiven, Optional<String> node) {
        return new UpstreamServer(
                "node" + number,
                List.of(address(number)),
                weight,
                isGiven,
                0,
                1,
                10_000,
                0,
                false,
                false,
                false,
                node,
                new Source("test.conf", number));
    }

    private static InetSocketAddress address(int number) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 10_000 + number);
    }

    private static Hardware hardware(double cores, long memoryGb) {
        return new Hardware(
                OptionalDouble.of(cores),
                OptionalInt.empty(),
                OptionalLong.of(memoryGb << 30),
                OptionalLong.of(50L << 30));
    }

    private static DynamicWeight residualRate(double cpu, double bandwidth, double threshold) {
        return new DynamicWeight(new ResidualRate(cpu, bandwidth, Residual.SUM, threshold, 0), 1);
    }
}
