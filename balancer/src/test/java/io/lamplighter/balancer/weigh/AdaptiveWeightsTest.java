package io.lamplighter.balancer.weigh;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.balancer.config.BalancingMethod.Adaptive;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Lines;
import io.lamplighter.balancer.node.ResponseKind;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The weights of {@code adaptive}, from reports and responses to what is published; 100 for a core. */
class AdaptiveWeightsTest {
    private static final Hardware TWO_CORES = hardware(2, 8);
    private static final Hardware ONE_CORE = hardware(1, 8);
    private static final Hardware SMALL = hardware(1, 4);

    private final TestLoop test = new TestLoop();
    private double[] answerMs = {20, 20, 20};

    @Test
    void theWorkedExampleOf98And52And50RequestsASecondOnFourCores() {
        test.generation(three(1));
        learn(98, 52, 50);
        assertThat(test.lastPublished()).containsExactly(196, 104, 100);
        assertThat(test.weight(0).reason()).isEqualTo(WeightReason.LEARNT);
        assertThat(test.shares(400)).containsExactly(196, 104, 100);
    }

    @Test
    void beforeAnythingIsLearntTheHardwareDecides() {
        test.generation(three(1));
        assertThat(test.lastPublished()).as("nothing is known").containsExactly(100, 100, 100);
        assertThat(test.reason(0)).isEqualTo(WeightReason.AGENT_NOT_HEARD);
        hearAll(0.5);
        test.advance(50);
        assertThat(test.lastPublished())
                .as("gamma .436667 .311667 .251667 of 4 cores")
                .containsExactly(175, 125, 101);
        assertThat(test.reason(0)).isEqualTo(WeightReason.NOT_LEARNT);
    }

    @Test
    void aNodeNotLearntYetIsTakenForWhatItsHardwareIsBesideTheOthers() {
        test.generation(three(1));
        hearAll(0.5);
        test.advance(1_000);
        test.answered(0, 50, 20);
        hearAll(0.5);
        test.advance(50);
        assertThat(test.lastPublished())
                .as("one alone has nothing to be compared with")
                .containsExactly(175, 125, 101);
        assertThat(test.reason(0)).isEqualTo(WeightReason.LEARNT);
        assertThat(test.reason(1)).isEqualTo(WeightReason.NOT_LEARNT);
    }

    @Test
    void aWeightAtMostDoublesFromOneReportToTheNext() {
        test.generation(Lines.upstream(
                "u",
                new Adaptive(0.1, 1),
                line("10.0.0.1:1").agent("a").weight(1),
                line("10.0.0.2:1").agent("b").weight(1)));
        int[][] expected = {{100, 100}, {190, 50}, {190, 25}, {190, 13}, {190, 10}, {190, 10}};
        for (int second = 0; second < expected.length; second++) {
            test.answered(0, 60, 20);
            test.answered(1, 3, 20);
            test.hear("a", ONE_CORE, 0.4);
            test.hear("b", ONE_CORE, 0.4);
            test.advance(1_000);
            assertThat(test.lastPublished()).as("second " + second).containsExactly(expected[second]);
        }
    }

    @Test
    void whoIsAtTheThresholdIsLeftOutWhileAnotherIsAboveAndReturnsByAndBy() {
        test.generation(three(1));
        learn(98, 52, 50);
        test.hear("a", TWO_CORES, 0.10);
        test.advance(50);
        assertThat(test.lastPublished()).containsExactly(0, 104, 100);
        assertThat(test.reason(0)).isEqualTo(WeightReason.OVERLOADED);

        test.hear("a", TWO_CORES, 0.11);
        test.advance(50);
        assertThat(test.lastPublished()[0]).isEqualTo(20);
        assertThat(test.weight(0).weight()).isEqualTo(196);
        assertThat(test.weight(0).rampPercent()).isEqualTo(10);
        for (int second = 1; second <= 10; second++) {
            test.hear("a", TWO_CORES, 0.5);
            test.hear("b", ONE_CORE, 0.5);
            test.hear("c", SMALL, 0.5);
            test.advance(1_000);
            assertThat(test.weight(0).rampPercent()).isBetween(10 + 9 * second - 1, 10 + 9 * second + 1);
        }
        assertThat(test.lastPublished()).containsExactly(196, 104, 100);
    }

