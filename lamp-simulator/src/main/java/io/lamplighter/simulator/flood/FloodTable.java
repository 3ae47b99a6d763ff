package io.lamplighter.simulator.flood;

import io.lamplighter.simulator.flood.FloodResult.Times;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints a {@link FloodResult} for people. */
public final class FloodTable {
    private static final Map<String, String> MEANINGS =
            Arrays.stream(FloodError.values()).collect(Collectors.toMap(FloodError::id, FloodError::meaning));

    private FloodTable() {}

    /** Lamps, sessions, exchanges and errors. */
    public static void printCounts(FloodResult result, PrintStream out) {
        line(
                out,
                "lamps",
                "%,d (%,d TCP, %,d UDP), at most %,d at one time"
                        .formatted(
                                result.lamps(),
                                result.lamps() - result.udpLamps(),
                                result.udpLamps(),
                                result.peakLamps()));
        line(out, "connections", "%,d TCP, %,d UDP sessions".formatted(result.tcpSessions(), result.udpSessions()));
        line(
                out,
                "exchanges",
                String.format(
                        Locale.ROOT,
                        "%,d measured in %.1f s; %,d in the ramp of %.1f s are not in the percentiles",
                        result.exchanges(),
                        result.measuredSeconds(),
                        result.warmupExchanges(),
                        result.rampSeconds()));
        line(out, "errors", "%,d".formatted(result.errors()));
        result.errorsByKind()
                .forEach((kind, count) ->
                        line(out, "", "%,d %s: %s".formatted(count, kind, MEANINGS.getOrDefault(kind, kind))));
    }

    /** The percentiles. */
    public static void printTimes(FloodResult result, PrintStream out) {
        out.println();
        out.println("milliseconds        p50       p90       p99     p99.9       max      mean");
        row(out, "response", result.response());
        row(out, "connect", result.connect());
        out.println("response: " + result.latencyMethod());
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

    static void printNodes(FloodResult result, PrintStream out) {
        result.exchangesByNode()
                .forEach((node, count) -> line(
                        out,
                        "node " + node,
                        String.format(
                                Locale.ROOT,
                                "%,d exchanges, %.1f %%",
                                count,
                                100.0 * count / Math.max(1, result.exchanges()))));
    }

    /** The files written. */
    public static void printFiles(FloodResult result, PrintStream out) {
        out.println();
        result.files().forEach(file -> line(out, "wrote", file));
    }

    private static void line(PrintStream out, String name, String value) {
        out.printf("%-13s %s%n", name, value);
    }
}
