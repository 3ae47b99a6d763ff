package io.lamplighter.simulator.measure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** An {@link Interval} as one line of JSON, for processes that share a report. Histograms travel compressed, in base 64. */
public final class IntervalJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private IntervalJson() {}

    public static String write(Interval interval) {
        Measurements measurements = interval.measurements();
        ObjectNode json = JSON.createObjectNode()
                .put("from", interval.fromSeconds())
                .put("to", interval.toSeconds())
                .put("open", measurements.openLamps())
                .put("peak", measurements.peakOpenLamps())
                .put("loop", interval.strain().busiestLoop())
                .put("cpu", interval.strain().cpuNs())
                .put("gc", interval.strain().gcMs());
        ObjectNode counts = json.putObject("counts");
        for (Count count : Count.values()) {
            counts.put(count.name(), measurements.get(count));
        }
        ObjectNode faults = json.putObject("faults");
        measurements.faultsByKind().forEach((kind, howMany) -> faults.put(kind.name(), howMany));
        ObjectNode series = json.putObject("series");
        measurements.eachSeries((name, histogram) -> series.put(name, encode(histogram)));
        return json.toString();
    }

    /**
     * Reads a line.
     *
     * @throws IOException when it is none of ours
     */
    public static Interval read(String line) throws IOException {
        try {
            JsonNode json = JSON.readTree(line);
            Measurements measurements = new Measurements();
            measurements.openLamps(json.required("peak").asInt());
            measurements.openLamps(json.required("open").asInt());
            for (Map.Entry<String, JsonNode> count : json.required("counts").properties()) {
                measurements.count(
                        Count.valueOf(count.getKey()), count.getValue().asLong());
            }
            for (Map.Entry<String, JsonNode> fault : json.required("faults").properties()) {
                measurements.fault(
                        Fault.valueOf(fault.getKey()), fault.getValue().asLong());
            }
            for (Map.Entry<String, JsonNode> series : json.required("series").properties()) {
                measurements.add(series.getKey(), decode(series.getValue().asText()));
            }
            Strain strain = new Strain(
                    json.required("loop").asDouble(),
                    json.required("cpu").asLong(),
                    json.required("gc").asLong());
            return new Interval(
                    json.required("from").asDouble(), json.required("to").asDouble(), measurements, strain);
        } catch (IllegalArgumentException | DataFormatException e) {
            throw new IOException("a process reported what is no interval: " + e.getMessage(), e);
        }
    }

    private static String encode(Histogram histogram) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(bytes.array(), length));
    }

    private static Histogram decode(String text) throws DataFormatException {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
        return Histogram.decodeFromCompressedByteBuffer(bytes, Measurements.HIGHEST_NS);
    }
}
