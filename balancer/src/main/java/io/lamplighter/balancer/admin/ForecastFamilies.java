package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.admin.ShownForecast.Model;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The metric families of nodes whose response times are forecast. What is not known yet has no series: a zero would look like the
 * fastest of nodes.
 */
final class ForecastFamilies {
    private static final double MS_PER_SECOND = 1e3;

    private final GaugeSnapshot.Builder predicted;
    private final GaugeSnapshot.Builder threshold;
    private final GaugeSnapshot.Builder error;
    private final GaugeSnapshot.Builder position;
    private final GaugeSnapshot.Builder used;

    ForecastFamilies(String prefix) {
        predicted = gauge(prefix + "predicted_response_seconds", "predicted time of the node's next response");
        threshold = gauge(prefix + "response_threshold_seconds", "time that predicted ones are held against");
        error = gauge(
                prefix + "forecast_error_seconds",
                "mean absolute error of recent forecasts, by the model and by the last value");
        position = gauge(
                prefix + "forecast_ladder_position",
                "which of the models on the ladder fits: 1 ARIMA, 2 (1,0,0)+mean, 3 (0,1,1), 4 the mean, 5 none");
        used = gauge(
                prefix + "forecast_used", "1 while the model's forecast is the prediction, 0 while the last value is");
    }

    private static GaugeSnapshot.Builder gauge(String name, String help) {
        return GaugeSnapshot.builder().name(name).help(help);
    }

    /** Adds the series of one node; {@code labels} must tell it from every other node. */
    void add(Labels labels, ShownForecast forecast) {
        add(predicted, labels, forecast.predictedMs());
        add(threshold, labels, forecast.thresholdMs());
        forecast.model().ifPresent(model -> add(labels, model));
    }

    private void add(Labels labels, Model model) {
        add(error, labels.add("forecast", "model"), model.errorMs());
        add(error, labels.add("forecast", "last_value"), model.lastValueErrorMs());
        add(position, labels, model.position());
        add(used, labels, model.isUsed() ? 1 : 0);
    }

    private static void add(GaugeSnapshot.Builder family, Labels labels, OptionalDouble ms) {
        ms.ifPresent(known -> add(family, labels, known / MS_PER_SECOND));
    }

    private static void add(GaugeSnapshot.Builder family, Labels labels, double value) {
        family.dataPoint(
                GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
    }

    void addTo(MetricSnapshots.Builder metrics) {
        List.of(predicted, threshold, error, position, used).forEach(family -> metrics.metricSnapshot(family.build()));
    }
}
