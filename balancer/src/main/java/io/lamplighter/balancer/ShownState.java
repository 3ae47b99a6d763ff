package io.lamplighter.balancer;

import io.lamplighter.balancer.admin.AdminState;
import io.lamplighter.balancer.admin.ServerChange;
import io.lamplighter.balancer.admin.ShownForecast;
import io.lamplighter.balancer.admin.ShownGeneration;
import io.lamplighter.balancer.admin.ShownHealth;
import io.lamplighter.balancer.admin.ShownQueue;
import io.lamplighter.balancer.admin.ShownReports;
import io.lamplighter.balancer.admin.ShownWeight;
import io.lamplighter.balancer.config.ApiConfig;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.keyval.KeyvalZones;
import io.lamplighter.balancer.listen.UpstreamQueue;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.NodeTotals;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.SetBy;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.watch.Refusal;
import io.lamplighter.balancer.watch.ReportReceiver;
import io.lamplighter.balancer.weigh.NodePrediction;
import io.lamplighter.balancer.weigh.NodeWeight;
import io.lamplighter.balancer.weigh.WeightLoop;
import io.lamplighter.balancer.weigh.WeightReason;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The balancer as the admin endpoint sees it.
 *
 * @param balancer whose state it is
 * @param weights who knows the weights that move
 * @param receiver who counts what agents send
 */
record ShownState(Balancer balancer, WeightLoop weights, ReportReceiver receiver) implements AdminState {
    @Override
    public String version() {
        return Version.text();
    }

    @Override
    public long uptimeMs() {
        return ManagementFactory.getRuntimeMXBean().getUptime();
    }

    @Override
    public long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    @Override
    public ShownGeneration generation() {
        Generation now = balancer.generation();
        return new ShownGeneration(
                now.number(), List.copyOf(now.nodes().upstreams().values()));
    }

    @Override
    public Counters counters() {
        return balancer.counters();
    }

    @Override
    public ShownReports reports() {
        return new ShownReports(
                receiver.accepted(),
                Arrays.stream(Refusal.values())
                        .map(refusal -> new ShownReports.Refused(refusal.lowerName(), receiver.refused(refusal)))
                        .toList());
    }

    @Override
    public NodeTotals totals(Node node) {
        return balancer.meters().totals(node);
    }

    /** What the weigher published; it knows every node of the generation in force. */
    @Override
    public ShownWeight weightOf(Node node) {
        UpstreamServer line = node.settings();
        return weights.weightOf(node)
                .map(weight -> shown(weight, line))
                .orElseGet(() -> new ShownWeight(
                        line.weight(), WeightReason.CONFIGURED.lowerName(), SetBy.CONFIGURATION, 0, 100));
    }

    @Override
    public Optional<ShownQueue> queueOf(Upstream upstream) {
        int size = upstream.config().queue().map(UpstreamConfig.Queue::size).orElse(0);
        return balancer.queues().find(upstream.name()).map(queue -> shown(size, queue));
    }

    private static ShownQueue shown(int size, UpstreamQueue queue) {
        return new ShownQueue(size, queue.waiting(), queue.queued(), queue.timedOut(), queue.overflowed());
    }

    private static ShownWeight shown(NodeWeight weight, UpstreamServer line) {
        WeightReason reason = weight.reason();
        return new ShownWeight(
                weight.weight(), reason.lowerName(), reason.setBy(line), weight.ageMs(), weight.rampPercent());
    }

    @Override
    public KeyvalZones keyvals() {
        return balancer.keyvals();
    }

    @Override
    public Optional<ShownHealth> healthOf(Node node) {
        return balancer.prober()
                .figures(node)
                .map(figures ->
                        new ShownHealth(figures.checks(), figures.fails(), figures.unhealthy(), figures.lastPassed()));
    }

    @Override
    public Optional<ShownForecast> forecastOf(Node node) {
        return weights.predictionOf(node)
                .map(prediction -> new ShownForecast(
                        prediction.predictedMs(),
                        prediction.thresholdMs(),
                        prediction.isThresholdForecast(),
                        prediction.samples(),
                        prediction.model().map(ShownState::shown)));
    }

    @SuppressWarnings("EnumOrdinal") // the order of the constants is the ladder
    private static ShownForecast.Model shown(NodePrediction.Model model) {
        return new ShownForecast.Model(
                model.rung().name().toLowerCase(Locale.ROOT),
                model.rung().ordinal() + 1,
                model.order().toString(),
                model.errorMs(),
                model.lastValueErrorMs(),
                model.isUsed());
    }

    @Override
    public boolean isWritable() {
        return balancer.generation().config().stream()
                .api()
                .map(ApiConfig::write)
                .orElse(false);
    }

    @Override
    public Optional<UpstreamConfig> configured(String upstream) {
        return balancer.upstream(upstream);
    }

    @Override
    public <T> CompletionStage<T> changeServers(
            String upstream, Function<Optional<UpstreamConfig>, ServerChange<T>> order) {
        return balancer.changeServers(upstream, order);
    }

    @Override
    public CompletionStage<Void> publishWeights() {
        return weights.refresh();
    }
}
