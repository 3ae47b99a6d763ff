package io.lamplighter.simulator.report;

import io.lamplighter.simulator.measure.Phase;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lampsim report}. */
@Command(
        name = "report",
        description = {
            "Show the report of a run, or two side by side.",
            "A and B are the directories that lampsim run wrote."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ReportCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "A", description = "A report.")
    private Path first = Path.of("");

    @Parameters(index = "1", arity = "0..1", paramLabel = "B", description = "The report to compare it with.")
    private @Nullable Path second;

    @Option(
            names = "--page",
            paramLabel = "FILE",
            description = "Where the page goes (default: lampsim-compare.html for two reports, none for one).")
    private @Nullable Path page;

    @Override
    public Integer call() throws IOException {
        Run one = Run.read(first);
        if (second == null) {
            RunTable.printWarnings(one.summary(), System.out);
            RunTable.printCounts(one.summary(), System.out);
            RunTable.printNodes(one.summary(), System.out);
            RunTable.printTimes(one.summary(), System.out);
            if (page != null) {
                RunPage.of(one).write(page);
                System.out.println("wrote         " + page);
            }
            return 0;
        }
        Run other = Run.read(second);
        printBeside(one, other, System.out);
        Path file = page == null ? Path.of("lampsim-compare.html") : page;
        RunPage.of(one, other).write(file);
        System.out.println();
        System.out.println("wrote         " + file);
        return 0;
    }

    private static void printBeside(Run one, Run other, PrintStream out) {
        RunSummary a = one.summary();
        RunSummary b = other.summary();
        out.println("A " + one.name() + ": " + a.run().scenario() + ", " + a.startedAt());
        out.println("B " + other.name() + ": " + b.run().scenario() + ", " + b.startedAt());
        a.saturation().reasons().forEach(reason -> out.println("A is SATURATED: " + reason));
        b.saturation().reasons().forEach(reason -> out.println("B is SATURATED: " + reason));
        out.println();
        out.printf("%-26s %13s %13s %10s%n", "", "A", "B", "B / A");
        row(out, "lamps", a.run().lamps(), b.run().lamps());
        row(out, "exchanges", (double) a.exchanges(), (double) b.exchanges());
        row(out, "exchanges per second", a.exchangesPerSecond(), b.exchangesPerSecond());
        row(out, "errors", (double) a.errors(), (double) b.errors());
        for (Phase phase : Phase.values()) {
            if (a.phases().containsKey(phase.tag()) && b.phases().containsKey(phase.tag())) {
                rows(out, phase.tag(), a.times(phase), b.times(phase));
            }
        }
        rowsByName(out, "group ", a.groups(), b.groups());
        rowsByName(out, "node ", a.nodes(), b.nodes());
    }

    private static void rowsByName(PrintStream out, String kind, Map<String, Times> a, Map<String, Times> b) {
        a.forEach((name, times) -> {
            Times beside = b.get(name);
            if (beside != null) {
                rows(out, kind + name, times, beside);
            }
        });
    }

    private static void rows(PrintStream out, String name, Times a, Times b) {
        row(out, name + " p50, ms", a.p50Ms(), b.p50Ms());
        row(out, name + " p99, ms", a.p99Ms(), b.p99Ms());
        row(out, name + " p99.9, ms", a.p999Ms(), b.p999Ms());
        row(out, name + " max, ms", a.maxMs(), b.maxMs());
    }

    private static void row(PrintStream out, String name, double a, double b) {
        String ratio = a == 0 ? "" : String.format(Locale.ROOT, "%.2f", b / a);
        out.printf("%-26s %13s %13s %10s%n", name, figure(a), figure(b), ratio);
    }

    private static String figure(double value) {
        boolean isWhole = Math.abs(value - Math.rint(value)) < 1e-9;
        return String.format(Locale.ROOT, isWhole ? "%,.0f" : "%,.3f", value);
    }
}
