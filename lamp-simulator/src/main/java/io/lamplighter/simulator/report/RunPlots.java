package io.lamplighter.simulator.report;

import io.lamplighter.simulator.measure.Phase;
import io.lamplighter.simulator.measure.Series;
import io.lamplighter.simulator.report.Plot.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The charts of one run, or of two on the same axes. */
final class RunPlots {
    private static final int MIN_NINES = 2;
    private static final int MAX_NINES = 6;
    private static final int STEPS_PER_HALVING = 8;
    private static final double LEAST_MS = 1e-3;

    private final List<Run> runs;

    RunPlots(List<Run> runs) {
        this.runs = List.copyOf(runs);
    }

    private String prefix(Run run) {
        return runs.size() == 1 ? "" : run.name() + " ";
    }

    /** Percentiles of some phases. */
    String percentiles(String title, List<Phase> phases) {
        List<Plot.Line> lines = new ArrayList<>();
        for (int r = 0; r < runs.size(); r++) {
            for (int p = 0; p < phases.size(); p++) {
                Histogram times = runs.get(r).times(phases.get(p).tag());
                if (times != null) {
                    int colour = runs.size() == 1 ? p : r;
                    boolean isDashed = runs.size() > 1 && p > 0;
                    lines.add(new Plot.Line(
                            prefix(runs.get(r)) + phases.get(p).tag(), colour, isDashed, percentiles(times)));
                }
            }
        }
        return percentilePlot(title, lines);
    }

    /** Percentiles of every series of a kind, such as of the nodes; empty when there are fewer than two. */
    String percentilesBy(String title, String kind) {
        List<Plot.Line> lines = new ArrayList<>();
        for (int r = 0; r < runs.size(); r++) {
            Run run = runs.get(r);
            boolean isDashed = r > 0;
            int colour = 0;
            for (var series : run.histograms().entrySet()) {
                if (series.getKey().startsWith(kind)) {
                    lines.add(new Plot.Line(
                            prefix(run) + series.getKey().substring(kind.length()),
                            colour++,
                            isDashed,
                            percentiles(series.getValue())));
                }
            }
        }
        return lines.size() < 2 ? "" : percentilePlot(title, lines);
    }

    private static String percentilePlot(String title, List<Plot.Line> lines) {
        if (lines.isEmpty()) {
            return "";
        }
        double least = lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Point::y)
                .min()
                .orElse(LEAST_MS);
        double greatest = lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Point::y)
                .max()
                .orElse(1);
        double last = lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Point::x)
                .filter(percentile -> percentile < 100)
                .max()
                .orElse(99);
        int nines = (int) Math.min(MAX_NINES, Math.max(MIN_NINES, Math.ceil(2 - Math.log10(100 - last))));
        Plot plot =
                new Plot(title, new Scale.Percentiles(nines), "percentile", Scale.Logarithmic.around(least, greatest));
        lines.forEach(line -> plot.line(line.name(), line.colour(), line.isDashed(), line.points()));
        return plot.svg();
    }

    private static List<Point> percentiles(Histogram times) {
        List<Point> points = new ArrayList<>();
        for (HistogramIterationValue value : times.percentiles(STEPS_PER_HALVING)) {
            points.add(new Point(
                    value.getPercentileLevelIteratedTo(), Math.max(LEAST_MS, value.getValueIteratedTo() / 1e6)));
        }
        return points;
    }

    /** Latency over time. */
    String latencyOverTime() {
        return overTime(
                "exchange, ms, over time",
                true,
                List.of(
                        new Curve("p50", Second::p50Ms),
                        new Curve("p99", Second::p99Ms),
                        new Curve("max", Second::maxMs)));
    }

    /** Exchanges a second over time. */
    String rateOverTime() {
        return overTime(
                "exchanges answered, per second", false, List.of(new Curve("answered", Second::answeredPerSecond)));
    }

    /** Errors over time; empty when there were none. */
    String errorsOverTime() {
        if (runs.stream().allMatch(run -> run.summary().errors() == 0)) {
            return "";
        }
        return overTime(
                "errors, per interval", false, List.of(new Curve("errors", second -> (double) second.errors())));
    }

    /** Lamps with a session over time. */
    String lampsOverTime() {
        return overTime(
                "lamps with a session", false, List.of(new Curve("lamps", second -> (double) second.openLamps())));
    }

    /** How hard the simulator worked. */
    String strainOverTime() {
        return overTime(
                "busiest event loop of the simulator, % of a core",
                false, List.of(new Curve("loop", second -> second.busiestLoop() * 100)));
    }

    private record Curve(String name, ToDoubleFunction<Second> value) {}

    private String overTime(String title, boolean isLogarithmic, List<Curve> curves) {
        List<Second> all =
                runs.stream().flatMap(run -> wholeSeconds(run).stream()).toList();
        if (all.isEmpty()) {
            return "";
        }
        double from = all.stream().mapToDouble(Second::from).min().orElse(0);
        double to = all.stream().mapToDouble(Second::to).max().orElse(1);
        double greatest = 0;
        double least = Double.MAX_VALUE;
        for (Curve curve : curves) {
            for (Second second : all) {
                double value = curve.value.applyAsDouble(second);
                greatest = Math.max(greatest, value);
                least = value > 0 ? Math.min(least, value) : least;
            }
        }
        Scale y = isLogarithmic
                ? Scale.Logarithmic.around(Math.min(least, Math.max(LEAST_MS, greatest)), greatest)
                : Scale.Linear.upTo(greatest);
        Plot plot = new Plot(title, new Scale.Linear(from, Math.max(to, from + 1)), "seconds", y).shade(from, 0);
        for (int r = 0; r < runs.size(); r++) {
            for (int c = 0; c < curves.size(); c++) {
                Curve curve = curves.get(c);
                boolean isOnly = runs.size() == 1;
                plot.line(
                        prefix(runs.get(r)) + curve.name,
                        isOnly ? c : r,
                        !isOnly && c > 0,
                        wholeSeconds(runs.get(r)).stream()
                                .map(second -> new Point(second.to(), curve.value.applyAsDouble(second)))
                                .filter(point -> !isLogarithmic || point.y() > 0) // nothing was measured
                                .toList());
            }
        }
        return plot.svg();
    }

    /** Without the rest after the last whole second, in which hardly anything happened. */
    private static List<Second> wholeSeconds(Run run) {
        return run.summary().seconds().stream()
                .filter(second -> second.to() - second.from() > 0.5)
                .toList();
    }

    /** All of them, for a page. */
    String all() {
        return percentiles(
                        "percentiles of exchanges, ms", List.of(Phase.EXCHANGE, Phase.EXCHANGE_RAW, Phase.FIRST_BYTE))
                + percentiles("percentiles of connects, ms", List.of(Phase.CONNECT, Phase.LOGIN))
                + percentilesBy("percentiles of exchanges by node, ms", Series.NODE)
                + percentilesBy("percentiles of exchanges by group of lamps, ms", Series.GROUP)
                + latencyOverTime()
                + rateOverTime()
                + lampsOverTime()
                + errorsOverTime()
                + strainOverTime();
    }
}
