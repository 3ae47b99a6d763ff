package io.lamplighter.simulator.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;

/**
 * A run as it is shown.
 *
 * @param name for legends
 * @param summary its figures
 * @param histograms times of the whole run by series, nanoseconds
 */
record Run(String name, RunSummary summary, Map<String, Histogram> histograms) {
    /** @throws IOException when the directory has no report, or one that cannot be read; the message names the file */
    static Run read(Path directory) throws IOException {
        RunSummary summary = RunSummary.read(directory);
        Path log = directory.resolve(RunLog.LOG_FILE);
        if (!Files.isReadable(log)) {
            throw new IOException(directory + " is no report of lampsim: it has no " + RunLog.LOG_FILE);
        }
        return new Run(directory.toString(), summary, merged(log, 0, Double.MAX_VALUE));
    }

    /** The sums, by series, of the intervals that begin within a time, seconds since the run's beginning. */
    static Map<String, Histogram> merged(Path log, double fromSeconds, double toSeconds) throws IOException {
        Map<String, Histogram> histograms = new LinkedHashMap<>();
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            while (reader.hasNext()) {
                EncodableHistogram interval = reader.nextIntervalHistogram(fromSeconds, toSeconds);
                if (interval instanceof Histogram times && times.getTag() != null) {
                    Histogram sum = histograms.get(times.getTag());
                    if (sum == null) {
                        histograms.put(times.getTag(), times);
                    } else {
                        sum.add(times);
                    }
                }
            }
        }
        return histograms;
    }

    @Nullable
    Histogram times(String series) {
        return histograms.get(series);
    }
}
