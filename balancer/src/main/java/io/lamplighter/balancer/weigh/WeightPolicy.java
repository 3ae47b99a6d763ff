package io.lamplighter.balancer.weigh;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code dynamic_weight} as arithmetic: no clock, no state. The idea is that of Yang et al. 2024 (dynamic weights for a smart
 * street-lamp cloud); its formulas are not public, these are reconstructed from its test bed and tables:
 *
 * <pre>
 * gamma_i = Σ_r k_r · h_ir / Σ_j h_jr      h = (cores · clock, memory, disk), k = (0.5, 0.3, 0.2)
 * W_i(0)  = max(1, round(100 · gamma_i))   or the server line's weight=
 * R_i     = cpu · cpuIdle_i + bandwidth · bandwidthIdle_i
 * W_i     = 0 if R_i ≤ threshold, else max(1, round(W_i(0) · R_i))
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
 *   <li>If one of the two idle rates is unknown, the other counts wholly. If none is known that has a share, the base holds.
 *   <li>If no node that can be used is above the threshold, each gets its base: somebody has to serve.
 *   <li>weight=0 stays 0.
 * </ul>
 */
final class WeightPolicy {
    /** The sum that base weights have, about, when they come from hardware. */
    static final int BASE_SUM = 100;

    private static final double COMPUTING_SHARE = 0.5;
    private static final double MEMORY_SHARE = 0.3;
    private static final double DISK_SHARE = 0.2;

    /** Load rates are whole billionths, so that a rate of exactly the threshold is not above it by a rounding error. */
    private static final long RATE_ONE = 1_000_000_000;

    private WeightPolicy() {}

    /**
     * What is known about a node when weights are computed.
     *
     * @param weight the server line's weight, at least 0
     * @param isWeightGiven whether the line says so itself
     * @param isUsable whether it can get sessions at all: neither down nor failed
     * @param hardware what its agent said last, however long ago
     * @param usage what its agent said within the expiry time; null when nothing
     * @param fallback why there is no usage, if there is none
     */
    record NodeState(
            int weight,
            boolean isWeightGiven,
            boolean isUsable,
            Hardware hardware,
            @Nullable Usage usage,
            WeightReason fallback) {}

    /** A weight and its reason. */
    record Verdict(int weight, WeightReason reason) {}

    /** The weight of every node of a group, in the same order. */
    static List<Verdict> weigh(DynamicWeight method, List<NodeState> nodes) {
        int[] bases = bases(nodes);
        Verdict[] verdicts = new Verdict[bases.length];
        boolean hasTaker = false;
        for (int i = 0; i < bases.length; i++) {
            verdicts[i] = verdict(method, nodes.get(i), bases[i]);
            hasTaker |= nodes.get(i).isUsable() && verdicts[i].weight() > 0;
        }
        if (!hasTaker) {
            giveOverloadedTheirBase(verdicts, bases);
        }
        return List.of(verdicts);
    }

    private static Verdict verdict(DynamicWeight method, NodeState node, int base) {
        if (base == 0) {
            return new Verdict(0, WeightReason.SET_TO_ZERO);
        }
        Usage usage = node.usage();
        if (usage == null) {
            return new Verdict(base, node.fallback());
        }
        OptionalLong rate = residualRate(method, usage);
        if (rate.isEmpty()) {
            return new Verdict(base, WeightReason.AGENT_BLIND);
        }
        int weight = weight(base, rate.getAsLong(), billionths(formula(method).threshold()));
        return new Verdict(weight, weight == 0 ? WeightReason.OVERLOADED : WeightReason.AGENT);
    }

    private static void giveOverloadedTheirBase(Verdict[] verdicts, int[] bases) {
        for (int i = 0; i < verdicts.length; i++) {
            if (verdicts[i].reason() == WeightReason.OVERLOADED) {
                verdicts[i] = new Verdict(bases[i], WeightReason.ALL_OVERLOADED);
            }
        }
    }

    /** R in billionths, 0..1,000,000,000; empty when no idle rate is known that has a share in it. */
    static OptionalLong residualRate(DynamicWeight method, Usage usage) {
        double cpuShare = usage.cpuIdle().isPresent() ? formula(method).cpu() : 0;
        double bandwidthShare =
                usage.bandwidthIdle().isPresent() ? formula(method).bandwidth() : 0;
        double shares = cpuShare + bandwidthShare;
        if (shares <= 0) {
            return OptionalLong.empty();
        }
        double idle = cpuShare * usage.cpuIdle().orElse(0)
                + bandwidthShare * usage.bandwidthIdle().orElse(0);
        return OptionalLong.of(Math.min(RATE_ONE, billionths(idle / shares)));
    }

    private static ResidualRate formula(DynamicWeight method) {
        return (ResidualRate) method.formula();
    }

    private static long billionths(double rate) {
        return Math.round(rate * RATE_ONE);
    }

    private static int weight(int base, long rate, long threshold) {
        return rate <= threshold ? 0 : atLeastOne(base, rate);
    }

    private static int atLeastOne(int base, long rate) {
        return (int) Math.max(1, (base * rate + RATE_ONE / 2) / RATE_ONE);
    }

    /** W(0) of every node. */
    static int[] bases(List<NodeState> nodes) {
        double[] shares = hardwareShares(nodes.stream().map(NodeState::hardware).toList());
        int[] bases = new int[nodes.size()];
        for (int i = 0; i < bases.length; i++) {
            NodeState node = nodes.get(i);
            boolean isFromHardware = shares.length > 0 && !node.isWeightGiven();
            bases[i] = isFromHardware ? atLeastOne(BASE_SUM, billionths(shares[i])) : node.weight();
        }
        return enlarged(bases);
    }

    private static int[] enlarged(int[] bases) {
        long sum = Arrays.stream(bases).asLongStream().sum();
        if (sum == 0 || sum > BASE_SUM / 2) {
            return bases;
        }
        int factor = (int) (BASE_SUM / sum);
        return Arrays.stream(bases).map(base -> base * factor).toArray();
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
