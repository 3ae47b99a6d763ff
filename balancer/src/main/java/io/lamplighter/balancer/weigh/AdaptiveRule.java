package io.lamplighter.balancer.weigh;

import io.lamplighter.balancer.config.BalancingMethod.Adaptive;
import io.lamplighter.balancer.pick.Selectors;
import io.lamplighter.balancer.weigh.WeightPolicy.Base;
import io.lamplighter.balancer.weigh.WeightPolicy.NodeState;
import io.lamplighter.balancer.weigh.WeightPolicy.Verdict;
import java.util.Arrays;
import java.util.List;

/**
 * How {@code adaptive} makes weights of what is learnt of the nodes:
 *
 * <pre>
 * mu_i   requests a second that node i could serve, see {@link LearntCapacity}; before it is learnt, what its base W(0) is beside
 *        the bases of the nodes whose mu is known
 * kappa_i  sessions that it could hold, and h whether sessions stay, 0 to 1, see {@link HeldSessions}
 * mu_i *= clamp((kappa_i / Σ kappa) / (mu_i / Σ mu), 1/4, 4)^h
 * c_i  = N_core · mu_i / Σ mu                        the cores of all nodes, dealt out by what the nodes are able to do
 * c_i *= clamp(median PRT / PRT_i, 0.1, 1)^0.5       only with several balancers; PRT is the predicted response time
 * W_i  = max(1, round(100 · c_i))                    or 0 where R_i is at or below the threshold and another node's is above
 * </pre>
 *
 * <p>For requests h is 0, and capacity is what a node can serve. For held sessions h is nearly 1, and capacity is what it can hold of
 * the lamps that it has: a node with talkative ones gets fewer. Steering by reports is safe there, as weights move only the sessions
 * that come and go, and kappa does not depend on how many a node has.
 *
 * <p>c_i at most doubles and at least halves from one report of the node to the next. An unknown number of cores is taken for 1.
 * Nothing here steers by a reported queue or load: those are old, and every balancer has the same. What a pick looks at beside the
 * weight is its own, the sessions in flight; that half of the rule is {@code AdaptiveSelector} in {@code pick}.
 *
 * <p>Threads: the weigher's.
 */
final class AdaptiveRule {
    private static final double LEAST_RATIO = 0.1;

    /** Most by which what a node can hold changes what it can serve, up or down. */
    private static final double MOST_BY_HELD = 4;

    private final Adaptive method;
    private final List<LearntCapacity> learnt;

    /** @param learnt of each node of the group */
    AdaptiveRule(Adaptive method, List<LearntCapacity> learnt) {
        this.method = method;
        this.learnt = learnt;
    }

    /**
     * The weight of every node of the group, in the same order.
     *
     * @param predictedMs PRT of each node, milliseconds; not-a-number where nothing is known
     */
    List<Verdict> weigh(List<NodeState> nodes, double[] predictedMs) {
        double[] capacities = capacities(nodes);
        if (method.balancers() > 1) {
            correct(capacities, predictedMs);
        }
        int[] weights = new int[capacities.length];
        Verdict[] verdicts = new Verdict[capacities.length];
        boolean hasTaker = false;
        for (int i = 0; i < verdicts.length; i++) {
            double capacity = learnt.get(i).limited(capacities[i]);
            weights[i] = capacity == 0 ? 0 : (int) Math.max(1, Math.round(Selectors.CORE_WEIGHT * capacity));
            verdicts[i] = verdict(
                    nodes.get(i), weights[i], !Double.isNaN(learnt.get(i).mu()));
            hasTaker |= nodes.get(i).isUsable() && verdicts[i].weight() > 0;
        }
        for (int i = 0; i < verdicts.length && !hasTaker; i++) {
            if (verdicts[i].reason() == WeightReason.OVERLOADED) {
                verdicts[i] = new Verdict(weights[i], WeightReason.ALL_OVERLOADED);
            }
        }
        return List.of(verdicts);
    }

    /** c of every node before the correction; 0 where the configuration wants no sessions. */
    private double[] capacities(List<NodeState> nodes) {
        double[] capacities = mus(WeightPolicy.bases(nodes));
        countHeld(capacities);
        double cores = nodes.stream()
                .mapToDouble(node -> node.hardware().cores().orElse(1))
                .sum();
        double sum = Arrays.stream(capacities).sum();
        for (int i = 0; i < capacities.length; i++) {
            capacities[i] *= sum == 0 ? 0 : cores / sum;
        }
        return capacities;
    }

    private double[] mus(Base[] bases) {
        double knownMu = 0;
        double knownBase = 0;
        double[] mus = new double[bases.length];
        for (int i = 0; i < mus.length; i++) {
            mus[i] = bases[i].exact() == 0 ? 0 : learnt.get(i).mu();
            if (mus[i] > 0) {
                knownMu += mus[i];
                knownBase += bases[i].exact();
            }
        }
        for (int i = 0; i < mus.length; i++) {
            if (Double.isNaN(mus[i])) {
                mus[i] = bases[i].exact() * (knownBase == 0 ? 1 : knownMu / knownBase);
            }
        }
        return mus;
    }

    /** As far as sessions stay, makes of what nodes could serve what they could hold. */
    private void countHeld(double[] mus) {
        double share =
                HeldSessions.share(learnt.stream().map(LearntCapacity::held).toList());
        double knownKappa = 0;
        double knownMu = 0;
        for (int i = 0; i < mus.length; i++) {
            if (isHeldKnown(i, mus)) {
                knownKappa += kappa(i);
                knownMu += mus[i];
            }
        }
        for (int i = 0; i < mus.length; i++) {
            if (isHeldKnown(i, mus)) {
                double ratio = kappa(i) / knownKappa / (mus[i] / knownMu);
                mus[i] *= Math.pow(Math.max(1 / MOST_BY_HELD, Math.min(MOST_BY_HELD, ratio)), share);
            }
        }
    }

    private double kappa(int i) {
        return learnt.get(i).held().kappa();
    }

    private boolean isHeldKnown(int i, double[] mus) {
        return kappa(i) > 0 && mus[i] > 0;
    }

    private static void correct(double[] capacities, double[] predictedMs) {
        double[] known = Arrays.stream(predictedMs)
                .filter(predicted -> predicted > 0)
                .sorted()
                .toArray();
        for (int i = 0; i < capacities.length; i++) {
            if (predictedMs[i] > 0) {
                double ratio = median(known) / predictedMs[i];
                capacities[i] *= Math.sqrt(Math.min(1, Math.max(LEAST_RATIO, ratio)));
            }
        }
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private Verdict verdict(NodeState node, int weight, boolean isLearnt) {
        if (node.ordered().isPresent()) {
            return new Verdict(node.ordered().getAsInt(), WeightReason.ADMIN);
        }
        if (weight == 0) {
            return new Verdict(0, WeightReason.SET_TO_ZERO);
        }
        if (node.rate().isPresent() && node.rate().getAsLong() <= RateFormula.billionths(method.threshold())) {
            return new Verdict(0, WeightReason.OVERLOADED);
        }
        boolean isByAgent = isLearnt && node.fallback() != WeightReason.AGENT_DRAINING;
        return new Verdict(weight, isByAgent ? WeightReason.LEARNT : node.fallback());
    }
}