    @Test
    void whenAllAreAtTheThresholdAllStay() {
        test.generation(three(1));
        learn(98, 52, 50);
        hearAll(0.05);
        test.advance(50);
        assertThat(test.lastPublished()).containsExactly(196, 104, 100);
        assertThat(test.reason(2)).isEqualTo(WeightReason.ALL_OVERLOADED);
    }

    @Test
    void aNodeThatComesBackGrowsOverTenSecondsOrOverItsSlowStart() {
        test.generation(Lines.upstream(
                "u",
                new Adaptive(0.1, 1),
                line("10.0.0.1:1"),
                line("10.0.0.2:1"),
                line("10.0.0.3:1").slowStart(20_000)));
        assertThat(test.lastPublished()).as("at the start nobody waits").containsExactly(100, 100, 100);
        test.order(1, Availability.DOWN);
        test.order(2, Availability.DOWN);
        test.order(1, AdminOrder.NONE);
        test.order(2, AdminOrder.NONE);
        assertThat(test.lastPublished()).containsExactly(100, 10, 10);
        test.advance(5_000);
        assertThat(test.lastPublished()).containsExactly(100, 55, 32);
        test.advance(5_000);
        assertThat(test.lastPublished()).containsExactly(100, 100, 55);
    }

    /** mu 100 50 100, and kappa 32 28 40: as many sessions as would make each of them fully busy. */
    @Test
    void whereSessionsStayWeightsFollowWhatNodesCouldHold() {
        test.generation(three(1));
        hold(0);
        assertThat(test.lastPublished()).containsExactly(128, 112, 160);
    }

    /** They wait for a quarter of the time, so h is a half: mu times the roots of .8, 1.4 and 1. */
    @Test
    void whereSessionsWaitNowAndThenItCountsForLess() {
        test.generation(three(1));
        hold(100);
        assertThat(test.lastPublished()).containsExactly(144, 95, 161);
    }

    @Test
    void whereSessionsWaitHalfOfTheTimeHowManyThereAreSaysNothing() {
        test.generation(three(1));
        hold(200);
        assertThat(test.lastPublished()).containsExactly(160, 80, 160);
    }

    @Test
    void howManySessionsANodeHoldsMakesItFourTimesAsCapableAtMost() {
        test.generation(three(1));
        borrow(1_000, 1, 1);
        for (int second = 0; second < 10; second++) {
            hearAll(0.5);
            test.advance(1_000);
            for (int i = 0; i < 3; i++) {
                test.answered(i, 50, 0);
            }
        }
        assertThat(test.lastPublished()).as("3 to a quarter and a quarter").containsExactly(343, 29, 29);
    }

    /** On 16, 14 and 10 sessions, while a and b are half busy and c a quarter. */
    private void hold(double tookMs) {
        borrow(16, 14, 10);
        hearAll(0.5);
        test.advance(2_000);
        test.answered(0, 100, tookMs);
        test.answered(1, 50, tookMs);
        test.answered(2, 50, tookMs);
        test.hear("a", TWO_CORES, 0.5);
        test.hear("b", ONE_CORE, 0.5);
        test.hear("c", SMALL, 0.75);
        test.advance(50);
    }

    private void borrow(int... sessions) {
        for (int i = 0; i < sessions.length; i++) {
            for (int k = 0; k < sessions[i]; k++) {
                assertThat(test.node(i).tryBorrow(test.nowMs())).isTrue();
            }
        }
    }

    @Test
    void withSeveralBalancersWhoIsForecastSlowCountsForLess() {
        test.generation(three(2));
        answerMs = new double[] {10, 10, 40};
        learn(98, 52, 50);
        assertThat(test.lastPublished())
                .as("a quarter of the speed, half the weight")
                .containsExactly(196, 104, 50);
    }

    @Test
    void whoIsForecastFastDoesNotCountForMoreAndNobodyFallsBelowATenthsRoot() {
        test.generation(three(2));
        answerMs = new double[] {1, 10, 100_000};
        learn(98, 52, 50);
        assertThat(test.lastPublished()[0]).isEqualTo(196);
        assertThat(test.lastPublished()[1]).isEqualTo(104);
        test.advance(100);
        hearAll(0.5);
        test.advance(50);
        assertThat(test.lastPublished()[2]).as("100 times the root of a tenth").isEqualTo(32);
    }

    @Test
    void aloneTheForecastChangesNothing() {
        test.generation(three(1));
        answerMs = new double[] {10, 10, 40};
        learn(98, 52, 50);
        assertThat(test.lastPublished()).containsExactly(196, 104, 100);
    }

