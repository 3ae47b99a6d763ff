package io.lamplighter.balancer.weigh;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Residual;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.config.BalancingMethod.Tan;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.node.Lines;
import org.junit.jupiter.api.Test;

/** What reports, their loss and their smoothing do to weights and sessions; two equal nodes have a base of 50 each. */
class SmoothedWeightsTest {
    private static final DynamicWeight SMOOTH =
            new DynamicWeight(new ResidualRate(0.5, 0.5, Residual.SUM, 0.10, 0), 0.3);

    private final TestLoop test = new TestLoop();

    @Test
    void theAverageOfTheRateMovesOnceAReport() {
        test.generation(upstream(SMOOTH));
        hearBoth(0.5, 0.5);
        assertThat(test.lastPublished()).containsExactly(25, 25);

        hearBoth(0.08, 1);
        // .3 · .08 + .7 · .5 = .374; .3 · 1 + .7 · .5 = .65
        assertThat(test.lastPublished()).containsExactly(19, 33);
        int before = test.published.size();

        test.advance(4_000);
        test.loop.reportsArrived();
        test.run();

        assertThat(test.published).as("ticks are no reports").hasSize(before);
    }

    @Test
    void theAverageKeepsANodeAboveTheThresholdUntilItIsBelowItself() {
        test.generation(upstream(SMOOTH));
        hearBoth(0.2, 0.5);
        hearBoth(0, 0.5);
        assertThat(test.weight(0).weight()).as(".14").isEqualTo(7);
        hearBoth(0, 0.5);

        assertThat(test.weight(0).reason()).as(".098").isEqualTo(WeightReason.OVERLOADED);
    }

    @Test
    void theAverageIsForgottenWithTheAgent() {
        test.generation(upstream(SMOOTH));
        hearBoth(1, 1);
        test.advance(TestLoop.EXPIRE_MS + 1_000);
        assertThat(test.reason(0)).isEqualTo(WeightReason.AGENT_SILENT);

        hearBoth(0.5, 1);

        assertThat(test.lastPublished()).containsExactly(25, 50);
    }

    @Test
    void theAverageSurvivesAReloadOfTheSameMethodAndNoOther() {
        test.generation(upstream(SMOOTH));
        hearBoth(1, 1);
        test.generation(upstream(SMOOTH));
        hearBoth(0.5, 1);
        assertThat(test.lastPublished()).as(".85").containsExactly(43, 50);

        test.generation(upstream(new DynamicWeight(new Tan(), 0.3)));
        hearBoth(0.5, 1);
        assertThat(test.lastPublished()).containsExactly(25, 50);
    }

    @Test
    void aLostReportMovesNothingAndALongSilenceBringsTheBase() {
        test.generation(upstream(TestLoop.HALVES));
        hearBoth(0.5, 1);
        int before = test.published.size();

        for (int second = 1; second <= 10; second++) {
            test.advance(1_000);
            test.hear("b", 1, 1);
            if (second % 2 == 0) { // every other one of a's is lost
                test.hear("a", 0.5, 0.5);
            }
            test.run();
        }
        assertThat(test.published).hasSize(before);

        test.advance(TestLoop.EXPIRE_MS);
        assertThat(test.lastPublished()).as("exactly as old as expire").containsExactly(25, 50);
        test.advance(1_000);
        assertThat(test.lastPublished()).containsExactly(50, 50);
    }

    @Test
    void fromTheReportOnThatSaysSoANodeAtItsEndGetsNoSession() {
        test.generation(upstream(TestLoop.HALVES));
        hearBoth(0.3, 0.3);
        assertThat(test.share(0, 100)).isEqualTo(50);

        hearBoth(0.10, 0.3);

        assertThat(test.share(0, 1_000)).isZero();
        hearBoth(0.101, 0.3);
        assertThat(test.share(0, 1_000)).isPositive();
    }

    @Test
    void aTrickleLetsASessionInTwentyThrough() {
        DynamicWeight trickle = new DynamicWeight(new ResidualRate(0.5, 0.5, Residual.SUM, 0.10, 0.05), 1);
        test.generation(upstream(trickle));
        hearBoth(0, 1);

        assertThat(test.lastPublished()).containsExactly(3, 50);
        assertThat(test.reason(0)).isEqualTo(WeightReason.OVERLOADED_TRICKLE);
        assertThat(test.shares(53)).containsExactly(3, 50);
    }

    @Test
    void whenEveryNodeTricklesNobodyIsAtZeroAndTheirSharesAreThoseOfTheBases() {
        DynamicWeight trickle = new DynamicWeight(new ResidualRate(0.5, 0.5, Residual.SUM, 0.10, 0.05), 1);
        test.generation(upstream(trickle));
        hearBoth(0, 0);

        assertThat(test.lastPublished()).containsExactly(3, 3);
    }

    private void hearBoth(double idleA, double idleB) {
        test.hear("a", idleA, idleA);
        test.hear("b", idleB, idleB);
        test.run();
    }

    private static UpstreamConfig upstream(DynamicWeight method) {
        return Lines.upstream(
                "u", method, line("10.0.0.1:1").agent("a"), line("10.0.0.2:1").agent("b"));
    }
}
