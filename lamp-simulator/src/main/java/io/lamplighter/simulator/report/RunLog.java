package io.lamplighter.simulator.report;

import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Interval;
import io.lamplighter.simulator.measure.Measurements;
import io.lamplighter.simulator.measure.Phase;
import io.lamplighter.simulator.measure.Series;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Keeps the book of a run: each interval goes into {@code run.hlog}, HdrHistogram's interval log, with the series as tags; at
 * the end the percentiles of each phase go into a {@code .hgrm} file, the figures into {@code summary.json}, and the page
 * into {@code index.html}. All count nanoseconds; what HdrHistogram prints is milliseconds.
 */
public final class RunLog implements AutoCloseable {
    static final String LOG_FILE = "run.hlog";
    static final String PAGE_FILE = "index.html";

    private static final String OPEN_LOOP =
            "open loop: exchange counts from the intended send time and needs no correction, exchange-raw from the actual send";
    private static final String CLOSED_LOOP =
            "closed loop: a lamp sends when it has its answer, so what a stall kept from being sent is missing";
    private static final double NS_PER_MS = 1e6;

    private final RunInfo info;
    private final Path directory;
    private final Instant startedAt = Instant.now();
    private final PrintStream stream;
    private final HistogramLogWriter log;
    private final Measurements totals = new Measurements();
    private final List<Second> seconds = new ArrayList<>();

    /**
     * @param directory where the reports go; made when it is not there
     * @throws IOException when nothing can be written there
     */
    public RunLog(RunInfo info, Path directory) throws IOException {
        this.info = info;
        this.directory = Files.createDirectories(directory);
        stream = print(directory.resolve(LOG_FILE));
        log = new HistogramLogWriter(stream);
        log.outputComment("[lampsim run " + info.scenario() + ": " + info.lamps() + " lamps]");
        log.outputComment("[" + method() + "; do not correct for coordinated omission again]");
        log.outputComment("[recorded in ns, interval maxima in ms; tags name the series]");
        log.outputLogFormatVersion();
        log.outputStartTime(startedAt.toEpochMilli());
        log.outputLegend();
    }

    private String method() {
        return info.isClosedLoop() ? CLOSED_LOOP : OPEN_LOOP;
    }

    private static PrintStream print(Path file) throws IOException {
        try {
            return new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8);
        } catch (FileSystemException e) {
            throw new IOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    /** Takes what was measured since the last call. */
    public void add(Interval interval) {
        interval.measurements().eachSeries((series, histogram) -> {
            histogram.setTag(Series.tag(series));
            log.outputIntervalHistogram(interval.fromSeconds(), interval.toSeconds(), histogram, NS_PER_MS);
        });
        totals.addAfter(interval.measurements());
        seconds.add(Second.of(interval, info.warmupSeconds()));
    }

    /** Everything up to the last interval. Not to be changed. */
    public Measurements totals() {
        return totals;
    }

    /** The last interval; only when there was one. */
    public Second last() {
        return seconds.get(seconds.size() - 1);
    }

    /**
     * Writes the reports.
     *
     * @param notes what else is to be known
     * @throws IOException when they could not be written whole
     */
    public RunSummary finish(List<String> notes) throws IOException {
        stream.flush();
        List<String> files = new ArrayList<>(List.of(LOG_FILE));
        for (Phase phase : Phase.values()) {
            if (totals.times(phase).getTotalCount() > 0) {
                files.add(writePercentiles(phase));
            }
        }
        files.addAll(List.of(RunSummary.FILE, PAGE_FILE));
        RunSummary summary = summary(
                notes,
                files.stream().map(file -> directory.resolve(file).toString()).toList());
        summary.write(directory);
        RunPage.of(new Run(info.scenario(), summary, histograms())).write(directory.resolve(PAGE_FILE));
        requireWhole(stream, LOG_FILE);
        return summary;
    }

    private String writePercentiles(Phase phase) throws IOException {
        String file = phase.tag() + ".hgrm";
        try (PrintStream percentiles = print(directory.resolve(file))) {
            totals.times(phase).outputPercentileDistribution(percentiles, NS_PER_MS);
            requireWhole(percentiles, file);
        }
        return file;
    }

    private void requireWhole(PrintStream written, String file) throws IOException {
        if (written.checkError()) {
            throw new IOException(directory.resolve(file) + " could not be written whole: is the disk full?");
        }
    }

    private Map<String, Histogram> histograms() {
        Map<String, Histogram> histograms = new LinkedHashMap<>();
        totals.eachSeries((series, histogram) -> histograms.put(Series.tag(series), histogram));
        return histograms;
    }

    private RunSummary summary(List<String> notes, List<String> files) {
        List<Second> measured = seconds.stream()
                .filter(second -> second.from() > -0.5 && second.to() <= info.measuredSeconds() + 0.5)
                .toList();
        double cpuSeconds = measured.stream().mapToDouble(Second::cpuMs).sum() / 1e3;
        double measuredSeconds = measured.stream()
                .mapToDouble(second -> second.to() - second.from())
                .sum();
        double measuredAnswers = measured.stream()
                .mapToDouble(second -> second.answeredPerSecond() * (second.to() - second.from()))
                .sum();
        long exchanges = totals.times(Phase.EXCHANGE).getTotalCount();
        Map<String, Long> errors = new TreeMap<>();
        totals.faultsByKind().forEach((kind, count) -> errors.put(kind.id(), count));
        Map<String, Times> phases = phases();
        return new RunSummary(
                method(),
                startedAt.toString(),
                info,
                exchanges,
                totals.times(Phase.WARMUP).getTotalCount(),
                measuredSeconds == 0 ? 0 : measuredAnswers / measuredSeconds,
                totals.peakOpenLamps(),
                counts(),
                totals.faultTotal(),
                errors,
                phases,
                times(totals.groups()),
                times(totals.nodes()),
                cpuSeconds,
                measuredAnswers < 1 ? 0 : cpuSeconds * 1e6 / measuredAnswers,
                Saturation.of(
                        measured,
                        phases.getOrDefault(Phase.LATENESS.tag(), Times.NONE),
                        phases.getOrDefault(Phase.EXCHANGE.tag(), Times.NONE),
                        errors,
                        info.isClosedLoop()),
                notes,
                seconds,
                files);
    }

    private Map<String, Times> phases() {
        Map<String, Times> phases = new LinkedHashMap<>();
        for (Phase phase : Phase.values()) {
            if (totals.times(phase).getTotalCount() > 0) {
                phases.put(phase.tag(), Times.of(totals.times(phase)));
            }
        }
        return phases;
    }

    private static Map<String, Times> times(Map<String, Histogram> histograms) {
        Map<String, Times> times = new TreeMap<>();
        histograms.forEach((name, histogram) -> times.put(name, Times.of(histogram)));
        return times;
    }

    private Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Count count : Count.values()) {
            if (totals.get(count) > 0) {
                counts.put(count.id(), totals.get(count));
            }
        }
        return counts;
    }

    @Override
    public void close() {
        log.close();
    }
}
