package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.Source;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.keyval.KeyvalZones;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.NodeMeters;
import io.lamplighter.balancer.measure.NodeTotals;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.NodeKey;
import io.lamplighter.balancer.node.SetBy;
import io.lamplighter.balancer.node.Upstream;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A balancer made by hand: everything in it is what a test put there. */
final class FixedState implements AdminState {
    static final Source SOURCE = new Source("test.conf", 7);
    static final long NOW_MS = 1_000;

    final NodeMeters meters = new NodeMeters();
    final NodeMeters.ForLoop loop = meters.newLoop();
    final Counters counters = new Counters();
    final AtomicInteger snapshots = new AtomicInteger();
    volatile ShownReports reports = new ShownReports(0, List.of());
    final AtomicInteger publications = new AtomicInteger();
    volatile CompletionStage<Void> published = CompletableFuture.completedFuture(null);
    volatile boolean isWritable;
    volatile int rampPercent = 100;
    final Map<String, UpstreamConfig> configured = new HashMap<>();
    final Map<String, ShownQueue> queues = new HashMap<>();
    final KeyvalZones keyvals = new KeyvalZones(() -> 1_000);
    final Map<Node, ShownHealth> health = new HashMap<>();
    final Map<Node, ShownForecast> forecasts = new HashMap<>();
    volatile ShownGeneration generation = new ShownGeneration(1, List.of());

    @Override
    public String version() {
        return "1.2.3";
    }

    @Override
    public long uptimeMs() {
        return 61_005;
    }

    @Override
    public long nowMs() {
        return NOW_MS;
    }

    @Override
    public ShownGeneration generation() {
        snapshots.incrementAndGet();
        return generation;
    }

    @Override
    public Counters counters() {
        return counters;
    }

    @Override
    public ShownReports reports() {
        return reports;
    }

    @Override
    public NodeTotals totals(Node node) {
        return meters.totals(node);
    }

    @Override
    public ShownWeight weightOf(Node node) {
        return new ShownWeight(node.settings().weight(), "configured", SetBy.CONFIGURATION, 250, rampPercent);
    }

    @Override
    public KeyvalZones keyvals() {
        return keyvals;
    }

    @Override
    public Optional<ShownHealth> healthOf(Node node) {
        return Optional.ofNullable(health.get(node));
    }

    @Override
    public Optional<ShownForecast> forecastOf(Node node) {
        return Optional.ofNullable(forecasts.get(node));
    }

    @Override
    public boolean isWritable() {
        return isWritable;
    }

    @Override
    public Optional<UpstreamConfig> configured(String upstream) {
        return Optional.ofNullable(configured.get(upstream));
    }

    @Override
    public <T> CompletionStage<T> changeServers(
            String upstream, Function<Optional<UpstreamConfig>, ServerChange<T>> order) {
        ServerChange<T> change = order.apply(configured(upstream));
        change.servers()
                .ifPresent(servers ->
                        configured.put(upstream, configured.get(upstream).with(servers)));
        return CompletableFuture.completedFuture(change.answer());
    }

    @Override
    public CompletionStage<Void> publishWeights() {
        publications.incrementAndGet();
        return published;
    }

    @Override
    public Optional<ShownQueue> queueOf(Upstream upstream) {
        return Optional.ofNullable(queues.get(upstream.name()));
    }

    void serve(int number, Upstream... upstreams) {
        generation = new ShownGeneration(number, List.of(upstreams));
    }

    static Upstream upstream(String name, BalancingMethod method, List<Node> primary, List<Node> backup) {
        return new Upstream(new UpstreamConfig(name, method, List.of(), Optional.empty(), SOURCE), primary, backup);
    }

    static Upstream upstream(String name, Node... nodes) {
        return upstream(name, new BalancingMethod.RoundRobin(), List.of(nodes), List.of());
    }

    /** A node at 10.0.0.{@code last}, without limits and without a name of its own. */
    static Node node(String upstream, int last) {
        return node(upstream, last, 0, 0, false, Optional.empty());
    }

    static Node node(String upstream, int last, int ordinal, int maxConns, boolean down, Optional<String> name) {
        InetSocketAddress address = new InetSocketAddress("10.0.0." + last, 1883);
        UpstreamServer settings = new UpstreamServer(
                "10.0.0." + last,
                List.of(address),
                last,
                true,
                maxConns,
                1,
                10_000,
                0,
                false,
                false,
                down,
                name,
                SOURCE);
        return new Node(new NodeKey(upstream, address, ordinal), settings);
    }
}
