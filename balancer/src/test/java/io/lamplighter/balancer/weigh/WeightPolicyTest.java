package io.lamplighter.balancer.weigh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Residual;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.weigh.WeightPolicy.Base;
import io.lamplighter.balancer.weigh.WeightPolicy.NodeState;
import io.lamplighter.balancer.weigh.WeightPolicy.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The figures of the test bed the method comes from, and the cases its formulas leave open. */
class WeightPolicyTest {
    private static final DynamicWeight HALVES = residualRate(0.5, 0.5, 0.10);
    private static final Hardware A = hardware(2, 8, 50);
    private static final Hardware B = hardware(1, 8, 50);
    private static final Hardware C = hardware(1, 4, 50);

    @Test
    void theTestBedsHardwareGivesItsShares() {
        assertThat(WeightPolicy.hardwareShares(List.of(A, B, C)))
                .containsExactly(new double[] {0.436667, 0.311667, 0.251667}, within(5e-7));
    }

    @Test
    void theTestBedsHardwareGivesItsBases() {
        assertThat(bases(List.of(silent(A), silent(B), silent(C)))).containsExactly(44, 31, 25);
    }

    @Test
    void theTestBedsLoadGivesItsRatesAndWeights() {
        assertThat(rate(0.62, 0.70)).hasValue(660_000_000);
        assertThat(rate(0.30, 0.52)).hasValue(410_000_000);
        assertThat(rate(0.06, 0.10)).hasValue(80_000_000);

        assertThat(weigh(reporting(A, 0.62, 0.70), reporting(B, 0.30, 0.52), reporting(C, 0.06, 0.10)))
                .containsExactly(
                        new Verdict(29, WeightReason.AGENT),
                        new Verdict(13, WeightReason.AGENT),
                        new Verdict(0, WeightReason.OVERLOADED));
    }

    @Test
    void whenAllAreOverloadedTheBasesDispatch() {
        assertThat(weigh(reporting(A, 0, 0), reporting(B, 0.05, 0.05), reporting(C, 0.1, 0.1)))
                .containsExactly(
                        new Verdict(44, WeightReason.ALL_OVERLOADED),
                        new Verdict(31, WeightReason.ALL_OVERLOADED),
                        new Verdict(25, WeightReason.ALL_OVERLOADED));
    }

    @Test
    void aNodeThatCannotBeUsedIsNoReasonToLeaveTheOthersAtZero() {
        NodeState failed = node(1, false, false, A, rate(1, 1));

        assertThat(weigh(failed, reporting(B, 0, 0), reporting(C, 0, 0)))
                .containsExactly(
                        new Verdict(44, WeightReason.AGENT),
                        new Verdict(31, WeightReason.ALL_OVERLOADED),
                        new Verdict(25, WeightReason.ALL_OVERLOADED));
    }

    @Test
    void aSilentNodeHasItsBaseAndTheOthersFollowTheirReports() {
        assertThat(weigh(silent(A), reporting(B, 0, 0), reporting(C, 1, 1)))
                .containsExactly(
                        new Verdict(44, WeightReason.AGENT_SILENT),
                        new Verdict(0, WeightReason.OVERLOADED),
                        new Verdict(25, WeightReason.AGENT));
    }

    @Test
    void aRateOfExactlyTheThresholdIsNotAboveIt() {
        DynamicWeight uneven = residualRate(0.7, 0.3, 0.3);
        NodeState exactly = reporting(A, rate(uneven, usage(0.3, 0.3)));
        NodeState above = reporting(A, rate(uneven, usage(0.300000004, 0.3)));

        assertThat(WeightPolicy.weigh(uneven, List.of(exactly, above)))
                .extracting(Verdict::reason)
                .containsExactly(WeightReason.OVERLOADED, WeightReason.AGENT);
    }

    @Test
    void aNodeAboveTheThresholdKeepsAtLeastAWeightOfOne() {
        DynamicWeight noThreshold = residualRate(1, 0, 0);
        Hardware small = hardware(0.01, 0.01, 0.01);

        assertThat(WeightPolicy.weigh(
                        noThreshold,
                        List.of(
                                reporting(A, rate(noThreshold, usage(1, 1))),
                                reporting(small, rate(noThreshold, usage(0.001, 1))))))
                .extracting(Verdict::weight)
                .containsExactly(100, 1);
    }