    @Test
    void aSilentAgentsNodeFallsBackToItsHardware() {
        test.generation(three(1));
        learn(20, 90, 90);
        for (int second = 0; second < 8; second++) {
            test.advance(1_000);
            test.hear("b", ONE_CORE, 0.5);
            test.hear("c", SMALL, 0.5);
        }
        test.advance(50);
        assertThat(test.reason(0)).isEqualTo(WeightReason.AGENT_SILENT);
        // mu of b and c are worth 180 for .563333 of the hardware, so a's .436667 are worth 139.5 of 319.5.
        assertThat(test.weight(0).weight()).isEqualTo(175);
    }

    @Test
    void whatIsOrderedAndWhatIsConfiguredAsNothingStay() {
        test.generation(Lines.upstream(
                "u",
                new Adaptive(0.1, 1),
                line("10.0.0.1:1").agent("a"),
                line("10.0.0.2:1").agent("b"),
                line("10.0.0.3:1").agent("c").weight(0)));
        test.order(0, new AdminOrder(Optional.empty(), OptionalInt.of(7)));
        learn(50, 50, 50);
        assertThat(test.lastPublished()[0]).isEqualTo(7);
        assertThat(test.reason(0)).isEqualTo(WeightReason.ADMIN);
        assertThat(test.lastPublished()[2]).isZero();
        assertThat(test.reason(2)).isEqualTo(WeightReason.SET_TO_ZERO);
        test.hear("b", 0.5, 0.5, true);
        test.advance(50);
        assertThat(test.reason(1)).isEqualTo(WeightReason.AGENT_DRAINING);
    }

    @Test
    void whateverAgentsReportWeightsAreWithinTheirBounds() {
        long seed = new SplittableRandom().nextLong();
        System.out.println("AdaptiveWeightsTest seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        double[] extremes = {0, 1, 0.1, 0.1000000001, 0.05, 0.95, 0.5};
        test.generation(three(2));
        int[] atReport = new int[3];
        for (int round = 0; round < 500; round++) {
            for (int i = 0; i < 3; i++) {
                atReport[i] = round < 2 ? 0 : weights()[i];
                test.answered(i, random.nextInt(3) == 0 ? 0 : random.nextInt(200), random.nextDouble(1, 100));
                if (random.nextInt(20) == 0) {
                    test.took(i, ResponseKind.REPLY_TIMEOUT, 600_000);
                }
                test.hear(
                        Character.toString((char) ('a' + i)),
                        new Hardware[] {TWO_CORES, ONE_CORE, Hardware.UNKNOWN}[random.nextInt(3)],
                        extremes[random.nextInt(extremes.length)]);
                test.advance(random.nextInt(1, 400));
                int[] after = weights();
                assertThat(IntStream.of(test.lastPublished()).sum()).isPositive();
                for (int k = 0; k < 3; k++) {
                    assertThat(after[k]).isBetween(0, 500);
                    if (atReport[k] > 0 && after[k] > 0) {
                        assertThat(after[k]).isBetween((atReport[k] - 1) / 2, 2 * atReport[k] + 1);
                    }
                }
            }
        }
    }

    private int[] weights() {
        return IntStream.range(0, 3).map(i -> test.weight(i).weight()).toArray();
    }

    /** Lets two reports pass between which nodes that are half busy serve so much that these are their mu. */
    private void learn(int... mu) {
        hearAll(0.5);
        test.advance(2_000);
        for (int i = 0; i < mu.length; i++) {
            test.answered(i, mu[i], answerMs[i]);
        }
        hearAll(0.5);
        test.advance(50);
    }

    private void hearAll(double idle) {
        test.hear("a", TWO_CORES, idle);
        test.hear("b", ONE_CORE, idle);
        test.hear("c", SMALL, idle);
    }

    private static UpstreamConfig three(int balancers) {
        return Lines.upstream(
                "u",
                new Adaptive(0.10, balancers),
                line("10.0.0.1:1").agent("a"),
                line("10.0.0.2:1").agent("b"),
                line("10.0.0.3:1").agent("c"));
    }

    private static Hardware hardware(double cores, long memoryGb) {
        return new Hardware(
                OptionalDouble.of(cores),
                OptionalInt.empty(),
                OptionalLong.of(memoryGb << 30),
                OptionalLong.of(50L << 30));
    }
}
