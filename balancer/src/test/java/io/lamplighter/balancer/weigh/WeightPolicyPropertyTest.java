package io.lamplighter.balancer.weigh;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Residual;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.config.BalancingMethod.Tan;
import io.lamplighter.balancer.weigh.WeightPolicy.Base;
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
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;

class WeightPolicyPropertyTest {
    @Property
    void everyWeightLiesBetweenZeroAndItsBase(
            @ForAll("methods") DynamicWeight method, @ForAll("nodes") List<Described> nodes) {
        Base[] bases = WeightPolicy.bases(states(method, nodes));
        List<Verdict> verdicts = weigh(method, nodes);

        for (int i = 0; i < bases.length; i++) {
            assertThat(verdicts.get(i).weight()).isBetween(0, bases[i].weight());
            assertThat(bases[i].weight() == 0).isEqualTo(nodes.get(i).weight() == 0);
        }
    }

    @Property
    void somebodyServesIfAnybodyCan(@ForAll("methods") DynamicWeight method, @ForAll("nodes") List<Described> nodes) {
        List<Verdict> verdicts = weigh(method, nodes);
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
            @ForAll("nodes") List<Described> nodes,
            @ForAll @Scale(12) @DoubleRange(min = 0, max = 1) double oneIdle,
            @ForAll @Scale(12) @DoubleRange(min = 0, max = 1) double otherIdle,
            @ForAll @Scale(12) @DoubleRange(min = 0, max = 1) double bandwidthIdle) {
        // A second node that takes sessions keeps the group away from "all overloaded", where the order turns on
        // purpose.
        List<Described> group = new ArrayList<>(nodes);
        group.add(node(10, true, Hardware.UNKNOWN, null));
        group.add(node(10, true, Hardware.UNKNOWN, usage(Math.min(oneIdle, otherIdle), bandwidthIdle)));
        int less = last(weigh(method, group)).weight();
        group.set(
                group.size() - 1, node(10, true, Hardware.UNKNOWN, usage(Math.max(oneIdle, otherIdle), bandwidthIdle)));
        int more = last(weigh(method, group)).weight();

        assertThat(more).isGreaterThanOrEqualTo(less);
    }

    @Property
    void theOrderOfTheServerLinesDoesNotMatter(
            @ForAll("methods") DynamicWeight method, @ForAll("nodes") List<Described> nodes, @ForAll long seed) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(seed));
        List<Verdict> verdicts = weigh(method, nodes);

        assertThat(weigh(method, order.stream().map(nodes::get).toList()))
                .isEqualTo(order.stream().map(verdicts::get).toList());
    }

    @Property
    void anOrderedWeightIsTheWeight(
            @ForAll("methods") DynamicWeight method,
            @ForAll("nodes") List<Described> nodes,
            @ForAll @IntRange(max = 65_535) int weight) {
        List<NodeState> states = new ArrayList<>(states(method, nodes));
        NodeState first = states.get(0);
        states.set(
                0,
                new NodeState(
                        first.weight(),
                        first.isWeightGiven(),
                        first.isUsable(),
                        first.hardware(),
                        first.rate(),
                        first.fallback(),
                        OptionalInt.of(weight)));

        assertThat(WeightPolicy.weigh(method, states).get(0)).isEqualTo(new Verdict(weight, WeightReason.ADMIN));
    }

    /** A node before a formula has looked at what its agent says. */
    record Described(int weight, boolean isGiven, boolean isUsable, Hardware hardware, Usage usage) {
        NodeState state(RateFormula formula) {
            OptionalLong rate = usage == null ? OptionalLong.empty() : formula.rate(hardware, usage);
            return new NodeState(
                    weight, isGiven, isUsable, hardware, rate, WeightReason.AGENT_SILENT, OptionalInt.empty());
        }
    }

    private static List<NodeState> states(DynamicWeight method, List<Described> nodes) {
        RateFormula formula = RateFormula.of(method.formula());
        return nodes.stream().map(node -> node.state(formula)).toList();
    }

    private static List<Verdict> weigh(DynamicWeight method, List<Described> nodes) {
        return WeightPolicy.weigh(method, states(method, nodes));
    }

    private static Verdict last(List<Verdict> verdicts) {
        return verdicts.get(verdicts.size() - 1);
    }

    /** A trickle above the threshold would be more than what a node a little above the threshold gets. */
    @Provide
    Arbitrary<DynamicWeight> methods() {
        Arbitrary<Double> shares = Arbitraries.doubles().between(0, 1).ofScale(12);
        Arbitrary<DynamicWeight> residual = Combinators.combine(
                        shares, Arbitraries.of(Residual.class), shares, Arbitraries.of(0.0, 0.5, 1.0))
                .as((cpu, kind, threshold, trickle) ->
                        new DynamicWeight(new ResidualRate(cpu, 1 - cpu, kind, threshold, threshold * trickle), 1));
        return Arbitraries.oneOf(residual, Arbitraries.just(new DynamicWeight(new Tan(), 1)));
    }

    @Provide
    Arbitrary<List<Described>> nodes() {
        Arbitrary<Integer> weights = Arbitraries.integers().between(0, 1_000);
        Arbitrary<Boolean> flags = Arbitraries.of(true, false);
        return Combinators.combine(weights, flags, flags, hardware(), usages())
                .as((weight, isGiven, isUsable, hardware, usage) ->
                        new Described(isGiven ? weight : 1, isGiven, isUsable, hardware, usage))
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
        Arbitrary<OptionalLong> used = Arbitraries.longs()
                .between(0, Long.MAX_VALUE)
                .map(OptionalLong::of)
                .injectNull(0.2)
                .map(size -> size == null ? OptionalLong.empty() : size);
        return Combinators.combine(shares, shares, used, used).as(Usage::new).injectNull(0.2);
    }

    private static Described node(int weight, boolean isGiven, Hardware hardware, Usage usage) {
        return new Described(weight, isGiven, true, hardware, usage);
    }

    private static Usage usage(double cpuIdle, double bandwidthIdle) {
        return new Usage(
                OptionalDouble.of(cpuIdle),
                OptionalDouble.of(bandwidthIdle),
                OptionalLong.empty(),
                OptionalLong.empty());
    }
}
