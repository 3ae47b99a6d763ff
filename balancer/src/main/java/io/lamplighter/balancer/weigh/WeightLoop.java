package io.lamplighter.balancer.weigh;

import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.watch.HeardReport;
import io.lamplighter.balancer.weigh.WeightPolicy.NodeState;
import io.lamplighter.balancer.weigh.WeightPolicy.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Turns what agents report into published weights: at once when reports arrive (any number of them that come while it is
 * busy lead to one computation) and each second, because silence sends no message. It publishes only what changed.
 *
 * <p>Threads: the given single-threaded executor is the one writer of every weight. Any thread may call the public methods;
 * {@link #weightOf} reads an immutable snapshot.
 */
public final class WeightLoop {
    private static final Logger LOG = LoggerFactory.getLogger(WeightLoop.class);

    private static final long TICK_MS = 1_000;

    private final ScheduledExecutorService thread;
    private final Function<String, @Nullable HeardReport> reports;
    private final LongSupplier nowNs;
    private final AtomicBoolean isDue = new AtomicBoolean();
    private final Future<?> ticks;

    // Only the thread above touches these two.
    private List<PublishedGroup> groups = List.of();
    private long expireNs;

    private volatile Map<Node, Weighed> weights = Map.of();

    /**
     * Starts the loop with no group.
     *
     * @param thread a single thread, a cold one; an event loop will do
     * @param reports the last report of a node by its name, however old, or null; called on that thread
     * @param nowNs steady clock, the one by which {@link HeardReport#arrivedNs()} and the health of nodes are told
     */
    public WeightLoop(
            ScheduledExecutorService thread, Function<String, @Nullable HeardReport> reports, LongSupplier nowNs) {
        this.thread = thread;
        this.reports = reports;
        this.nowNs = nowNs;
        this.ticks = thread.scheduleWithFixedDelay(this::recompute, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
    }

    /**
     * Replaces the groups by those of a new generation. Every one of them is published once, changed or not.
     *
     * @param newGroups the primaries and the backups of every upstream
     * @param expireMs silence after which a node falls back to its base weight, milliseconds
     * @return completes when the weights of the new groups are published
     */
    public CompletionStage<Void> generation(List<WeightGroup> newGroups, long expireMs) {
        List<PublishedGroup> started =
                newGroups.stream().map(PublishedGroup::new).toList();
        return CompletableFuture.runAsync(
                () -> {
                    groups = started;
                    expireNs = TimeUnit.MILLISECONDS.toNanos(expireMs);
                    recompute();
                },
                thread);
    }

    /** Says that {@code reports} has news. */
    public void reportsArrived() {
        if (isDue.compareAndSet(false, true)) {
            thread.execute(() -> {
                isDue.set(false); // before it reads the reports: what comes from here on asks for another round
                recompute();
            });
        }
    }

    /** The weight of a node and its origin; empty when the node is in no group of the loop. */
    public Optional<NodeWeight> weightOf(Node node) {
        Weighed weighed = weights.get(node);
        return weighed == null ? Optional.empty() : Optional.of(weighed.asOf(nowNs.getAsLong()));
    }

    /** Publishes nothing any more; the weights published last stay. */
    public void close() {
        ticks.cancel(false);
        thread.execute(() -> groups = List.of());
    }

    private void recompute() {
        long now = nowNs.getAsLong();
        Map<Node, Weighed> newWeights = new HashMap<>();
        for (PublishedGroup group : groups) {
            try {
                recompute(group, now, newWeights);
            } catch (RuntimeException e) {
                // A fault of ours. It must end neither the ticks nor the work for the other groups; old weights still
                // serve.
                LOG.error("upstream {}: computing the weights failed", group.group.upstream(), e);
            }
        }
        weights = newWeights;
    }

    private void recompute(PublishedGroup published, long now, Map<Node, Weighed> newWeights) {
        WeightGroup group = published.group;
        List<NodeState> states = new ArrayList<>();
        List<Optional<HeardReport>> heard = new ArrayList<>();
        for (Node node : group.nodes()) {
            Optional<HeardReport> report = node.settings().node().map(reports);
            heard.add(report);
            states.add(state(node, report, now));
        }
        List<Verdict> verdicts = group.method() instanceof DynamicWeight dynamic
                ? WeightPolicy.weigh(dynamic, states)
                : states.stream()
                        .map(state -> new Verdict(
                                state.weight(),
                                state.weight() == 0 ? WeightReason.SET_TO_ZERO : WeightReason.CONFIGURED))
                        .toList();
        for (int i = 0; i < verdicts.size(); i++) {
            newWeights.put(group.nodes().get(i), new Weighed(verdicts.get(i), heard.get(i)));
        }
        published.publish(verdicts);
    }

    private NodeState state(Node node, Optional<HeardReport> report, long now) {
        UpstreamServer settings = node.settings();
        boolean isFresh = report.isPresent() && now - report.get().arrivedNs() <= expireNs;
        boolean isUsable = node.availability() == Availability.UP && node.isUsable(TimeUnit.NANOSECONDS.toMillis(now));
        return new NodeState(
                settings.weight(),
                settings.weightGiven(),
                isUsable,
                report.map(said -> said.report().hardware()).orElse(Hardware.UNKNOWN),
                isFresh ? report.get().report().usage() : null,
                fallback(settings.node().isPresent(), report.isPresent()));
    }

    private static WeightReason fallback(boolean isAgentExpected, boolean isHeard) {
        if (!isAgentExpected) {
            return WeightReason.CONFIGURED;
        }
        return isHeard ? WeightReason.AGENT_SILENT : WeightReason.AGENT_NOT_HEARD;
    }

    /** A verdict and when the report behind it arrived. */
    private record Weighed(Verdict verdict, Optional<HeardReport> heard) {
        NodeWeight asOf(long now) {
            long ageMs = heard.map(report -> Math.max(0, TimeUnit.NANOSECONDS.toMillis(now - report.arrivedNs())))
                    .orElse(NodeWeight.NO_REPORT);
            return new NodeWeight(verdict.weight(), verdict.reason(), ageMs);
        }
    }

    /** A group and what was last said about it. */
    private static final class PublishedGroup {
        private final WeightGroup group;
        private List<Verdict> last = List.of();

        PublishedGroup(WeightGroup group) {
            this.group = group;
        }

        void publish(List<Verdict> verdicts) {
            int[] weights = verdicts.stream().mapToInt(Verdict::weight).toArray();
            if (last.isEmpty()
                    || !Arrays.equals(
                            weights, last.stream().mapToInt(Verdict::weight).toArray())) {
                group.publisher().accept(weights);
            }
            logChanges(verdicts);
            last = verdicts;
        }

        private void logChanges(List<Verdict> verdicts) {
            for (int i = 0; i < last.size(); i++) {
                WeightReason before = last.get(i).reason();
                WeightReason after = verdicts.get(i).reason();
                if (before != after) {
                    log(group.nodes().get(i), before, verdicts.get(i));
                }
            }
        }

        /** The ups and downs of load are daily business; an agent that falls silent or a whole upstream at its end is not. */
        private void log(Node node, WeightReason before, Verdict verdict) {
            boolean isTrouble = isTrouble(verdict.reason());
            if (!isTrouble && !isTrouble(before)) {
                return;
            }
            LOG.atLevel(isTrouble ? Level.WARN : Level.INFO)
                    .log(
                            "upstream {}, server {}: weight {}, {}",
                            group.upstream(),
                            node.settings().name(),
                            verdict.weight(),
                            verdict.reason().meaning());
        }

        private static boolean isTrouble(WeightReason reason) {
            return reason == WeightReason.AGENT_SILENT
                    || reason == WeightReason.AGENT_BLIND
                    || reason == WeightReason.ALL_OVERLOADED;
        }
    }
}
