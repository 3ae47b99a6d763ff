package io.lamplighter.balancer.admin;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;

/** The metric families with one series for each upstream that has a queue; filled queue by queue. */
final class QueueFamilies {
    private final GaugeSnapshot.Builder size;
    private final GaugeSnapshot.Builder waiting;
    private final CounterSnapshot.Builder queued;
    private final CounterSnapshot.Builder timedOut;
    private final CounterSnapshot.Builder overflowed;

    QueueFamilies(String prefix) {
        size = gauge(prefix + "size", "sessions that may wait at the same time");
        waiting = gauge(prefix + "waiting", "sessions that wait for a node");
        queued = counter(prefix + "sessions", "sessions that waited for a node");
        timedOut = counter(prefix + "timed_out", "sessions that waited in vain");
        overflowed = counter(prefix + "overflowed", "sessions turned away because the queue was full");
    }

    private static GaugeSnapshot.Builder gauge(String name, String help) {
        return GaugeSnapshot.builder().name(name).help(help);
    }

    private static CounterSnapshot.Builder counter(String name, String help) {
        return CounterSnapshot.builder().name(name).help(help);
    }

    /** Adds the series of the queue of {@code upstream}. */
    void add(String upstream, ShownQueue queue) {
        Labels labels = Labels.of("upstream", upstream);
        add(size, labels, queue.size());
        add(waiting, labels, queue.waiting());
        add(queued, labels, queue.queued());
        add(timedOut, labels, queue.timedOut());
        add(overflowed, labels, queue.overflowed());
    }

    private static void add(GaugeSnapshot.Builder family, Labels labels, int value) {
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
        List.of(size, waiting).forEach(family -> metrics.metricSnapshot(family.build()));
        List.of(queued, timedOut, overflowed).forEach(family -> metrics.metricSnapshot(family.build()));
    }
}
