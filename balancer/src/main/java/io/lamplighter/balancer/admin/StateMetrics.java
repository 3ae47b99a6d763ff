package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.admin.Snapshot.ShownNode;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.EndReason;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/**
 * The metrics behind {@code GET /metrics}, read from the live state when they are asked for.
 *
 * <p>Labels come from the configuration alone, never from a client, so the number of series is fixed until a reload; the
 * series of a removed node are gone with the first scrape after it. Everything is always there: a node without sessions
 * has zeros.
 */
final class StateMetrics implements MultiCollector {
    private static final String PREFIX = "lamplighter_";

    private final AdminState state;

    StateMetrics(AdminState state) {
        this.state = state;
    }

    @Override
    public MetricSnapshots collect() {
        Snapshot snapshot = Snapshot.of(state);
        MetricSnapshots.Builder metrics = MetricSnapshots.builder();
        addProcess(metrics, snapshot);
        addCounters(metrics, snapshot.counters());
        addReports(metrics, snapshot.reports());
        NodeFamilies nodes = new NodeFamilies(PREFIX + "node_");
        snapshot.upstreams()
                .forEach(upstream -> upstream.nodes().forEach(node -> nodes.add(labels(upstream.name(), node), node)));
        nodes.addTo(metrics);
        ForecastFamilies forecasts = new ForecastFamilies(PREFIX + "node_");
        snapshot.upstreams()
                .forEach(upstream -> upstream.nodes()
                        .forEach(node -> node.forecast()
                                .ifPresent(forecast -> forecasts.add(labels(upstream.name(), node), forecast))));
        forecasts.addTo(metrics);
        QueueFamilies queues = new QueueFamilies(PREFIX + "queue_");
        snapshot.upstreams()
                .forEach(upstream -> upstream.queue().ifPresent(queue -> queues.add(upstream.name(), queue)));
        queues.addTo(metrics);
        return metrics.build();
    }

    private static void addProcess(MetricSnapshots.Builder metrics, Snapshot snapshot) {
        metrics.metricSnapshot(InfoSnapshot.builder()
                .name(PREFIX + "build")
                .help("version of the program")
                .dataPoint(InfoDataPointSnapshot.builder()
                        .labels(Labels.of("version", snapshot.version()))
                        .build())
                .build());
        metrics.metricSnapshot(gauge("generation", "number of the configuration in force", snapshot.generation()));
        metrics.metricSnapshot(gauge("uptime_seconds", "time since the process started", snapshot.uptimeMs() / 1e3));
        metrics.metricSnapshot(gauge("sessions_open", "sessions open now", (double)
                snapshot.counters().openSessions()));
    }

    private static GaugeSnapshot gauge(String name, String help, double value) {
        return GaugeSnapshot.builder()
                .name(PREFIX + name)
                .help(help)
                .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
                .build();
    }

    private static void addCounters(MetricSnapshots.Builder metrics, Counters counters) {
        for (Counter counter : Counter.values()) {
            metrics.metricSnapshot(
                    counter == Counter.SESSIONS_ENDED
                            ? ended(counters)
                            : total(counter.lowerName(), counter.meaning(), counters.value(counter)));
        }
    }

    private static void addReports(MetricSnapshots.Builder metrics, ShownReports reports) {
        metrics.metricSnapshot(total("reports_accepted", "agents' reports believed", reports.accepted()));
        CounterSnapshot.Builder refused = CounterSnapshot.builder()
                .name(PREFIX + "reports_refused")
                .help("datagrams on the report port that had no effect");
        reports.refused().forEach(each -> refused.dataPoint(dataPoint(each.reason(), each.count())));
        metrics.metricSnapshot(refused.build());
    }

    private static CounterSnapshot total(String name, String help, long value) {
        return CounterSnapshot.builder()
                .name(PREFIX + name)
                .help(help)
                .dataPoint(
                        CounterDataPointSnapshot.builder().value((double) value).build())
                .build();
    }

    /** The sum over the reasons is the counter itself: a name stands for one family, so it is not shown a second time. */
    private static CounterSnapshot ended(Counters counters) {
        CounterSnapshot.Builder family = CounterSnapshot.builder()
                .name(PREFIX + Counter.SESSIONS_ENDED.lowerName())
                .help(Counter.SESSIONS_ENDED.meaning());
        for (EndReason reason : EndReason.values()) {
            family.dataPoint(dataPoint(reason.lowerName(), counters.value(reason)));
        }
        return family.build();
    }

    private static CounterDataPointSnapshot dataPoint(String reason, long value) {
        return CounterDataPointSnapshot.builder()
                .labels(Labels.of("reason", reason))
                .value((double) value)
                .build();
    }

    /** The ordinal keeps an address that stands several times in one upstream apart. */
    private static Labels labels(String upstream, ShownNode shown) {
        return Labels.of("upstream", upstream, "node", shown.name(), "address", NodePath.address(shown.node()));
    }
}
