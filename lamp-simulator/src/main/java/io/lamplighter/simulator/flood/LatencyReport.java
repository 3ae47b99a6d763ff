package io.lamplighter.simulator.flood;

import io.lamplighter.simulator.flood.Latencies.Kind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Gathers what the loops measure: each second into {@code flood.hlog}, HdrHistogram's interval log, with the kinds as tags;
 * and at the end as {@code flood.hgrm}, the percentiles of the measured part. Both count nanoseconds and print milliseconds.
 * Belongs to the thread that runs the flood.
 */
final class LatencyReport implements AutoCloseable {
    static final String LOG_FILE = "flood.hlog";
    static final String PERCENTILES_FILE = "flood.hgrm";

    private static final double NS_PER_MS = 1e6;

    private final Path outDir;
    private final List<FloodLoop> loops;
    private final PrintStream stream;
    private final long startMs = System.currentTimeMillis();
    private final HistogramLogWriter log;
    private final Map<Kind, Histogram> totals = new EnumMap<>(Kind.class);

    private LatencyReport(Path outDir, List<FloodLoop> loops, PrintStream stream) {
        this.outDir = outDir;
        this.loops = loops;
        this.stream = stream;
        log = new HistogramLogWriter(stream);
        for (Kind kind : Kind.values()) {
            totals.put(kind, Latencies.newHistogram());
        }
    }

    static LatencyReport open(Path outDir, FloodPlan plan, List<FloodLoop> loops) throws IOException {
        LatencyReport report = new LatencyReport(outDir, loops, print(outDir.resolve(LOG_FILE)));
        report.begin(plan);
        return report;
    }

    private static PrintStream print(Path file) throws IOException {
        try {
            return new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8);
        } catch (FileNotFoundException | java.nio.file.FileSystemException e) {
            throw new IOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private void begin(FloodPlan plan) {
        log.outputComment(
                "[lampsim flood: " + plan.lamps() + " lamps, " + plan.ratePerSecond() + " exchanges/s, open loop]");
        log.outputComment(
                "[latency counts from the intended send time; do not correct for coordinated omission again]");
        log.outputComment("[recorded in ns, interval maxima in ms; tags: response, warmup, connect]");
        log.outputLogFormatVersion();
        log.outputStartTime(startMs);
        log.outputLegend();
    }

    /** Writes what was measured since the last call. */
    void takeInterval() {
        for (Kind kind : Kind.values()) {
            Histogram interval = Latencies.newHistogram();
            for (FloodLoop loop : loops) {
                interval.add(loop.latencies().interval(kind));
            }
            if (interval.getTotalCount() > 0) {
                interval.setTag(kind.tag());
                log.outputIntervalHistogram(
                        seconds(interval.getStartTimeStamp()),
                        seconds(interval.getEndTimeStamp()),
                        interval,
                        NS_PER_MS);
                total(kind).add(interval);
            }
        }
    }

    private double seconds(long timestampMs) {
        return (timestampMs - startMs) / 1e3;
    }

    Histogram total(Kind kind) {
        return Objects.requireNonNull(totals.get(kind));
    }

    /** Takes the last interval and writes the percentiles. */
    void finish() throws IOException {
        takeInterval();
        stream.flush();
        try (PrintStream percentiles = print(outDir.resolve(PERCENTILES_FILE))) {
            total(Kind.RESPONSE).outputPercentileDistribution(percentiles, NS_PER_MS);
            if (stream.checkError() || percentiles.checkError()) {
                throw new IOException("the reports in " + outDir + " could not be written whole: is the disk full?");
            }
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
