package io.lamplighter.simulator.report;

import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Fault;
import io.lamplighter.simulator.measure.Phase;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints a {@link RunSummary} for people. */
public final class RunTable {
    private static final Map<String, String> FAULTS =
            Arrays.stream(Fault.values()).collect(Collectors.toMap(Fault::id, Fault::meaning));
    private static final List<Count> SCENARIO_COUNTS = List.of(
            Count.REBINDS,
            Count.ABANDONED,
            Count.ABANDONED_CLOSED,
            Count.CUT_SESSIONS,
            Count.CUT_EXCHANGES,
            Count.NODES_LOST);

    private RunTable() {}

    /** Lamps, sessions, exchanges and errors. */
    public static void printCounts(RunSummary run, PrintStream out) {
        String protocols = run.run().lampsByProtocol().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> String.format(
                        Locale.ROOT, "%,d %s", entry.getValue(), entry.getKey().toUpperCase(Locale.ROOT)))
                .collect(Collectors.joining(", "));
        line(out, "lamps", "%,d (%s), at most %,d at one time", run.run().lamps(), protocols, run.peakLamps());
        line(
                out,
                "connections",
                "%,d TCP, %,d UDP sessions",
                run.count(Count.TCP_SESSIONS),
                run.count(Count.UDP_SESSIONS));
        line(
                out,
                "exchanges",
                "%,d measured in %.1f s; %,d in the warm-up of %.1f s are not in the percentiles",
                run.exchanges(),
                run.run().measuredSeconds(),
                run.warmupExchanges(),
                run.run().warmupSeconds());
        for (Count count : SCENARIO_COUNTS) {
            if (run.count(count) > 0) {
                line(out, count.id(), "%,d %s", run.count(count), count.meaning());
            }
        }
        line(out, "errors", "%,d", run.errors());
        run.errorsByKind()
                .forEach((kind, count) -> line(out, "", "%,d %s: %s", count, kind, FAULTS.getOrDefault(kind, "")));
    }

    /** The percentiles. */
    public static void printTimes(RunSummary run, PrintStream out) {
        out.println();
        out.println("milliseconds        p50       p90       p99     p99.9       max      mean");
        for (Phase phase : List.of(
                Phase.EXCHANGE, Phase.EXCHANGE_RAW, Phase.FIRST_BYTE, Phase.CONNECT, Phase.LOGIN, Phase.LATENESS)) {
            if (run.phases().containsKey(phase.tag())) {
                row(out, phase.tag(), run.times(phase));
            }
        }
        run.groups().forEach((name, times) -> row(out, name, times));
        out.println(run.latencyMethod());
    }

    private static void row(PrintStream out, String name, Times times) {
        out.printf(
                Locale.ROOT,
                "%-13s %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f%n",
                name,
                times.p50Ms(),
                times.p90Ms(),
                times.p99Ms(),
                times.p999Ms(),
                times.maxMs(),
                times.meanMs());
    }

    /** What each node answered. */
    public static void printNodes(RunSummary run, PrintStream out) {
        run.nodes()
                .forEach((node, times) -> line(
                        out,
                        "node " + node,
                        "%,d exchanges, %.1f %%, p99 %.2f ms",
                        times.count(),
                        100.0 * times.count() / Math.max(1, run.exchanges()),
                        times.p99Ms()));
    }

    /** What is to be known before the figures are believed. */
    public static void printWarnings(RunSummary run, PrintStream out) {
        run.saturation().reasons().forEach(reason -> out.println("SATURATED: " + reason));
        run.notes().forEach(out::println);
    }

    /** The files written. */
    public static void printFiles(RunSummary run, PrintStream out) {
        out.println();
        run.files().forEach(file -> line(out, "wrote", "%s", file));
    }

    @SuppressWarnings("AnnotateFormatMethod") // private, and its callers are above
    private static void line(PrintStream out, String name, String format, Object... values) {
        out.printf(Locale.ROOT, "%-13s %s%n", name, String.format(Locale.ROOT, format, values));
    }
}