    @Test
    void theKnownIdleRateCountsWholly() {
        Usage cpuOnly =
                new Usage(OptionalDouble.of(0.4), OptionalDouble.empty(), OptionalLong.empty(), OptionalLong.empty());
        Usage bandwidthOnly =
                new Usage(OptionalDouble.empty(), OptionalDouble.of(0.3), OptionalLong.empty(), OptionalLong.empty());

        assertThat(rate(HALVES, cpuOnly)).hasValue(400_000_000);
        assertThat(rate(residualRate(0.9, 0.1, 0), bandwidthOnly)).hasValue(300_000_000);
    }

    @Test
    void anIdleRateWithoutAShareDoesNotStandInForTheOther() {
        Usage cpuOnly =
                new Usage(OptionalDouble.of(0.4), OptionalDouble.empty(), OptionalLong.empty(), OptionalLong.empty());

        assertThat(rate(residualRate(0, 1, 0.1), cpuOnly)).isEmpty();
    }

    @Test
    void anAgentThatMeasuresNothingLeavesTheBase() {
        assertThat(rate(HALVES, Usage.UNKNOWN)).isEmpty();
        NodeState blind =
                new NodeState(1, false, true, A, OptionalLong.empty(), WeightReason.AGENT_BLIND, OptionalInt.empty());

        assertThat(weigh(blind, reporting(B, 1, 1), reporting(C, 1, 1)))
                .first()
                .isEqualTo(new Verdict(44, WeightReason.AGENT_BLIND));
    }

    @Test
    void theServerLinesWeightOverridesTheHardware() {
        NodeState given = node(60, true, true, A, rate(0.5, 0.5));

        assertThat(bases(List.of(given, silent(B), silent(C)))).containsExactly(60, 31, 25);
        assertThat(weigh(given, silent(B), silent(C))).first().isEqualTo(new Verdict(30, WeightReason.AGENT));
    }

    @Test
    void smallBasesAreEnlargedInExactProportion() {
        assertThat(bases(List.of(configured(5), configured(1), configured(1)))).containsExactly(70, 14, 14);
        assertThat(bases(List.of(configured(1), configured(1), configured(1)))).containsExactly(33, 33, 33);
        assertThat(bases(List.of(configured(500), configured(1)))).containsExactly(500, 1);
    }

