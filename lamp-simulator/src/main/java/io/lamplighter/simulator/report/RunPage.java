package io.lamplighter.simulator.report;

import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Fault;
import io.lamplighter.simulator.measure.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A page about one run or about two side by side. It holds everything itself, so that it can be mailed, and asks nothing of
 * the network.
 */
final class RunPage {
    private static final String STYLE = """
            :root { --ink: #1c2430; --soft: #5d6b7c; --paper: #fff; --line: #e3e8ee; --shade: #f1f4f8; --bad: #b3261e;
              --c0: #0b66c3; --c1: #e07b00; --c2: #2a9d4a; --c3: #8e44ad; --c4: #c0392b; --c5: #16a1a1; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e4e9f0; --soft: #9aa8b8; --paper: #14181e; --line: #2b333d;
              --shade: #1d232b; --bad: #ff8a80; --c0: #5aa9ff; --c1: #ffb04d; --c2: #63d383; --c3: #c792ea; --c4: #ff8a80;
              --c5: #5fdada; } }
            body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
              max-width: 1600px; padding: 1.2rem; }
            h1 { font-size: 1.4rem; margin: 0 0 .2rem; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
            p { margin: .2rem 0; color: var(--soft); } .bad { color: var(--bad); font-weight: 600; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
            th, td { text-align: right; padding: .18rem .7rem; border-bottom: 1px solid var(--line); }
            th:first-child, td:first-child, td.text { text-align: left; } th { color: var(--soft); font-weight: 500; }
            .wide { overflow-x: auto; }
            .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 34rem), 1fr)); gap: 1rem; }
            svg { width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; fill: var(--soft); }
            svg .title { font-size: 13px; fill: var(--ink); } svg line { stroke: var(--line); }
            svg polyline { fill: none; stroke-width: 1.8; } svg .dashed { stroke-dasharray: 5 4; }
            svg .shade { fill: var(--shade); }
            .c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); } .c2 { stroke: var(--c2); } .c3 { stroke: var(--c3); }
            .c4 { stroke: var(--c4); } .c5 { stroke: var(--c5); }
            """;
    private static final Map<String, String> FAULTS =
            Arrays.stream(Fault.values()).collect(Collectors.toMap(Fault::id, Fault::meaning));

    private final List<Run> runs;
    private final StringBuilder page = new StringBuilder();

    private RunPage(List<Run> runs) {
        this.runs = runs;
    }

    static RunPage of(Run run) {
        return new RunPage(List.of(run));
    }

    static RunPage of(Run one, Run other) {
        return new RunPage(List.of(one, other));
    }

    void write(Path file) throws IOException {
        Files.writeString(file, html());
    }

    String html() {
        String title = runs.size() == 1
                ? "lampsim " + runs.get(0).name()
                : "lampsim: " + runs.get(0).name() + " and " + runs.get(1).name();
        page.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>")
                .append(Html.escape(title))
                .append("</title><style>\n")
                .append(STYLE)
                .append("</style></head><body>\n<h1>")
                .append(Html.escape(title))
                .append("</h1>\n");
        runs.forEach(this::introduction);
        figures();
        times();
        errors();
        page.append("<h2>Plots</h2>\n<div class=\"plots\">\n")
                .append(new RunPlots(runs).all())
                .append("</div>\n");
        return page.append("</body></html>\n").toString();
    }

    private void introduction(Run run) {
        RunSummary summary = run.summary();
        RunInfo info = summary.run();
        paragraph(
                "",
                (runs.size() == 1 ? "" : run.name() + ": ") + info.scenario() + ", " + info.about() + "; "
                        + summary.startedAt() + ", to " + pairs(info.targets()));
        paragraph("", summary.latencyMethod());
        for (String reason : summary.saturation().reasons()) {
            paragraph("bad", "SATURATED: " + reason);
        }
        summary.notes().forEach(note -> paragraph("bad", note));
    }

