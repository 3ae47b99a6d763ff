package io.lamplighter.balancer.weigh;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Residual;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.ResponseSamples;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Lines;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.NodeRegistry;
import io.lamplighter.balancer.node.NodeSet;
import io.lamplighter.balancer.node.ResponseKind;
import io.lamplighter.balancer.node.ResponseSink;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.pick.PickContext;
import io.lamplighter.balancer.pick.Selectors;
import io.lamplighter.balancer.watch.HeardReport;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A weight loop with real nodes and selectors, whose time passes when a test says so. */
final class TestLoop {
    static final DynamicWeight HALVES = new DynamicWeight(new ResidualRate(0.5, 0.5, Residual.SUM, 0.10, 0), 1);
    static final long EXPIRE_MS = 5_000;

    private static final int STEP_MS = 50;

    final List<int[]> published = new ArrayList<>();
    final WeightLoop loop;
    /** How long each publication takes, by the loop's clock. */
    long publishingMs;

    /** What sessions tell. */
    final Counters counters = new Counters();

    private final ResponseSamples samples = new ResponseSamples(counters);
    private final ResponseSink sessions = samples.newLoop();
    private final EmbeddedChannel thread = new EmbeddedChannel();
    private final Map<String, HeardReport> reports = new HashMap<>();
    private final NodeRegistry registry = new NodeRegistry();
    private Map<String, Selectors> selectors = new LinkedHashMap<>();
    private NodeSet nodes;
    private long nowMs = -100_000; // a steady clock may begin anywhere
    private long sequence;

    TestLoop() {
        thread.freezeTime();
        loop = new WeightLoop(thread.eventLoop(), reports::get, samples, () -> TimeUnit.MILLISECONDS.toNanos(nowMs));
    }

    /** Starts, or reloads. */
    TestLoop generation(UpstreamConfig... upstreams) {
        nodes = registry.prepare(Lines.stream(upstreams));
        Map<String, Selectors> next = new LinkedHashMap<>();
        List<WeightGroup> groups = new ArrayList<>();
        for (Upstream upstream : nodes.upstreams().values()) {
            Selectors made = Selectors.of(upstream, selectors.get(upstream.name()));
            next.put(upstream.name(), made);
            groups.add(new WeightGroup(
                    upstream.name(),
                    upstream.config().method(),
                    upstream.primary(),
                    weights -> {
                        published.add(weights);
                        made.primary().publish(weights);
                        nowMs += publishingMs;
                    },
                    made.primary()::publish));
        }
        nodes.activate();
        loop.generation(groups, EXPIRE_MS);
        thread.runPendingTasks();
        registry.retain(nodes.nodes());
        selectors = next;
        return this;
    }

    long nowMs() {
        return nowMs;
    }

    Node node(String upstream, int index) {
        return nodes.upstreams().get(upstream).primary().get(index);
    }

    /** Of the upstream called u. */
    Node node(int index) {
        return node("u", index);
    }

    NodeWeight weight(int index) {
        return loop.weightOf(node(index)).orElseThrow();
    }

    WeightReason reason(int index) {
        return weight(index).reason();
    }

    void hear(String name, double cpuIdle, double bandwidthIdle) {
        hear(name, cpuIdle, bandwidthIdle, false);
    }

    void hear(String name, double cpuIdle, double bandwidthIdle, boolean isDraining) {
        hear(name, Hardware.UNKNOWN, cpuIdle, bandwidthIdle, isDraining);
    }

    void hear(String name, Hardware hardware, double idle) {
        hear(name, hardware, idle, idle, false);
    }

    private void hear(String name, Hardware hardware, double cpuIdle, double bandwidthIdle, boolean isDraining) {
        Usage usage = new Usage(
                OptionalDouble.of(cpuIdle),
                OptionalDouble.of(bandwidthIdle),
                OptionalLong.empty(),
                OptionalLong.empty());
        LoadReport report = new LoadReport(name, 1, sequence++, 0, hardware, usage, isDraining);
        reports.put(name, new HeardReport(report, TimeUnit.MILLISECONDS.toNanos(nowMs)));
        loop.reportsArrived();
    }

    /** A session tells what a node of the upstream called u took. */
    void took(int index, ResponseKind kind, double ms) {
        sessions.took(node(index), kind, Math.round(ms * 1e6), TimeUnit.MILLISECONDS.toNanos(nowMs));
    }

    /** So many responses of a node. */
    void answered(int index, int times, double ms) {
        for (int i = 0; i < times; i++) {
            took(index, ResponseKind.REPLY, ms);
        }
    }

    NodePrediction prediction(int index) {
        return loop.predictionOf(node(index)).orElseThrow();
    }

    /** Does what is due now. */
    void run() {
        thread.runPendingTasks();
        thread.runScheduledPendingTasks();
        thread.runPendingTasks();
    }

    void advance(long ms) {
        run();
        for (long left = ms; left > 0; left -= STEP_MS) {
            long step = Math.min(left, STEP_MS);
            nowMs += step;
            thread.advanceTimeBy(step, TimeUnit.MILLISECONDS);
            run();
        }
    }

    void order(int index, Availability availability) {
        order(index, new AdminOrder(Optional.of(availability), OptionalInt.empty()));
    }

    void order(int index, AdminOrder order) {
        node(index).order(order);
        loop.refresh();
        run();
    }

    int[] lastPublished() {
        return published.get(published.size() - 1);
    }

    /** The node of a session that stays; null for none. */
    @Nullable
    Node pick() {
        return selectors.get("u").selector().pick(Untried.SESSION, nowMs);
    }

    /** Where so many sessions go that end at once. */
    int[] shares(int picks) {
        List<Node> order = nodes.upstreams().get("u").primary();
        int[] shares = new int[order.size()];
        for (int i = 0; i < picks; i++) {
            Node node = pick();
            if (node != null) {
                node.release();
                shares[order.indexOf(node)]++;
            }
        }
        return shares;
    }

    /** Sessions of a node out of so many. */
    int share(int index, int picks) {
        return shares(picks)[index];
    }

    int picked(int picks) {
        return Arrays.stream(shares(picks)).sum();
    }

    private static final class Untried implements PickContext {
        static final Untried SESSION = new Untried();

        @Override
        public boolean hasTried(Node node) {
            return false;
        }

        @Override
        public byte[] hashKey() {
            return new byte[] {1};
        }
    }
}
