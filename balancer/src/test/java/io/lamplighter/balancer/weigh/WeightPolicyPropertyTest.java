package io.lamplighter.balancer.weigh;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Residual;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.weigh.WeightPolicy.NodeState;
import io.lamplighter.balancer.weigh.WeightPolicy.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;

class WeightPolicyPropertyTest {
    @Property
    void everyWeightLiesBetweenZeroAndItsBase(
            @ForAll("methods") DynamicWeight method, @ForAll("nodes") List<NodeState> nodes) {
        int[] bases = WeightPolicy.bases(nodes);
        List<Verdict> verdicts = WeightPolicy.weigh(method, nodes);

        for (int i = 0; i < bases.length; i++) {
            assertThat(verdicts.get(i).weight()).isBetween(0, bases[i]);
            assertThat(bases[i] == 0).isEqualTo(nodes.get(i).weight() == 0);
        }
    }

    @Property
    void somebodyServesIfAnybodyCan(@ForAll("methods") DynamicWeight method, @ForAll("nodes") List<NodeState> nodes) {
        List<Verdict> verdicts = WeightPolicy.weigh(method, nodes);
        boolean canAnybody = nodes.stream().anyMatch(node -> node.isUsable() && node.weight() > 0);
        boolean servesAnybody = false;
        for (int i = 0; i < nodes.size(); i++) {
            servesAnybody |= nodes.get(i).isUsable() && verdicts.get(i).weight() > 0;
        }
        assertThat(servesAnybody).isEqualTo(canAnybody);
    }

    @Property
    void moreIdleIsNeverLessWeight(
            @ForAll("methods") DynamicWeight method,
            @ForAll("nodes") List<NodeState> nodes,
            @ForAll @Scale(12) @DoubleRange(min = 0, max = 1) double oneIdle,
            @ForAll @Scale(12) @DoubleRange(min = 0, max = 1) double otherIdle,
            @ForAll @Scale(12) @DoubleRange(min = 0, max = 1) double bandwidthIdle) {
        // A second node that takes sessions keeps the group away from "all overloaded", where the order turns on
        // purpose.
        List<NodeState> group = new ArrayList<>(nodes);
        group.add(node(10, true, Hardware.UNKNOWN, null));
        group.add(node(10, true, Hardware.UNKNOWN, usage(Math.min(oneIdle, otherIdle), bandwidthIdle)));
        int less = last(WeightPolicy.weigh(method, group)).weight();
        group.set(
                group.size() - 1, node(10, true, Hardware.UNKNOWN, usage(Math.max(oneIdle, otherIdle), bandwidthIdle)));
        int more = last(WeightPolicy.weigh(method, group)).weight();

        assertThat(more).isGreaterThanOrEqualTo(less);
    }

    @Property
    void theOrderOfTheServerLinesDoesNotMatter(
            @ForAll("methods") DynamicWeight method, @ForAll("nodes") List<NodeState> nodes, @ForAll long seed) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(seed));
        List<Verdict> verdicts = WeightPolicy.weigh(method, nodes);

        assertThat(WeightPolicy.weigh(method, order.stream().map(nodes::get).toList()))
                .isEqualTo(order.stream().map(verdicts::get).toList());
    }

    private static Verdict last(List<Verdict> verdicts) {
        return verdicts.get(verdicts.size() - 1);
    }

    @Provide
    Arbitrary<DynamicWeight> methods() {
        Arbitrary<Double> shares = Arbitraries.doubles().between(0, 1).ofScale(12);
        return Combinators.combine(shares, shares).as((cpu, threshold) -> residualRate(cpu, 1 - cpu, threshold));
    }

    @Provide
    Arbitrary<List<NodeState>> nodes() {
        Arbitrary<Integer> weights = Arbitraries.integers().between(0, 1_000);
        Arbitrary<Boolean> flags = Arbitraries.of(true, false);
        return Combinators.combine(weights, flags, flags, hardware(), usages())
                .as((weight, isGiven, isUsable, hardware, usage) -> new NodeState(
                        isGiven ? weight : 1, isGiven, isUsable, hardware, usage, WeightReason.AGENT_SILENT))
                .list()
                .ofMinSize(1)
                .ofMaxSize(8);
    }

    private static Arbitrary<Hardware> hardware() {
        Arbitrary<OptionalLong> sizes = Arbitraries.longs()
                .between(0, Long.MAX_VALUE)
                .map(OptionalLong::of)
                .injectNull(0.2)
                .map(size -> size == null ? OptionalLong.empty() : size);
        Arbitrary<OptionalDouble> cores = Arbitraries.doubles()
                .between(0.001, 4_000_000)
                .ofScale(3)
                .map(OptionalDouble::of)
                .injectNull(0.2)
                .map(count -> count == null ? OptionalDouble.empty() : count);
        Arbitrary<OptionalInt> clocks = Arbitraries.integers()
                .between(1, Integer.MAX_VALUE)
                .map(OptionalInt::of)
                .injectNull(0.2)
                .map(mhz -> mhz == null ? OptionalInt.empty() : mhz);
        return Combinators.combine(cores, clocks, sizes, sizes).as(Hardware::new);
    }

    private static Arbitrary<Usage> usages() {
        Arbitrary<OptionalDouble> shares = Arbitraries.doubles()
                .between(0, 1)
                .ofScale(12)
                .map(OptionalDouble::of)
                .injectNull(0.2)
                .map(share -> share == null ? OptionalDouble.empty() : share);
        return Combinators.combine(shares, shares)
                .as((cpu, bandwidth) -> new Usage(cpu, bandwidth, OptionalLong.empty(), OptionalLong.empty()))
                .injectNull(0.2);
    }

    private static NodeState node(int weight, boolean isGiven, Hardware hardware, Usage usage) {
        return new NodeState(weight, isGiven, true, hardware, usage, WeightReason.AGENT_SILENT);
    }

    private static Usage usage(double cpuIdle, double bandwidthIdle) {
        return new Usage(
                OptionalDouble.of(cpuIdle),
                OptionalDouble.of(bandwidthIdle),
                OptionalLong.empty(),
                OptionalLong.empty());
    }

    private static DynamicWeight residualRate(double cpu, double bandwidth, double threshold) {
        return new DynamicWeight(new ResidualRate(cpu, bandwidth, Residual.SUM, threshold, 0), 1);
    }
}
