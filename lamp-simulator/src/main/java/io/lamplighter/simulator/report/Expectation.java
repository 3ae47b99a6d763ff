package io.lamplighter.simulator.report;

import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Fault;
import io.lamplighter.simulator.measure.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a script expects of a run: {@code p99<20ms}, {@code errors=0}, {@code connect.p99.9<=1s}, {@code rate>=990}.
 *
 * @param text as it was written
 * @param metric what is looked at
 * @param operator one of &lt; &lt;= = &gt;= &gt;
 * @param bound milliseconds for times, else a number
 */
public record Expectation(String text, String metric, String operator, double bound) {
    private static final Pattern FORM = Pattern.compile("([a-z0-9_.-]+)(<=|>=|<|>|=)([0-9.]+)(us|ms|s)?");
    private static final Pattern TIME = Pattern.compile("(?:([a-z-]+)\\.)?(p50|p90|p95|p99|p99\\.9|p99\\.99|max|mean)");
    private static final Map<String, Double> UNIT_MS = Map.of("us", 1e-3, "ms", 1.0, "s", 1e3);
    /** Shares, such as an achieved rate, are compared as they are printed. */
    private static final double TOLERANCE = 1e-9;

    private static final Map<String, ToDoubleFunction<Times>> PERCENTILES = Map.of(
            "p50", Times::p50Ms,
            "p90", Times::p90Ms,
            "p95", Times::p95Ms,
            "p99", Times::p99Ms,
            "p99.9", Times::p999Ms,
            "p99.99", Times::p9999Ms,
            "max", Times::maxMs,
            "mean", Times::meanMs);

    /**
     * Reads expectations separated by commas.
     *
     * @throws IllegalArgumentException when one cannot be understood; the message says which and what there is
     */
    public static List<Expectation> parse(String text) {
        List<Expectation> all = new ArrayList<>();
        for (String one : text.split(",", -1)) {
            all.add(parseOne(one.strip()));
        }
        return all;
    }

    private static Expectation parseOne(String text) {
        Matcher matcher = FORM.matcher(text.replace(" ", ""));
        if (!matcher.matches()) {
            throw wrong(text, "something like p99<20ms or errors=0");
        }
        String metric = matcher.group(1);
        boolean isTime = TIME.matcher(metric).matches();
        if (!isTime && !isNumber(metric)) {
            throw wrong(
                    text,
                    "one of p50, p90, p95, p99, p99.9, p99.99, max, mean, the same of a phase such as connect.p99,"
                            + " errors, a kind of error, rate, exchanges, saturated, or a count of summary.json");
        }
        if (isTime != (matcher.group(4) != null)) {
            throw wrong(text, isTime ? "a time with its unit: us, ms or s" : "a number without a unit");
        }
        return new Expectation(text, metric, matcher.group(2), number(text, matcher.group(3)) * unit(matcher.group(4)));
    }

    private static double unit(@org.jspecify.annotations.Nullable String unit) {
        return unit == null ? 1 : UNIT_MS.getOrDefault(unit, 1.0);
    }

    private static double number(String text, String digits) {
        try {
            return Double.parseDouble(digits);
        } catch (NumberFormatException e) {
            throw wrong(text, "a number");
        }
    }

    private static boolean isNumber(String metric) {
        return List.of("errors", "rate", "exchanges", "saturated").contains(metric)
                || Arrays.stream(Fault.values()).anyMatch(kind -> kind.id().equals(metric))
                || Arrays.stream(Count.values()).anyMatch(count -> count.id().equals(metric));
    }

    private static IllegalArgumentException wrong(String found, String expected) {
        return new IllegalArgumentException("--expect " + found + ": expected " + expected);
    }

    /** What a run misses, a sentence; empty when it is as expected. */
    public Optional<String> missedBy(RunSummary run) {
        Matcher time = TIME.matcher(metric);
        boolean isTime = time.matches();
        if (isTime && times(run, time).count() == 0) {
            return Optional.of(text + " missed: nothing was measured");
        }
        double found = isTime
                ? PERCENTILES.getOrDefault(time.group(2), Times::maxMs).applyAsDouble(times(run, time))
                : number(run);
        if (holds(found)) {
            return Optional.empty();
        }
        return Optional.of(
                isTime
                        ? String.format(Locale.ROOT, "%s missed: found %.3f ms", text, found)
                        : String.format(Locale.ROOT, "%s missed: found %.0f", text, found));
    }

    private static Times times(RunSummary run, Matcher time) {
        String phase = time.group(1) == null ? Phase.EXCHANGE.tag() : time.group(1);
        return run.phases().getOrDefault(phase, Times.NONE);
    }

    private double number(RunSummary run) {
        return switch (metric) {
            case "errors" -> run.errors();
            case "rate" -> run.exchangesPerSecond();
            case "exchanges" -> run.exchanges();
            case "saturated" -> run.saturation().isSaturated() ? 1 : 0;
            default -> run.errorsByKind().getOrDefault(metric, run.counts().getOrDefault(metric, 0L));
        };
    }

    private boolean holds(double found) {
        return switch (operator) {
            case "<" -> found < bound;
            case "<=" -> found <= bound;
            case ">" -> found > bound;
            case ">=" -> found >= bound;
            default -> Math.abs(found - bound) <= TOLERANCE;
        };
    }
}
