package io.lamplighter.balancer.weigh;

import io.lamplighter.balancer.measure.ResponseSamples;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.watch.HeardReport;
import io.lamplighter.balancer.weigh.WeighedGroup.Weighed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns what agents report, what administrators order and what passive health sees into published weights: at once when reports
 * or orders come, and each second, because silence and failures send no message; ten times a second while a node starts slowly.
 * It publishes only what changed.
 *
 * <p>Any number of reports that come while it is busy lead to one computation. After one that took the time t, as those of
 * thousands of nodes do, reports wait for {@value #REST_FACTOR} t, so that the loop has a fifth of a core at most; but no longer than
 * {@value #EFFECT_MS} ms - 2 t, because a report that came just when a computation had begun waits for its end, for the rest and for
 * the next one, and is to have its effect within 50 ms. Where that leaves less than t, the rest is t, {@value #MAX_REST_MS} ms at most.
 *
 * <p>Response times that sessions tell are looked at every {@value #STEP_MS} ms, if a method predicts them, or after a pause of {@value
 * #STEP_REST_FACTOR} times as long as the last look took, so that predicting has a tenth of a core at most.
 *
 * <p>Threads: the given single-threaded executor is the one writer of every weight. Any thread may call the public methods;
 * {@link #weightOf} reads an immutable snapshot.
 */
public final class WeightLoop {
    private static final Logger LOG = LoggerFactory.getLogger(WeightLoop.class);

    private static final long TICK_MS = 1_000;
    private static final long GROWING_TICK_MS = 100;

    /** Between two looks at what sessions have told of response times. */
    private static final long STEP_MS = 10;

    private static final int STEP_REST_FACTOR = 9;

    private static final int REST_FACTOR = 4;
    private static final long MAX_REST_MS = 40;
    /** From the arrival of a report to its effect, a tenth less than promised, for what comes before and after. */
    private static final long EFFECT_MS = 45;

    /** A computation that is over sooner needs no rest. */
    private static final long SHORT_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ScheduledExecutorService thread;
    private final Function<String, @Nullable HeardReport> reports;
    private final LongSupplier nowNs;
    private final Predictions predictions;
    private final AtomicBoolean isDue = new AtomicBoolean();

    // Only the thread above touches these.
    private List<WeighedGroup> groups = List.of();
    private Set<String> upstreams = Set.of();
    private Map<Node, NodeMemory> memories = Map.of();
    private long expireNs;
    private long restUntilNs;
    private @Nullable Future<?> tick;
    private @Nullable Future<?> step;
    private boolean isClosed;

    private volatile Map<Node, Weighed> weights = Map.of();

    /**
     * Starts the loop with no group.
     *
     * @param thread a single thread, a cold one; an event loop will do
     * @param reports the last report of a node by its name, however old, or null; called on that thread
     * @param responses what sessions tell of response times; nobody else may drain it
     * @param nowNs steady clock, the one by which {@link HeardReport#arrivedNs()} and the health of nodes are told
     */
    public WeightLoop(
            ScheduledExecutorService thread,
            Function<String, @Nullable HeardReport> reports,
            ResponseSamples responses,
            LongSupplier nowNs) {
        this.thread = thread;
        this.reports = reports;
        this.nowNs = nowNs;
        this.predictions = new Predictions(responses);
        this.restUntilNs = nowNs.getAsLong();
    }

    /**
     * Replaces the groups by those of a new generation. Every one of them is published once, changed or not.
     *
     * @param newGroups the primaries and the backups of every upstream
     * @param expireMs silence after which a node falls back to its base weight, milliseconds
     * @return completes when the weights of the new groups are published
     */
    public CompletionStage<Void> generation(List<WeightGroup> newGroups, long expireMs) {
        List<WeightGroup> started = List.copyOf(newGroups);
        return CompletableFuture.runAsync(
                () -> {
                    adopt(started);
                    predictions.adopt(started, nowNs.getAsLong());
                    expireNs = TimeUnit.MILLISECONDS.toNanos(expireMs);
                    recompute();
                    planStep(STEP_MS);
                },
                thread);
    }

    /** A node that is new where others serve already starts slowly; with a new upstream, or a new process, nobody waits. */
    private void adopt(List<WeightGroup> newGroups) {
        Map<Node, NodeMemory> kept = new HashMap<>();
        for (WeightGroup group : newGroups) {
            for (Node node : group.nodes()) {
                NodeMemory memory = memories.get(node);
                if (memory == null) {
                    memory = new NodeMemory();
                    if (upstreams.contains(group.upstream())) {
                        memory.slowStart().appear(nowNs.getAsLong());
                    }
                }
                kept.put(node, memory);
            }
        }
        memories = kept;
        upstreams = newGroups.stream().map(WeightGroup::upstream).collect(Collectors.toSet());
        groups = newGroups.stream().map(group -> new WeighedGroup(group, kept)).toList();
    }

    /** Says that {@code reports} has news. */
    public void reportsArrived() {
        if (isDue.compareAndSet(false, true)) {
            thread.execute(this::recomputeWhenRested);
        }
    }

    private void recomputeWhenRested() {
        long restNs = restUntilNs - nowNs.getAsLong();
        if (restNs > 0) {
            Future<?> unused = thread.schedule(this::recomputeForReports, restNs, TimeUnit.NANOSECONDS);
        } else {
            recomputeForReports();
        }
    }

    private void recomputeForReports() {
        isDue.set(false); // before it reads the reports: what comes from here on asks for another round
        recompute();
    }

    /**
     * Computes anew, because something about a node changed that no report tells.
     *
     * @return completes when the weights are published
     */
    public CompletionStage<Void> refresh() {
        return CompletableFuture.runAsync(this::recompute, thread);
    }

    /** The weight of a node and its origin; empty when the node is in no group of the loop. */
    public Optional<NodeWeight> weightOf(Node node) {
        return Optional.ofNullable(weights.get(node)).map(weighed -> asOf(nowNs.getAsLong(), weighed));
    }

    private static NodeWeight asOf(long nowNs, Weighed weighed) {
        WeightReason reason = weighed.verdict().reason();
        HeardReport heard = weighed.heard();
        long sinceNs = heard != null && reason.isOfReport() ? heard.arrivedNs() : weighed.sinceNs();
        long ageMs = Math.max(0, TimeUnit.NANOSECONDS.toMillis(nowNs - sinceNs));
        return new NodeWeight(weighed.verdict().weight(), reason, ageMs, weighed.rampPercent());
    }

    /** What is expected of a node's next response; empty when the node is in no group whose method predicts it. */
    public Optional<NodePrediction> predictionOf(Node node) {
        return predictions.of(node);
    }

    /** Publishes nothing any more; the weights published last stay. */
    public void close() {
        thread.execute(() -> {
            isClosed = true;
            groups = List.of();
            predictions.adopt(List.of(), nowNs.getAsLong());
            planTick();
            planStep(STEP_MS);
        });
    }

    private void recompute() {
        long startNs = nowNs.getAsLong();
        predictions.takeIn();
        Round round = new Round(startNs, expireNs, reports, predictions);
        Map<Node, Weighed> newWeights = new HashMap<>();
        for (WeighedGroup group : groups) {
            try {
                group.recompute(round, newWeights);
            } catch (RuntimeException e) {
                // A fault of ours. It must end neither the ticks nor the work for the other groups; old weights still
                // serve.
                LOG.error("upstream {}: computing the weights failed", group.upstream(), e);
            }
        }
        weights = newWeights;
        rest(startNs);
        planTick();
    }

    private void rest(long startNs) {
        long endNs = nowNs.getAsLong();
        long tookNs = endNs - startNs;
        restUntilNs = endNs + (tookNs < SHORT_NS ? 0 : restNs(tookNs));
    }

    private static long restNs(long tookNs) {
        long leftNs = TimeUnit.MILLISECONDS.toNanos(EFFECT_MS) - 2 * tookNs;
        long leastNs = Math.min(tookNs, TimeUnit.MILLISECONDS.toNanos(MAX_REST_MS));
        return Math.min(REST_FACTOR * tookNs, Math.max(leftNs, leastNs));
    }

    /** Looks at the response times that sessions have told, for the methods that predict them. */
    private void predict() {
        long startNs = nowNs.getAsLong();
        long delayMs = STEP_MS;
        try {
            predictions.step(startNs);
        } catch (RuntimeException e) {
            LOG.error("predicting response times failed", e); // a fault of ours, as above
            delayMs = TICK_MS;
        }
        long tookNs = nowNs.getAsLong() - startNs;
        planStep(Math.max(delayMs, TimeUnit.NANOSECONDS.toMillis(STEP_REST_FACTOR * tookNs)));
    }

    private void planStep(long delayMs) {
        if (step != null) {
            step.cancel(false);
        }
        step = predictions.isEmpty() ? null : thread.schedule(this::predict, delayMs, TimeUnit.MILLISECONDS);
    }

    /** The next computation in case that nothing asks for one before. */
    private void planTick() {
        if (tick != null) {
            tick.cancel(false);
        }
        boolean isGrowing = groups.stream().anyMatch(WeighedGroup::isGrowing);
        long delayMs = isGrowing ? GROWING_TICK_MS : TICK_MS;
        tick = isClosed ? null : thread.schedule(this::recompute, delayMs, TimeUnit.MILLISECONDS);
    }
}
