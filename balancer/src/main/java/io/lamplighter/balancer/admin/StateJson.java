package io.lamplighter.balancer.admin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.lamplighter.balancer.admin.Snapshot.ShownNode;
import io.lamplighter.balancer.admin.Snapshot.ShownUpstream;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.Availability;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The document behind {@code GET /state}. Its keys always stand in the same order and are always there; a duration nobody
 * measured yet, and a queue, health checks or forecasts that an upstream does not have, are null.
 */
final class StateJson {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final double US_PER_MS = 1e3;
    private static final long PID = ProcessHandle.current().pid();

    private final JsonGenerator json;

    private StateJson(JsonGenerator json) {
        this.json = json;
    }

    /** The document, in UTF-8. */
    static byte[] bytes(Snapshot snapshot) {
        return bytes(json -> json.write(snapshot));
    }

    /** The object of one node, as it stands in the document. */
    static byte[] bytes(ShownNode node) {
        return bytes(json -> json.write(node));
    }

    private interface Content {
        void writeTo(StateJson json) throws IOException;
    }

    private static byte[] bytes(Content content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(4096);
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            content.writeTo(new StateJson(json));
        } catch (IOException e) {
            throw new UncheckedIOException("an array in memory cannot fail", e);
        }
        return out.toByteArray();
    }

    private void write(Snapshot snapshot) throws IOException {
        json.writeStartObject();
        json.writeStringField("version", snapshot.version());
        json.writeNumberField("pid", PID);
        json.writeNumberField("generation", snapshot.generation());
        json.writeNumberField("uptime_seconds", BigDecimal.valueOf(snapshot.uptimeMs(), 3));
        writeCounters(snapshot.counters());
        write(snapshot.reports());
        json.writeArrayFieldStart("upstreams");
        for (ShownUpstream upstream : snapshot.upstreams()) {
            write(upstream);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeCounters(Counters counters) throws IOException {
        json.writeObjectFieldStart("counters");
        for (Counter counter : Counter.values()) {
            json.writeNumberField(counter.lowerName(), counters.value(counter));
        }
        json.writeEndObject();
        json.writeObjectFieldStart("ended");
        for (EndReason reason : EndReason.values()) {
            json.writeNumberField(reason.lowerName(), counters.value(reason));
        }
        json.writeEndObject();
    }

    private void write(ShownReports reports) throws IOException {
        json.writeObjectFieldStart("reports");
        json.writeNumberField("accepted", reports.accepted());
        json.writeObjectFieldStart("refused");
        for (ShownReports.Refused refused : reports.refused()) {
            json.writeNumberField(refused.reason(), refused.count());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private void write(ShownUpstream upstream) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", upstream.name());
        json.writeStringField("method", upstream.method());
        json.writeFieldName("queue");
        writeQueue(upstream.queue().orElse(null));
        json.writeArrayFieldStart("nodes");
        for (ShownNode node : upstream.nodes()) {
            write(node);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeQueue(@Nullable ShownQueue queue) throws IOException {
        if (queue == null) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeNumberField("size", queue.size());
        json.writeNumberField("waiting", queue.waiting());
        json.writeNumberField("queued", queue.queued());
        json.writeNumberField("timed_out", queue.timedOut());
        json.writeNumberField("overflowed", queue.overflowed());
        json.writeEndObject();
    }

    private void write(ShownNode node) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", node.name());
        json.writeStringField("address", node.address());
        json.writeBooleanField("backup", node.isBackup());
        json.writeStringField("state", node.state().lowerName());
        json.writeStringField("state_set_by", node.stateSetBy().lowerName());
        writeWeight(node);
        json.writeNumberField("ramp_percent", node.weight().rampPercent());
        writeOrdered(node.ordered());
        json.writeFieldName("health_checks");
        writeHealth(node.health().orElse(null));
        json.writeFieldName("forecast");
        writeForecast(node.forecast().orElse(null));
        json.writeNumberField("in_flight", node.inFlight());
        json.writeNumberField("sessions", node.totals().sessions());
        json.writeNumberField("failures", node.totals().failures());
        json.writeNumberField("bytes_to_node", node.totals().bytesToNode());
        json.writeNumberField("bytes_from_node", node.totals().bytesFromNode());
        writeDurations("connect_us", node.totals().connectUs());
        writeDurations("response_us", node.totals().responseUs());
        json.writeEndObject();
    }

    private void writeWeight(ShownNode node) throws IOException {
        ShownWeight weight = node.weight();
        json.writeObjectFieldStart("weight");
        json.writeNumberField("value", weight.weight());
        json.writeStringField("reason", weight.reason());
        json.writeStringField("set_by", weight.setBy().lowerName());
        json.writeNumberField("age_ms", weight.ageMs());
        json.writeNumberField("configured", node.node().settings().weight());
        json.writeEndObject();
    }

    private void writeHealth(@Nullable ShownHealth health) throws IOException {
        if (health == null) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeNumberField("checks", health.checks());
        json.writeNumberField("fails", health.fails());
        json.writeNumberField("unhealthy", health.unhealthy());
        json.writeBooleanField("last_passed", health.lastPassed());
        json.writeEndObject();
    }

    private void writeOrdered(AdminOrder ordered) throws IOException {
        json.writeObjectFieldStart("ordered");
        json.writeStringField(
                "state", ordered.availability().map(Availability::lowerName).orElse(null));
        if (ordered.weight().isPresent()) {
            json.writeNumberField("weight", ordered.weight().getAsInt());
        } else {
            json.writeNullField("weight");
        }
        json.writeEndObject();
    }

    private void writeForecast(@Nullable ShownForecast forecast) throws IOException {
        if (forecast == null) {
            json.writeNull();
            return;
        }
        ShownForecast.Model model = forecast.model().orElse(null);
        json.writeStartObject();
        writeMs("predicted_us", forecast.predictedMs());
        writeMs("threshold_us", forecast.thresholdMs());
        json.writeBooleanField("threshold_used", forecast.isThresholdForecast());
        json.writeNumberField("samples", forecast.samples());
        json.writeStringField("model", model == null ? null : model.rung());
        json.writeStringField("order", model == null ? null : model.order());
        writeMs("error_us", model == null ? OptionalDouble.empty() : model.errorMs());
        writeMs("last_value_error_us", model == null ? OptionalDouble.empty() : model.lastValueErrorMs());
        if (model == null) {
            json.writeNullField("used");
        } else {
            json.writeBooleanField("used", model.isUsed());
        }
        json.writeEndObject();
    }

    private void writeMs(String name, OptionalDouble ms) throws IOException {
        writeDuration(name, ms.isEmpty(), Math.round(ms.orElse(0) * US_PER_MS));
    }

    private void writeDurations(String name, Histogram us) throws IOException {
        boolean isEmpty = us.getTotalCount() == 0;
        json.writeObjectFieldStart(name);
        json.writeNumberField("count", us.getTotalCount());
        writeDuration("mean", isEmpty, Math.round(us.getMean()));
        writeDuration("p50", isEmpty, us.getValueAtPercentile(50));
        writeDuration("p90", isEmpty, us.getValueAtPercentile(90));
        writeDuration("p99", isEmpty, us.getValueAtPercentile(99));
        writeDuration("p99_9", isEmpty, us.getValueAtPercentile(99.9));
        writeDuration("max", isEmpty, us.getMaxValue());
        json.writeEndObject();
    }

    private void writeDuration(String name, boolean isUnknown, long us) throws IOException {
        if (isUnknown) {
            json.writeNullField(name);
        } else {
            json.writeNumberField(name, us);
        }
    }
}