    @Test
    void aWeightOfZeroStaysZeroWhateverTheAgentSays() {
        NodeState closed = node(0, true, true, A, rate(1, 1));

        assertThat(weigh(closed, reporting(B, 0, 0), reporting(C, 0, 0)))
                .extracting(Verdict::weight, Verdict::reason)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(0, WeightReason.SET_TO_ZERO),
                        org.assertj.core.groups.Tuple.tuple(31, WeightReason.ALL_OVERLOADED),
                        org.assertj.core.groups.Tuple.tuple(25, WeightReason.ALL_OVERLOADED));
        assertThat(weigh(closed, closed)).extracting(Verdict::weight).containsExactly(0, 0);
    }

    @Test
    void aClockCountsOnlyIfEveryNodeTellsIt() {
        Hardware fast = clocked(1, 3_000);
        Hardware slow = clocked(1, 1_000);
        Hardware untold = hardware(1, 8, 50);

        assertThat(bases(List.of(silent(fast), silent(slow)))).containsExactly(75, 25);
        assertThat(bases(List.of(silent(fast), silent(slow), silent(untold)))).containsExactly(33, 33, 33);
    }

    @Test
    void aNodeOfUnknownHardwareIsTakenForTheAverage() {
        assertThat(bases(List.of(silent(A), silent(C), silent(Hardware.UNKNOWN))))
                .containsExactly(42, 24, 33);
        assertThat(WeightPolicy.hardwareShares(List.of(Hardware.UNKNOWN, Hardware.UNKNOWN)))
                .isEmpty();
    }

    @Test
    void aResourceNobodyHasIsLeftOut() {
        Hardware diskless = hardware(3, 6, 0);
        Hardware other = hardware(1, 2, 0);

        assertThat(bases(List.of(silent(diskless), silent(other)))).containsExactly(75, 25);
    }

    @Test
    void theAdministratorsWeightGoesBeforeAllOthersAsItIs() {
        assertThat(weigh(
                        ordered(7, reporting(A, 0.62, 0.70)),
                        ordered(500, silent(B)),
                        ordered(0, reporting(C, 1, 1)),
                        ordered(3, node(0, true, true, A, OptionalLong.empty()))))
                .containsExactly(
                        new Verdict(7, WeightReason.ADMIN),
                        new Verdict(500, WeightReason.ADMIN),
                        new Verdict(0, WeightReason.ADMIN),
                        new Verdict(3, WeightReason.ADMIN));
    }

    @Test
    void anOrderedZeroIsNobodyWhoServesAndAnOrderedWeightIsSomebody() {
        assertThat(weigh(ordered(0, reporting(A, 1, 1)), reporting(B, 0, 0)))
                .containsExactly(new Verdict(0, WeightReason.ADMIN), new Verdict(42, WeightReason.ALL_OVERLOADED));
        assertThat(weigh(ordered(1, reporting(A, 0, 0)), reporting(B, 0, 0)))
                .containsExactly(new Verdict(1, WeightReason.ADMIN), new Verdict(0, WeightReason.OVERLOADED));
    }

    @Test
    void otherMethodsHaveTheConfiguredWeightsAndTheSameOrderOfPrecedence() {
        BalancingMethod leastConn = new BalancingMethod.LeastConn();

        assertThat(WeightPolicy.weigh(
                        leastConn, List.of(configured(5), configured(1), configured(0), ordered(9, configured(0)))))
                .containsExactly(
                        new Verdict(5, WeightReason.CONFIGURED),
                        new Verdict(1, WeightReason.CONFIGURED),
                        new Verdict(0, WeightReason.SET_TO_ZERO),
                        new Verdict(9, WeightReason.ADMIN));
    }

    private static List<Verdict> weigh(NodeState... nodes) {
        return WeightPolicy.weigh(HALVES, List.of(nodes));
    }

    private static int[] bases(List<NodeState> nodes) {
        return Arrays.stream(WeightPolicy.bases(nodes)).mapToInt(Base::weight).toArray();
    }

    private static OptionalLong rate(double cpuIdle, double bandwidthIdle) {
        return rate(HALVES, usage(cpuIdle, bandwidthIdle));
    }

    private static OptionalLong rate(DynamicWeight method, Usage usage) {
        return RateFormula.of(method.formula()).rate(Hardware.UNKNOWN, usage);
    }

    private static NodeState silent(Hardware hardware) {
        return node(1, false, true, hardware, OptionalLong.empty());
    }

    private static NodeState configured(int weight) {
        return new NodeState(
                weight,
                true,
                true,
                Hardware.UNKNOWN,
                OptionalLong.empty(),
                WeightReason.CONFIGURED,
                OptionalInt.empty());
    }

    private static NodeState reporting(Hardware hardware, double cpuIdle, double bandwidthIdle) {
        return reporting(hardware, rate(cpuIdle, bandwidthIdle));
    }

    private static NodeState reporting(Hardware hardware, OptionalLong rate) {
        return node(1, false, true, hardware, rate);
    }

    private static NodeState ordered(int weight, NodeState node) {
        return new NodeState(
                node.weight(),
                node.isWeightGiven(),
                node.isUsable(),
                node.hardware(),
                node.rate(),
                node.fallback(),
                OptionalInt.of(weight));
    }

    private static NodeState node(int weight, boolean isGiven, boolean isUsable, Hardware hardware, OptionalLong rate) {
        return new NodeState(weight, isGiven, isUsable, hardware, rate, WeightReason.AGENT_SILENT, OptionalInt.empty());
    }

    private static Usage usage(double cpuIdle, double bandwidthIdle) {
        return new Usage(
                OptionalDouble.of(cpuIdle),
                OptionalDouble.of(bandwidthIdle),
                OptionalLong.empty(),
                OptionalLong.empty());
    }

    private static Hardware hardware(double cores, double memoryGb, double diskGb) {
        return new Hardware(
                OptionalDouble.of(cores),
                OptionalInt.empty(),
                OptionalLong.of((long) (memoryGb * 1e9)),
                OptionalLong.of((long) (diskGb * 1e9)));
    }

    private static Hardware clocked(double cores, int mhz) {
        return new Hardware(OptionalDouble.of(cores), OptionalInt.of(mhz), OptionalLong.empty(), OptionalLong.empty());
    }

    private static DynamicWeight residualRate(double cpu, double bandwidth, double threshold) {
        return new DynamicWeight(new ResidualRate(cpu, bandwidth, Residual.SUM, threshold, 0), 1);
    }
}
