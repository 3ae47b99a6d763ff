package io.lamplighter.balancer.weigh;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.BalancingMethod.Adaptive;
import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Hash;
import io.lamplighter.balancer.config.BalancingMethod.Random;
import io.lamplighter.balancer.config.BalancingMethod.RandomTwo;
import io.lamplighter.balancer.config.BalancingMethod.Residual;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.SetBy;
import io.lamplighter.balancer.node.Standing;
import io.lamplighter.balancer.watch.HeardReport;
import io.lamplighter.balancer.weigh.WeightPolicy.NodeState;
import io.lamplighter.balancer.weigh.WeightPolicy.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A group at work: asks about its nodes, has them weighed, scales for slow starts, and publishes what changed.
 *
 * <p>Threads: the weigher's.
 */
final class WeighedGroup {
    private static final Logger LOG = LoggerFactory.getLogger(WeighedGroup.class);

    /**
     * The unit that weights are published in where a node of the group may start slowly, so that a weight of 1 can grow. It
     * does not come and go with the growth: selectors carry their place in the round from weights to weights.
     */
    private static final int FINE = 100;

    /** For a big group, because a schedule is as long as the sum of its weights; one node's share is small there anyway. */
    private static final int COARSE = 10;

    private static final int BIG_GROUP = 200;
    private static final int WHOLE_PERCENT = 100;

    /** {@code slow_start} under {@code adaptive} where the server line says none. */
    private static final long ADAPTIVE_START_MS = 10_000;

    /** R under {@code adaptive}: that of {@code dynamic_weight} without parameters. */
    private static final RateFormula ADAPTIVE_RATE =
            new ResidualFormula(new ResidualRate(0.5, 0.5, Residual.SUM, 0, 0));

    private final WeightGroup group;
    private final List<NodeMemory> memories;
    private final @Nullable AdaptiveRule adaptive; // null with other methods

    // What was published and said last.
    private int[] weights = {};
    private boolean[] open = {};
    private List<Verdict> verdicts = List.of();

    WeighedGroup(WeightGroup group, Map<Node, NodeMemory> memories) {
        this.group = group;
        this.memories = group.nodes().stream().map(memories::get).toList();
        this.adaptive = group.method() instanceof Adaptive method
                ? new AdaptiveRule(
                        method, this.memories.stream().map(NodeMemory::capacity).toList())
                : null;
    }

    /** A verdict, when the report behind it arrived, since when it holds, and how much of it is in force. */
    record Weighed(Verdict verdict, @Nullable HeardReport heard, long sinceNs, int rampPercent) {}

    String upstream() {
        return group.upstream();
    }

    /** Whether weights move by themselves. */
    boolean isGrowing() {
        return memories.stream().anyMatch(memory -> memory.slowStart().isGrowing());
    }

    /** Weighs anew, and adds what came of it to {@code weighed}. */
    void recompute(Round round, Map<Node, Weighed> weighed) {
        List<NodeState> states = new ArrayList<>();
        boolean[] openNow = new boolean[memories.size()];
        for (int i = 0; i < openNow.length; i++) {
            Node node = group.nodes().get(i);
            node.agentDraining(isAgentDraining(node, round));
            openNow[i] = node.availability() == Availability.UP;
            states.add(state(node, memories.get(i), round));
        }
        List<Verdict> newVerdicts = weigh(states, round);
        int scale = scale();
        int[] newWeights = new int[openNow.length];
        for (int i = 0; i < newWeights.length; i++) {
            Node node = group.nodes().get(i);
            Verdict verdict = newVerdicts.get(i);
            int percent = rampPercent(i, verdict, round);
            newWeights[i] = scaled(verdict, percent, scale);
            long sinceNs = memories.get(i).sinceNs(verdict, round.nowNs());
            weighed.put(node, new Weighed(verdict, round.heard(node).orElse(null), sinceNs, percent));
        }
        publish(newWeights, openNow);
        logChanges(newVerdicts);
        verdicts = newVerdicts;
    }

    private List<Verdict> weigh(List<NodeState> states, Round round) {
        if (adaptive == null) {
            return WeightPolicy.weigh(group.method(), states);
        }
        double[] predictedMs = group.nodes().stream()
                .mapToDouble(node -> round.predictions().predictedMs(node, round.nowNs()))
                .toArray();
        return adaptive.weigh(states, predictedMs);
    }

    /**
     * What the last report said, until it expires: an agent that asked for no new sessions and then died must not keep its node
     * out for ever. If the node went with it, passive health knows; who wants it to stay out orders that.
     */
    private static boolean isAgentDraining(Node node, Round round) {
        return round.heard(node)
                .filter(heard -> round.isFresh(heard) && heard.report().draining())
                .isPresent();
    }

