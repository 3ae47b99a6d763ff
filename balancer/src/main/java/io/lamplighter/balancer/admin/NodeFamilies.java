package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.admin.Snapshot.ShownNode;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.SetBy;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;

/** The metric families with one series, or a fixed number of them, for each node; filled node by node. */
final class NodeFamilies {
    private static final List<SetBy> WEIGHT_SETTERS = List.of(SetBy.ADMIN, SetBy.AGENT, SetBy.DNS, SetBy.CONFIGURATION);

    private final GaugeSnapshot.Builder state;
    private final GaugeSnapshot.Builder weight;
    private final GaugeSnapshot.Builder weightAge;
    private final GaugeSnapshot.Builder weightSetBy;
    private final GaugeSnapshot.Builder ramp;
    private final GaugeSnapshot.Builder ordered;
    private final GaugeSnapshot.Builder inFlight;
    private final CounterSnapshot.Builder sessions;
    private final CounterSnapshot.Builder failures;
    private final CounterSnapshot.Builder healthChecks;
    private final CounterSnapshot.Builder healthCheckFailures;
    private final CounterSnapshot.Builder sentBytes;
    private final CounterSnapshot.Builder receivedBytes;
    private final CounterSnapshot.Builder durationsDropped;
    private final HistogramSnapshot.Builder connect;
    private final HistogramSnapshot.Builder response;

    NodeFamilies(String prefix) {
        state = gauge(prefix + "state", "1 for the state the node is in, 0 for the others");
        weight = gauge(prefix + "weight", "weight the node is picked by, or grows to");
        weightAge = gauge(prefix + "weight_age_seconds", "time since the weight was set");
        weightSetBy = gauge(prefix + "weight_set_by", "1 for who set the weight, 0 for the others");
        ramp = gauge(prefix + "ramp_ratio", "share of its weight that the node is picked by, below 1 in a slow start");
        ordered = gauge(prefix + "ordered", "1 while an administrator's order holds for the node, else 0");
        inFlight = gauge(prefix + "in_flight", "sessions of the node that are open");
        sessions = counter(prefix + "sessions", "sessions begun with the node");
        failures = counter(prefix + "failures", "failed tries to connect to the node");
        healthChecks = counter(prefix + "health_checks", "health checks of the node");
        healthCheckFailures = counter(prefix + "health_check_failures", "health checks of the node that failed");
        sentBytes = counter(prefix + "sent_bytes", "bytes sent to the node");
        receivedBytes = counter(prefix + "received_bytes", "bytes received from the node");
        durationsDropped = counter(prefix + "durations_dropped", "durations dropped because a clock went backwards");
        connect = histogram(prefix + "connect_seconds", "time to connect to the node");
        response =
                histogram(prefix + "response_seconds", "time from bytes sent to the node until its first bytes back");
    }

    private static GaugeSnapshot.Builder gauge(String name, String help) {
        return GaugeSnapshot.builder().name(name).help(help);
    }

    private static CounterSnapshot.Builder counter(String name, String help) {
        return CounterSnapshot.builder().name(name).help(help);
    }

    private static HistogramSnapshot.Builder histogram(String name, String help) {
        return HistogramSnapshot.builder().name(name).help(help);
    }

    /** Adds the series of one node; {@code labels} must tell it from every other node. */
    void add(Labels labels, ShownNode node) {
        for (NodeState each : NodeState.values()) {
            add(state, labels.add("state", each.lowerName()), each == node.state() ? 1 : 0);
        }
        add(weight, labels, node.weight().weight());
        add(weightAge, labels, node.weight().ageMs() / 1e3);
        for (SetBy each : WEIGHT_SETTERS) {
            add(
                    weightSetBy,
                    labels.add("set_by", each.lowerName()),
                    each == node.weight().setBy() ? 1 : 0);
        }
        add(ramp, labels, node.weight().rampPercent() / 1e2);
        add(ordered, labels, node.ordered().equals(AdminOrder.NONE) ? 0 : 1);
        add(inFlight, labels, node.inFlight());
        add(sessions, labels, node.totals().sessions());
        add(failures, labels, node.totals().failures());
        node.health().ifPresent(health -> {
            add(healthChecks, labels, health.checks());
            add(healthCheckFailures, labels, health.fails());
        });
        add(sentBytes, labels, node.totals().bytesToNode());
        add(receivedBytes, labels, node.totals().bytesFromNode());
        add(durationsDropped, labels, node.totals().durationsDropped());
        connect.dataPoint(DurationBuckets.of(node.totals().connectUs(), labels));
        response.dataPoint(DurationBuckets.of(node.totals().responseUs(), labels));
    }

    private static void add(GaugeSnapshot.Builder family, Labels labels, double value) {
        family.dataPoint(
                GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
    }

    private static void add(CounterSnapshot.Builder family, Labels labels, long value) {
        family.dataPoint(CounterDataPointSnapshot.builder()
                .labels(labels)
                .value((double) value)
                .build());
    }

    void addTo(MetricSnapshots.Builder metrics) {
        List.of(state, weight, weightAge, weightSetBy, ramp, ordered, inFlight)
                .forEach(family -> metrics.metricSnapshot(family.build()));
        List.of(sessions, failures, healthChecks, healthCheckFailures, sentBytes, receivedBytes, durationsDropped)
                .forEach(family -> metrics.metricSnapshot(family.build()));
        List.of(connect, response).forEach(family -> metrics.metricSnapshot(family.build()));
    }
}
