package io.lamplighter.balancer.weigh;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Weights as arithmetic: no clock, no state. {@link #verdict} shows who goes before whom.
 *
 * <p>The idea of {@code dynamic_weight} is that of Yang et al. 2024 (dynamic weights for a smart street-lamp cloud); its
 * formulas are not public, these are reconstructed from its test bed and tables:
 *
 * <pre>
 * gamma_i = Σ_r k_r · h_ir / Σ_j h_jr      h = (cores · clock, memory, disk), k = (0.5, 0.3, 0.2)
 * W_i(0)  = max(1, round(100 · gamma_i))   or the server line's weight=
 * W_i                                      what a {@link RateFormula} makes of W_i(0) and the report
 * </pre>
 *
 * <p>A weight is always computed from the base W(0), never from the weight before, so no error adds up. What the formulas
 * leave open:
 *
 * <ul>
 *   <li>A clock that one node does not tell is left out for all. A resource that no node tells is left out, and the shares k
 *       of the others grow to 1. A node that does not tell a resource which others tell is taken for their average.
 *   <li>While no node's hardware is known, the base is the server line's weight, given or 1.
 *   <li>Small bases are multiplied by the greatest whole number that keeps their sum at or below 100. Ratios stay exact, and a
 *       weight=1 can follow its node in steps of 1 % instead of being 1 whatever happens.
 *   <li>If no node that can be used has a weight, each that is overloaded gets its base: somebody has to serve.
 *   <li>weight=0 stays 0.
 * </ul>
 *
 * <p>For the other methods the base is the server line's weight as it is.
 */
final class WeightPolicy {
    /** The sum that base weights have, about, when they come from hardware. */
    static final int BASE_SUM = 100;

    private static final double COMPUTING_SHARE = 0.5;
    private static final double MEMORY_SHARE = 0.3;
    private static final double DISK_SHARE = 0.2;

    private WeightPolicy() {}

    /**
     * What is known about a node when weights are computed.
     *
     * @param weight the weight that DNS or the server line gives, at least 0
     * @param isWeightGiven whether they say so themselves
     * @param isUsable whether it can get sessions at all: neither closed nor failed
     * @param hardware what its agent said last, however long ago
     * @param rate what the method's formula makes of what the agent said within the expiry time, billionths; empty when nothing
     * @param fallback why the base holds, if there is no rate
     * @param ordered the administrator's weight; empty when none is ordered
     */
    record NodeState(
            int weight,
            boolean isWeightGiven,
            boolean isUsable,
            Hardware hardware,
            OptionalLong rate,
            WeightReason fallback,
            OptionalInt ordered) {}

    /**
     * W(0) of a node.
     *
     * @param exact before it is rounded
     */
    record Base(double exact) {
        int weight() {
            return exact == 0 ? 0 : (int) Math.max(1, Math.round(exact));
        }
    }

    /** A weight and its reason. */
    record Verdict(int weight, WeightReason reason) {}

    /** The weight of every node of a group, in the same order. */
    static List<Verdict> weigh(BalancingMethod method, List<NodeState> nodes) {
        if (!(method instanceof DynamicWeight dynamic)) {
            return nodes.stream()
                    .map(node -> verdict(node, new Base(node.weight()), null))
                    .toList();
        }
        RateFormula formula = RateFormula.of(dynamic.formula());
        Base[] bases = bases(nodes);
        Verdict[] verdicts = new Verdict[bases.length];
        boolean hasTaker = false;
        for (int i = 0; i < bases.length; i++) {
            verdicts[i] = verdict(nodes.get(i), bases[i], formula);
            hasTaker |= nodes.get(i).isUsable() && verdicts[i].weight() > 0;
        }
        if (!hasTaker) {
            giveOverloadedTheirBase(verdicts, bases);
        }
        return List.of(verdicts);
    }

    /**
     * The order of precedence: administrator, agent, DNS, configuration; {@link io.lamplighter.balancer.node.SetBy} is its
     * list. A line that says weight=0 wants no sessions, which no report can mend. A weight that came with a name is the base
     * already, see {@link io.lamplighter.balancer.config.UpstreamServer#baseWeight()}.
     */
    private static Verdict verdict(NodeState node, Base base, @Nullable RateFormula formula) {
        if (node.ordered().isPresent()) {
            return new Verdict(node.ordered().getAsInt(), WeightReason.ADMIN);
        }
        if (base.weight() == 0) {
            return new Verdict(0, WeightReason.SET_TO_ZERO);
        }
        if (formula != null && node.rate().isPresent()) {
            return formula.verdict(base, node.rate().getAsLong());
        }
        return new Verdict(base.weight(), node.fallback());
    }

    private static void giveOverloadedTheirBase(Verdict[] verdicts, Base[] bases) {
        for (int i = 0; i < verdicts.length; i++) {
            if (verdicts[i].reason() == WeightReason.OVERLOADED) {
                verdicts[i] = new Verdict(bases[i].weight(), WeightReason.ALL_OVERLOADED);
            }
        }
    }

    /** W(0) of every node. */
    static Base[] bases(List<NodeState> nodes) {
        double[] shares = hardwareShares(nodes.stream().map(NodeState::hardware).toList());
        double[] bases = new double[nodes.size()];
        for (int i = 0; i < bases.length; i++) {
            NodeState node = nodes.get(i);
            boolean isFromHardware = shares.length > 0 && !node.isWeightGiven();
            bases[i] = isFromHardware
                    ? (double) BASE_SUM * Math.max(1, RateFormula.billionths(shares[i])) / RateFormula.ONE
                    : node.weight();
        }
        int factor = enlargement(bases);
        return Arrays.stream(bases).mapToObj(base -> new Base(base * factor)).toArray(Base[]::new);
    }

    private static int enlargement(double[] bases) {
        long sum =
                Arrays.stream(bases).mapToLong(base -> new Base(base).weight()).sum();
        return sum == 0 || sum > BASE_SUM / 2 ? 1 : (int) (BASE_SUM / sum);
    }

    /** gamma of every node, with sum 1; an empty array when nothing is known of any node. */
    static double[] hardwareShares(List<Hardware> hardware) {
        double[] shares = new double[hardware.size()];
        double known = 0;
        known += addShares(shares, COMPUTING_SHARE, hardware, computing(hardware));
        known += addShares(shares, MEMORY_SHARE, hardware, node -> toDouble(node.memoryBytes()));
        known += addShares(shares, DISK_SHARE, hardware, node -> toDouble(node.diskBytes()));
        if (known == 0) {
            return new double[0];
        }
        for (int i = 0; i < shares.length; i++) {
            shares[i] /= known;
        }
        return shares;
    }

    private static Function<Hardware, OptionalDouble> computing(List<Hardware> hardware) {
        boolean isClockKnown = hardware.stream()
                .allMatch(node -> node.cores().isEmpty() || node.clockMhz().isPresent());
        return node -> node.cores().isEmpty() || !isClockKnown
                ? node.cores()
                : OptionalDouble.of(node.cores().getAsDouble() * node.clockMhz().getAsInt());
    }

    /** Adds each node's part of one resource to its share; answers the weight of the resource, 0 if nobody knows it. */
    private static double addShares(
            double[] shares, double weight, List<Hardware> hardware, Function<Hardware, OptionalDouble> resource) {
        OptionalDouble average = hardware.stream()
                .map(resource)
                .flatMapToDouble(OptionalDouble::stream)
                .average();
        if (average.orElse(0) == 0) {
            return 0;
        }
        double sum = average.getAsDouble() * shares.length;
        for (int i = 0; i < shares.length; i++) {
            shares[i] += weight * resource.apply(hardware.get(i)).orElse(average.getAsDouble()) / sum;
        }
        return weight;
    }

    private static OptionalDouble toDouble(OptionalLong value) {
        return value.isPresent() ? OptionalDouble.of((double) value.getAsLong()) : OptionalDouble.empty();
    }
}
