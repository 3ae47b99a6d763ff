package io.lamplighter.simulator.flood;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.lamplighter.simulator.flood.Latencies.Kind;
import io.lamplighter.simulator.frame.LampTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What a flood found, as in {@code summary.json}.
 *
 * @param latencyMethod how latencies were taken
 * @param target where TCP lamps connected
 * @param udpTarget where UDP lamps sent; null without any
 * @param lamps lamps in all
 * @param udpLamps those of them on UDP
 * @param peakLamps most lamps with a session at one time
 * @param offeredPerSecond planned exchanges per second
 * @param rampSeconds length of the warm-up
 * @param measuredSeconds length of the measured part
 * @param tcpSessions TCP connections opened
 * @param udpSessions UDP sessions begun, each with an address of its own
 * @param exchanges answered exchanges of the measured part
 * @param warmupExchanges answered exchanges of the ramp
 * @param due exchanges that were due in all
 * @param errors errors in all, of the ramp too
 * @param errorsByKind the kinds that occurred
 * @param exchangesByNode exchanges of the measured part by the node that answered
 * @param response of exchanges in the measured part, from the intended send time to the answer
 * @param warmup the same of the ramp
 * @param connect of TCP handshakes, of the ramp too
 * @param files what was written
 */
public record FloodResult(
        String latencyMethod,
        String target,
        @Nullable String udpTarget,
        int lamps,
        int udpLamps,
        int peakLamps,
        double offeredPerSecond,
        double rampSeconds,
        double measuredSeconds,
        long tcpSessions,
        long udpSessions,
        long exchanges,
        long warmupExchanges,
        long due,
        long errors,
        Map<String, Long> errorsByKind,
        Map<String, Long> exchangesByNode,
        Times response,
        Times warmup,
        Times connect,
        List<String> files) {
    static final String SUMMARY_FILE = "summary.json";

    private static final String METHOD = "open loop: from the intended send time, not corrected afterwards";
    private static final ObjectMapper JSON = new ObjectMapper()
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT);

    public FloodResult {
        errorsByKind = Map.copyOf(errorsByKind);
        exchangesByNode = java.util.Collections.unmodifiableMap(new TreeMap<>(exchangesByNode));
        files = List.copyOf(files);
    }

    static FloodResult of(FloodPlan plan, Tally tally, LatencyReport report, Path outDir) throws IOException {
        Map<String, Long> errorsByKind = new TreeMap<>();
        tally.errorsByKind().forEach((kind, count) -> errorsByKind.put(kind.id(), count));
        List<String> files = List.of(LatencyReport.LOG_FILE, LatencyReport.PERCENTILES_FILE, SUMMARY_FILE).stream()
                .map(file -> outDir.resolve(file).toString())
                .toList();
        FloodResult result = new FloodResult(
                METHOD,
                LampTransport.text(plan.target()),
                plan.udpTarget().map(LampTransport::text).orElse(null),
                plan.lamps(),
                plan.udpLamps(),
                tally.peakOpenLamps(),
                plan.ratePerSecond(),
                plan.ramp().toNanos() / 1e9,
                plan.duration().toNanos() / 1e9,
                tally.tcpSessions.sum(),
                tally.udpSessions.sum(),
                report.total(Kind.RESPONSE).getTotalCount(),
                report.total(Kind.WARMUP).getTotalCount(),
                tally.due.sum(),
                tally.errorTotal(),
                errorsByKind,
                tally.exchangesByNode(),
                Times.of(report.total(Kind.RESPONSE)),
                Times.of(report.total(Kind.WARMUP)),
                Times.of(report.total(Kind.CONNECT)),
                files);
        JSON.writeValue(outDir.resolve(SUMMARY_FILE).toFile(), result);
        return result;
    }

    /**
     * A distribution of times, milliseconds; all 0 when nothing was measured.
     *
     * @param count how many were measured
     */
    public record Times(
            long count,
            double meanMs,
            double p50Ms,
            double p90Ms,
            double p99Ms,

            @com.fasterxml.jackson.annotation.JsonProperty("p99_9_ms")
            double p999Ms,

            double maxMs) {
        static Times of(Histogram histogram) {
            return new Times(
                    histogram.getTotalCount(),
                    histogram.getMean() / 1e6,
                    ms(histogram, 50),
                    ms(histogram, 90),
                    ms(histogram, 99),
                    ms(histogram, 99.9),
                    histogram.getMaxValue() / 1e6);
        }

        private static double ms(Histogram histogram, double percentile) {
            return histogram.getTotalCount() == 0 ? 0 : histogram.getValueAtPercentile(percentile) / 1e6;
        }
    }
}
