package io.lamplighter.balancer.weigh;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.BalancingMethod.LeastConn;
import io.lamplighter.balancer.config.BalancingMethod.LeastTime;
import io.lamplighter.balancer.config.BalancingMethod.RoundRobin;
import io.lamplighter.balancer.config.BalancingMethod.TimeMetric;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Lines;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlowStartWeightsTest {
    private static final long RAMP_MS = 10_000;

    private final TestLoop test = new TestLoop();

    @Test
    void aFailedNodeIsTriedByATenthOfItsSessionsAndThenGrowsToItsShare() {
        test.generation(three(new RoundRobin()));
        assertThat(test.shares(300)).containsExactly(100, 100, 100);
        assertThat(test.node(1).failed(test.nowMs())).isTrue();
        test.advance(1_000);
        assertThat(test.lastPublished()).containsExactly(100, 10, 100);
        assertThat(test.share(1, 100)).isZero();

        test.advance(1_500);
        assertThat(test.share(1, 210)).as("the one try").isEqualTo(1);
        test.node(1).succeeded();
        test.advance(1_000); // by now the loop has seen it, but when within this second is the tick's affair
        NodeWeight early = test.weight(1);
        assertThat(early.weight()).isEqualTo(1);
        assertThat(early.rampPercent()).isBetween(10, 19);

        test.advance(RAMP_MS);
        assertThat(test.lastPublished()).containsExactly(100, 100, 100);
        assertThat(test.shares(300)).containsExactly(100, 100, 100);
    }

    @Test
    void sharesGrowLinearlyFromATenthToTheWhole() {
        test.generation(three(new RoundRobin()));
        test.order(1, Availability.DRAIN);
        test.advance(3_000);
        test.order(1, AdminOrder.NONE);

        int[] percents = {10, 19, 28, 37, 46, 55, 64, 73, 82, 91, 100, 100};
        for (int second = 0; second < percents.length; second++) {
            int percent = percents[second];
            assertThat(test.lastPublished()).as("second " + second).containsExactly(100, percent, 100);
            assertThat(test.weight(1))
                    .extracting(NodeWeight::weight, NodeWeight::rampPercent)
                    .containsExactly(1, percent);
            assertThat(test.shares(200 + percent)).as("second " + second).containsExactly(100, percent, 100);
            test.advance(1_000);
        }
    }

    @Test
    void whileANodeGrowsTheLoopLooksTenTimesASecondAndElseOnce() {
        test.generation(three(new RoundRobin()));
        test.order(1, Availability.DOWN);
        test.order(1, AdminOrder.NONE);
        int before = test.published.size();
        test.advance(RAMP_MS);
        assertThat(test.published).as("one for each percent").hasSize(before + 90);
        assertThat(test.published.get(before)).containsExactly(100, 11, 100);

        int after = test.published.size();
        test.node(1).failed(test.nowMs());
        test.advance(900);
        assertThat(test.published).hasSize(after);
        test.advance(100);
        assertThat(test.published).hasSize(after + 1);
    }

    @Test
    void aNodeThatAReloadBringsGrowsAndThoseThatWereThereDoNot() {
        test.generation(two(), other("10.0.1.1:1", "10.0.1.2:1"));
        assertThat(test.published).containsExactly(new int[] {100, 100}, new int[] {100, 100});
        test.published.clear();

        test.generation(three(new RoundRobin()), other("10.0.1.1:1", "10.0.1.2:1"));

        assertThat(test.published).containsExactly(new int[] {100, 100, 10}, new int[] {100, 100});
        test.advance(RAMP_MS / 2);
        assertThat(test.lastPublished()).containsExactly(100, 100, 55);
    }

    @Test
    void aNewUpstreamHasItsWholeWeightsAtOnceAndSoHasANewProcess() {
        test.generation(two());
        test.generation(two(), other("10.0.1.1:1", "10.0.1.2:1"));

        assertThat(test.lastPublished()).containsExactly(100, 100);
    }

    @Test
    void nodesThatComeBackTogetherShareEvenly() {
        test.generation(two());
        test.order(0, Availability.DRAIN);
        test.order(1, Availability.DRAIN);
        assertThat(test.picked(10)).isZero();
        test.node(0).order(AdminOrder.NONE);
        test.order(1, AdminOrder.NONE);

        assertThat(test.shares(100)).containsExactly(50, 50);
    }

    @Test
    void aNodeAloneInItsGroupDoesNotGrow() {
        test.generation(Lines.upstream("u", new RoundRobin(), slow("10.0.0.1:1")));
        test.order(0, Availability.DRAIN);
        test.order(0, AdminOrder.NONE);

        assertThat(test.lastPublished()).containsExactly(1);
        assertThat(test.weight(0).rampPercent()).isEqualTo(100);
        assertThat(test.picked(10)).isEqualTo(10);
    }

    @Test
    void withoutSlowStartWeightsAreAsConfigured() {
        test.generation(Lines.upstream("u", new RoundRobin(), line("10.0.0.1:1"), line("10.0.0.2:1")));
        test.order(0, Availability.DRAIN);
        test.order(0, AdminOrder.NONE);

        assertThat(test.lastPublished()).containsExactly(1, 1);
        assertThat(test.shares(10)).containsExactly(5, 5);
    }

    @Test
    void leastConnAndLeastTimeGrowToo() {
        for (BalancingMethod method :
                new BalancingMethod[] {new LeastConn(), new LeastTime(TimeMetric.CONNECT, false)}) {
            TestLoop each = new TestLoop();
            int[][] last = new int[1][];
            // Only the weights are looked at: not every method has its selector here.
            each.generation(three(new RoundRobin()));
            WeightGroup group = new WeightGroup(
                    "v", method, List.of(each.node(0), each.node(1)), weights -> last[0] = weights, times -> {});
            each.loop.generation(List.of(group), TestLoop.EXPIRE_MS);
            each.run();
            each.order(1, Availability.DRAIN);
            each.order(1, AdminOrder.NONE);

            assertThat(last[0]).as(method.toString()).containsExactly(100, 10);
        }
    }

    @Test
    void aDynamicWeightIsTheTargetOfTheGrowth() {
        test.generation(Lines.upstream(
                "u",
                TestLoop.HALVES,
                slow("10.0.0.1:1").agent("a"),
                slow("10.0.0.2:1").agent("b")));
        test.hear("a", 1, 1);
        test.hear("b", 0.5, 0.5, true);
        test.run();
        test.hear("b", 0.5, 0.5, false);
        test.advance(RAMP_MS / 4);

        // 10 + 90 / 4 = 32.5, cut to 32
        assertThat(test.weight(1).weight()).isEqualTo(25);
        assertThat(test.weight(1).rampPercent()).isEqualTo(32);
        assertThat(test.lastPublished()).containsExactly(5_000, 800);
    }

    @Test
    void anOrderedWeightIsNotGrownInto() {
        test.generation(two());
        test.order(1, Availability.DRAIN);
        test.order(1, new AdminOrder(Optional.empty(), OptionalInt.of(4)));

        assertThat(test.lastPublished()).containsExactly(100, 400);
    }

    @Test
    void inABigGroupItGrowsInTenSteps() {
        Lines[] lines = IntStream.rangeClosed(1, 201)
                .mapToObj(i -> slow("10.0.0." + i + ":1"))
                .toArray(Lines[]::new);
        test.generation(Lines.upstream("u", new RoundRobin(), lines));
        assertThat(test.lastPublished()).containsOnly(10);
        test.order(1, Availability.DRAIN);
        test.order(1, AdminOrder.NONE);
        int before = test.published.size();
        assertThat(test.lastPublished()[1]).isEqualTo(1);

        test.advance(RAMP_MS);

        assertThat(test.published.subList(before, test.published.size()))
                .extracting(weights -> weights[1])
                .containsExactly(2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(Arrays.stream(test.lastPublished()).sum()).isEqualTo(2_010);
    }

    private static UpstreamConfig two() {
        return Lines.upstream("u", new RoundRobin(), slow("10.0.0.1:1"), slow("10.0.0.2:1"));
    }

    private static UpstreamConfig three(BalancingMethod method) {
        return Lines.upstream("u", method, slow("10.0.0.1:1"), slow("10.0.0.2:1"), slow("10.0.0.3:1"));
    }

    private static UpstreamConfig other(String one, String two) {
        return Lines.upstream("v", new RoundRobin(), slow(one), slow(two));
    }

    private static Lines slow(String address) {
        return line(address).maxFails(1, 2_000).slowStart(RAMP_MS);
    }
}