    private NodeState state(Node node, NodeMemory memory, Round round) {
        UpstreamServer settings = node.settings();
        Standing standing = node.standing();
        Optional<HeardReport> heard = round.heard(node);
        boolean isFresh = heard.filter(round::isFresh).isPresent();
        OptionalLong rate = OptionalLong.empty();
        WeightReason fallback = settings.dnsWeight().isPresent() ? WeightReason.NAMED : WeightReason.CONFIGURED;
        if (isByReports() && settings.node().isPresent()) {
            if (isFresh) {
                rate = rate(node, memory, heard.get(), round);
                fallback = rate.isPresent() ? WeightReason.NOT_LEARNT : WeightReason.AGENT_BLIND;
            } else {
                memory.forgetReports();
                fallback = heard.isPresent() ? WeightReason.AGENT_SILENT : WeightReason.AGENT_NOT_HEARD;
            }
        }
        if (standing.setBy() == SetBy.AGENT) {
            rate = OptionalLong.empty();
            fallback = WeightReason.AGENT_DRAINING;
        }
        return new NodeState(
                settings.baseWeight(),
                settings.isBaseWeightGiven(),
                standing.availability() == Availability.UP && node.isUsable(round.nowMs()),
                heard.map(said -> said.report().hardware()).orElse(Hardware.UNKNOWN),
                rate,
                fallback,
                node.ordered().weight());
    }

    private boolean isByReports() {
        return adaptive != null || group.method() instanceof DynamicWeight;
    }

    /** R of a report; looks at it for the node's capacity as well where that is learnt. */
    private OptionalLong rate(Node node, NodeMemory memory, HeardReport heard, Round round) {
        if (group.method() instanceof DynamicWeight method) {
            return memory.rate(method, heard, round.expireNs());
        }
        memory.capacity().hear(heard, round.predictions().workload(node));
        return ADAPTIVE_RATE.rate(heard.report().hardware(), heard.report().usage());
    }

    /** 1 where no node can start slowly, and where weights are fine as they are. */
    private int scale() {
        if (adaptive != null || group.nodes().stream().allMatch(node -> slowStartMs(node) == 0)) {
            return 1;
        }
        return isBig() ? COARSE : FINE;
    }

    private boolean isBig() {
        return group.nodes().size() > BIG_GROUP;
    }

    /** 0 where a node does not start slowly: nginx ignores {@code slow_start} of the only server too. */
    private long slowStartMs(Node node) {
        if (group.nodes().size() == 1 || !canStartSlowly(group.method())) {
            return 0;
        }
        long configuredMs = node.settings().slowStartMs();
        return adaptive != null && configuredMs == 0 ? ADAPTIVE_START_MS : configuredMs;
    }

    /** By chance or by key, a smaller weight would not only slow a node down but send sessions elsewhere than before. */
    private static boolean canStartSlowly(BalancingMethod method) {
        return !(method instanceof Hash || method instanceof Random || method instanceof RandomTwo);
    }

    private int rampPercent(int i, Verdict verdict, Round round) {
        Node node = group.nodes().get(i);
        boolean isOut = node.availability() != Availability.UP
                || node.isFailed()
                || (adaptive != null && verdict.reason() == WeightReason.OVERLOADED);
        int percent = memories.get(i).slowStart().percent(isOut, slowStartMs(node), round.nowNs());
        int step = isBig() ? COARSE : 1;
        return percent - percent % step;
    }

    /** An administrator who orders a weight means that weight, and at once. */
    private static int scaled(Verdict verdict, int percent, int scale) {
        int weight = verdict.weight() * scale;
        if (verdict.weight() == 0 || verdict.reason() == WeightReason.ADMIN) {
            return weight;
        }
        return (int) Math.max(1, Math.round((double) weight * percent / WHOLE_PERCENT));
    }

    private void publish(int[] newWeights, boolean[] openNow) {
        if (!Arrays.equals(newWeights, weights) || !Arrays.equals(openNow, open)) {
            group.publisher().accept(newWeights.clone());
            weights = newWeights;
            open = openNow;
        }
    }

    private void logChanges(List<Verdict> newVerdicts) {
        for (int i = 0; i < verdicts.size(); i++) {
            WeightReason before = verdicts.get(i).reason();
            if (before != newVerdicts.get(i).reason()) {
                log(group.nodes().get(i), before, newVerdicts.get(i));
            }
        }
    }

    /** The ups and downs of load are daily business; an agent that falls silent or a whole upstream at its end is not. */
    private void log(Node node, WeightReason before, Verdict verdict) {
        boolean isTrouble = isTrouble(verdict.reason());
        if (isTrouble || isTrouble(before) || isRare(verdict.reason()) || isRare(before)) {
            LOG.atLevel(isTrouble ? Level.WARN : Level.INFO)
                    .log(
                            "upstream {}, server {}: weight {}, {}",
                            group.upstream(),
                            node.settings().name(),
                            verdict.weight(),
                            verdict.reason().meaning());
        }
    }

    private static boolean isTrouble(WeightReason reason) {
        return reason == WeightReason.AGENT_SILENT
                || reason == WeightReason.AGENT_BLIND
                || reason == WeightReason.ALL_OVERLOADED;
    }

    private static boolean isRare(WeightReason reason) {
        return reason == WeightReason.ADMIN || reason == WeightReason.AGENT_DRAINING;
    }
}