    private static String pairs(Map<String, ?> map) {
        return new TreeMap<>(map)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", "));
    }

    private void paragraph(String kind, String text) {
        page.append("<p class=\"")
                .append(kind)
                .append("\">")
                .append(Html.escape(text))
                .append("</p>\n");
    }

    private void figures() {
        page.append("<h2>Figures</h2>\n<div class=\"wide\"><table>\n");
        head("");
        row("lamps", run -> number(run.run().lamps()));
        row("by protocol", run -> pairs(run.run().lampsByProtocol()));
        row("lamps with a session, at most", run -> number(run.peakLamps()));
        row("exchanges measured", run -> number(run.exchanges()));
        row("exchanges per second", run -> String.format(Locale.ROOT, "%,.1f", run.exchangesPerSecond()));
        row(
                "planned per second",
                run -> run.run().isClosedLoop()
                        ? "as many as possible"
                        : String.format(Locale.ROOT, "%,.1f", run.run().plannedPerSecond()));
        row(
                "measured, seconds",
                run -> String.format(Locale.ROOT, "%.1f", run.run().measuredSeconds()));
        row("exchanges in the warm-up", run -> number(run.warmupExchanges()));
        row("errors", run -> number(run.errors()));
        row(
                "CPU of the simulator per exchange, µs",
                run -> String.format(Locale.ROOT, "%.1f", run.cpuMicrosPerExchange()));
        for (Count count : Count.values()) {
            if (runs.stream().anyMatch(run -> run.summary().count(count) > 0)) {
                row(count.meaning(), run -> number(run.count(count)));
            }
        }
        page.append("</table></div>\n");
    }

    private void head(String first) {
        page.append("<tr><th>").append(Html.escape(first)).append("</th>");
        runs.forEach(run -> page.append("<th>")
                .append(Html.escape(runs.size() == 1 ? "" : run.name()))
                .append("</th>"));
        page.append("</tr>\n");
    }

    private void row(String name, Function<RunSummary, String> value) {
        page.append("<tr><td>").append(Html.escape(name)).append("</td>");
        runs.forEach(run -> page.append("<td>")
                .append(Html.escape(value.apply(run.summary())))
                .append("</td>"));
        page.append("</tr>\n");
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private void times() {
        page.append("<h2>Times, milliseconds</h2>\n<div class=\"wide\"><table>\n<tr><th></th>");
        for (String column : List.of("count", "mean", "p50", "p90", "p99", "p99.9", "p99.99", "max")) {
            page.append("<th>").append(column).append("</th>");
        }
        page.append("<th></th></tr>\n");
        for (Phase phase : Phase.values()) {
            timesRows(phase.tag(), phase.meaning(), run -> run.phases().get(phase.tag()));
        }
        names(RunSummary::groups)
                .forEach(name -> timesRows(
                        "group " + name,
                        "exchanges of these lamps",
                        run -> run.groups().get(name)));
        names(RunSummary::nodes)
                .forEach(name -> timesRows(
                        "node " + name,
                        "exchanges this node answered",
                        run -> run.nodes().get(name)));
        page.append("</table></div>\n");
    }

    private Set<String> names(Function<RunSummary, Map<String, Times>> of) {
        Set<String> names = new TreeSet<>();
        runs.forEach(run -> names.addAll(of.apply(run.summary()).keySet()));
        return names;
    }

    private void timesRows(
            String name, String meaning, Function<RunSummary, @org.jspecify.annotations.Nullable Times> of) {
        for (Run run : runs) {
            Times times = of.apply(run.summary());
            if (times == null) {
                continue;
            }
            page.append("<tr><td>")
                    .append(Html.escape(runs.size() == 1 ? name : name + ", " + run.name()))
                    .append("</td><td>")
                    .append(number(times.count()))
                    .append("</td>");
            for (double value : new double[] {
                times.meanMs(),
                times.p50Ms(),
                times.p90Ms(),
                times.p99Ms(),
                times.p999Ms(),
                times.p9999Ms(),
                times.maxMs()
            }) {
                page.append(String.format(Locale.ROOT, "<td>%,.3f</td>", value));
            }
            page.append("<td class=\"text\">").append(Html.escape(meaning)).append("</td></tr>\n");
        }
    }

    private void errors() {
        Set<String> kinds = new TreeSet<>();
        runs.forEach(run -> kinds.addAll(run.summary().errorsByKind().keySet()));
        if (kinds.isEmpty()) {
            return;
        }
        page.append("<h2>Errors</h2>\n<div class=\"wide\"><table>\n");
        head("");
        kinds.forEach(kind -> row(
                kind + ": " + FAULTS.getOrDefault(kind, ""),
                run -> number(run.errorsByKind().getOrDefault(kind, 0L))));
        page.append("</table></div>\n");
    }
}
