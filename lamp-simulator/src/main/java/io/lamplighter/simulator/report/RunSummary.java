package io.lamplighter.simulator.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a run found, as in {@code summary.json}.
 *
 * @param latencyMethod how latencies were taken
 * @param startedAt when, by the wall clock, ISO 8601
 * @param run what was to be done
 * @param exchanges answered exchanges of the measured part
 * @param warmupExchanges answered exchanges of the warm-up
 * @param exchangesPerSecond of the measured part
 * @param peakLamps most lamps with a session at one time
 * @param counts by {@link Count}
 * @param errors of all kinds, of the warm-up too
 * @param errorsByKind the kinds that occurred
 * @param phases times by {@link Phase}
 * @param groups times of exchanges by group of lamps, when there are several
 * @param nodes times of exchanges by the node that answered, when it named itself
 * @param cpuSeconds CPU time of the simulator in the measured part
 * @param cpuMicrosPerExchange the same for each exchange
 * @param saturation whether the simulator was the bottleneck
 * @param notes what else is to be known
 * @param seconds the run over time
 * @param files what was written
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record RunSummary(
        String latencyMethod,
        String startedAt,
        RunInfo run,
        long exchanges,
        long warmupExchanges,
        double exchangesPerSecond,
        int peakLamps,
        Map<String, Long> counts,
        long errors,
        Map<String, Long> errorsByKind,
        Map<String, Times> phases,
        Map<String, Times> groups,
        Map<String, Times> nodes,
        double cpuSeconds,
        double cpuMicrosPerExchange,
        Saturation saturation,
        List<String> notes,
        List<Second> seconds,
        List<String> files) {
    static final String FILE = "summary.json";

    private static final ObjectMapper JSON = new ObjectMapper()
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /** @throws IOException when the file cannot be written */
    void write(Path directory) throws IOException {
        JSON.writeValue(directory.resolve(FILE).toFile(), this);
    }

    /** @throws IOException when there is none in the directory, or it cannot be understood; the message names it */
    static RunSummary read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (!Files.isReadable(file)) {
            throw new IOException(directory + " is no report of lampsim: it has no " + FILE);
        }
        try {
            return JSON.readValue(file.toFile(), RunSummary.class);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IOException(file + " is no summary of lampsim: " + e.getOriginalMessage(), e);
        }
    }

    /** Times of a phase, all 0 when there were none. */
    public Times times(Phase phase) {
        return phases.getOrDefault(phase.tag(), Times.NONE);
    }

    public long count(Count what) {
        return counts.getOrDefault(what.id(), 0L);
    }

    /** Exchanges of the measured part that a node answered. */
    public long exchangesOf(String node) {
        return nodes.getOrDefault(node, Times.NONE).count();
    }

    @JsonIgnore
    boolean hasRawFigures() {
        return !run.isClosedLoop();
    }
}
