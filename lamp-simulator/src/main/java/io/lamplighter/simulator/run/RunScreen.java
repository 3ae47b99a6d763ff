package io.lamplighter.simulator.run;

import io.lamplighter.simulator.measure.Fault;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Shows a run while it goes on: a few lines that are painted over on a terminal; elsewhere a new line every five seconds, so
 * that a log file stays readable. Belongs to the thread of the run.
 */
public final class RunScreen implements Consumer<RunProgress> {
    private static final int BAR_WIDTH = 24;
    private static final int HISTORY = 60;
    private static final double PLAIN_INTERVAL_SECONDS = 5;
    private static final String BLOCKS = "▁▂▃▄▅▆▇█";
    private static final String CLEAR_LINE = "\033[K";

    private final PrintStream out;
    private final boolean isTerminal;
    private final Deque<Double> p99Ms = new ArrayDeque<>();
    private double nextPlainSeconds;
    private int painted;

    RunScreen(PrintStream out, boolean isTerminal) {
        this.out = out;
        this.isTerminal = isTerminal;
    }

    public static RunScreen onStandardOutput() {
        return new RunScreen(System.out, isStandardOutputATerminal());
    }

    /** Not {@link System#console}: it is null when only the input is redirected, and not null for files since Java 22. */
    private static boolean isStandardOutputATerminal() {
        try {
            String device = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
            return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty") || device.equals("/dev/console");
        } catch (java.io.IOException | UnsupportedOperationException e) {
            return false; // no Linux: plain lines are right everywhere
        }
    }

    @Override
    public void accept(RunProgress progress) {
        if (isTerminal) {
            paint(progress);
        } else if (progress.elapsedSeconds() >= nextPlainSeconds) {
            nextPlainSeconds += PLAIN_INTERVAL_SECONDS;
            out.println(plain(progress));
        }
    }

    private void paint(RunProgress progress) {
        p99Ms.addLast(progress.nowP99Ms());
        if (p99Ms.size() > HISTORY) {
            p99Ms.removeFirst();
        }
        StringBuilder panel = new StringBuilder(painted == 0 ? "" : "\033[" + painted + "A");
        List<String> lines = lines(progress);
        lines.forEach(line -> panel.append(line).append(CLEAR_LINE).append('\n'));
        painted = lines.size();
        out.print(panel);
        out.flush();
    }

    private List<String> lines(RunProgress progress) {
        int filled = (int) Math.round(progress.share() * BAR_WIDTH);
        return List.of(
                String.format(
                        Locale.ROOT,
                        "[%s%s] %s, %.0f of %.0f s%s",
                        "#".repeat(filled),
                        "-".repeat(BAR_WIDTH - filled),
                        progress.scenario(),
                        progress.elapsedSeconds(),
                        progress.totalSeconds(),
                        progress.isWarmingUp() ? ", warming up" : ""),
                String.format(
                        Locale.ROOT,
                        "lamps %,d of %,d   answers %,d   %,.0f/s   simulator %.0f %% of a core",
                        progress.openLamps(),
                        progress.lamps(),
                        progress.answered(),
                        progress.answeredPerSecond(),
                        progress.busiestLoop() * 100),
                String.format(
                        Locale.ROOT,
                        "ms    now p50 %.2f  p99 %.2f  max %.2f   so far p99 %.2f  p99.9 %.2f",
                        progress.p50Ms(),
                        progress.nowP99Ms(),
                        progress.maxMs(),
                        progress.p99Ms(),
                        progress.p999Ms()),
                "p99   " + sparkline(),
                String.format(Locale.ROOT, "errors %,d%s", progress.errors(), kinds(progress.errorsByKind())));
    }

    /** The last minute of p99, the highest of it as a full block; logarithmic, because latencies are. */
    private String sparkline() {
        double highest =
                Math.log1p(p99Ms.stream().mapToDouble(each -> each * 1000).max().orElse(1));
        return p99Ms.stream()
                .map(each -> String.valueOf(BLOCKS.charAt(
                        (int) Math.min(7, highest == 0 ? 0 : Math.log1p(each * 1000) / highest * 7.99))))
                .collect(Collectors.joining());
    }

    private static String kinds(Map<Fault, Long> kinds) {
        return kinds.isEmpty()
                ? ""
                : kinds.entrySet().stream()
                        .sorted(Map.Entry.<Fault, Long>comparingByValue().reversed())
                        .limit(4)
                        .map(kind -> String.format(
                                Locale.ROOT,
                                "%,d %s",
                                kind.getValue(),
                                kind.getKey().id()))
                        .collect(Collectors.joining(", ", ": ", ""));
    }

    private static String plain(RunProgress progress) {
        return String.format(
                Locale.ROOT,
                "%.0f/%.0f s  %,d lamps  %,d answers  %,.0f/s  %,d errors  p99 %.2f ms",
                Math.min(progress.elapsedSeconds(), progress.totalSeconds()),
                progress.totalSeconds(),
                progress.openLamps(),
                progress.answered(),
                progress.answeredPerSecond(),
                progress.errors(),
                progress.p99Ms());
    }

    /** Leaves what was painted, so that what follows begins on its own. */
    public void end() {
        if (painted > 0) {
            out.println();
        }
    }
}
