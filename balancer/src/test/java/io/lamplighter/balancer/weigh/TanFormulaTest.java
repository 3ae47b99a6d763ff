package io.lamplighter.balancer.weigh;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Tan;
import io.lamplighter.balancer.weigh.WeightPolicy.Base;
import io.lamplighter.balancer.weigh.WeightPolicy.NodeState;
import io.lamplighter.balancer.weigh.WeightPolicy.Verdict;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** {@code variant=tan}: L = .4 cpu + .3 memory + .2 network + .1 disk used, W = max(1, round(100 gamma (1 - L))). */
class TanFormulaTest {
    private static final TanFormula TAN = new TanFormula();
    private static final long GB = 1_000_000_000;
    private static final Hardware A = hardware(2, 8, 50);
    private static final Hardware B = hardware(1, 8, 50);
    private static final Hardware C = hardware(1, 4, 50);

    @Test
    void theFourUsedSharesMakeTheLoad() {
        // L = .4 · .38 + .3 · .5 + .2 · .3 + .1 · .2 = .382
        assertThat(TAN.rate(A, usage(0.62, 0.70, 4 * GB, 10 * GB))).hasValue(618_000_000);
        assertThat(TAN.rate(A, usage(1, 1, 0, 0))).hasValue(1_000_000_000);
        assertThat(TAN.rate(A, usage(0, 0, 8 * GB, 50 * GB))).hasValue(0);
    }

    @Test
    void theTestBedsHardwareIsNotRoundedBeforeItIsMultiplied() {
        // L .382 .546 .801: 43.6667 · .618 = 26.986, 31.1667 · .454 = 14.150, 25.1667 · .199 = 5.008
        assertThat(weigh(
                        state(A, usage(0.62, 0.70, 4 * GB, 10 * GB)),
                        state(B, usage(0.30, 0.52, 4 * GB, 10 * GB)),
                        state(C, usage(0.06, 0.10, 3 * GB, 10 * GB))))
                .containsExactly(
                        new Verdict(27, WeightReason.AGENT),
                        new Verdict(14, WeightReason.AGENT),
                        new Verdict(5, WeightReason.AGENT));
        assertThat(TAN.verdict(new Base(43.6667), 480_000_000).weight()).isEqualTo(21);
        assertThat(TAN.verdict(new Base(44.5), 480_000_000).weight()).isEqualTo(21);
        assertThat(TAN.verdict(new Base(44.8), 480_000_000).weight()).isEqualTo(22);
    }

    @Test
    void aNodeAtItsEndKeepsAWeightOfOne() {
        assertThat(TAN.verdict(new Base(44), 0)).isEqualTo(new Verdict(1, WeightReason.AGENT));
    }

    @Test
    void whatIsNotKnownIsLeftOutAndTheOtherSharesGrow() {
        Usage cpuAndNetwork =
                new Usage(OptionalDouble.of(0.5), OptionalDouble.of(0.8), OptionalLong.empty(), OptionalLong.empty());
        Usage memoryOnly = new Usage(
                OptionalDouble.empty(), OptionalDouble.empty(), OptionalLong.of(2 * GB), OptionalLong.empty());

        // (.4 · .5 + .2 · .8) / .6
        assertThat(TAN.rate(A, cpuAndNetwork)).hasValue(600_000_000);
        assertThat(TAN.rate(A, memoryOnly)).hasValue(750_000_000);
        assertThat(TAN.rate(Hardware.UNKNOWN, memoryOnly))
                .as("used of nobody knows how much")
                .isEmpty();
        assertThat(TAN.rate(hardware(1, 0, 0), memoryOnly))
                .as("used of nothing")
                .isEmpty();
        assertThat(TAN.rate(A, Usage.UNKNOWN)).isEmpty();
    }

    @Test
    void moreUsedThanThereIsIsAllUsed() {
        assertThat(TAN.rate(A, usage(1, 1, 9 * GB, 0))).hasValue(700_000_000);
    }

    @Test
    void theServerLinesWeightOverridesTheHardware() {
        NodeState given = new NodeState(
                60, true, true, A, OptionalLong.of(500_000_000), WeightReason.AGENT_SILENT, OptionalInt.empty());

        assertThat(weigh(given, state(B, Usage.UNKNOWN))).first().isEqualTo(new Verdict(30, WeightReason.AGENT));
    }

    private static List<Verdict> weigh(NodeState... nodes) {
        return WeightPolicy.weigh(new DynamicWeight(new Tan(), 1), List.of(nodes));
    }

    private static NodeState state(Hardware hardware, Usage usage) {
        return new NodeState(
                1, false, true, hardware, TAN.rate(hardware, usage), WeightReason.AGENT_BLIND, OptionalInt.empty());
    }

    private static Usage usage(double cpuIdle, double networkIdle, long memoryUsed, long diskUsed) {
        return new Usage(
                OptionalDouble.of(cpuIdle),
                OptionalDouble.of(networkIdle),
                OptionalLong.of(memoryUsed),
                OptionalLong.of(diskUsed));
    }

    private static Hardware hardware(double cores, long memoryGb, long diskGb) {
        return new Hardware(
                OptionalDouble.of(cores),
                OptionalInt.empty(),
                OptionalLong.of(memoryGb * GB),
                OptionalLong.of(diskGb * GB));
    }
}
