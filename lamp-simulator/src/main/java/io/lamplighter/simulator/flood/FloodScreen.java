package io.lamplighter.simulator.flood;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Shows a flood while it runs: one line that is painted over on a terminal; elsewhere a new line every five seconds, so that
 * a log file stays readable. Belongs to the thread that runs the flood.
 */
public final class FloodScreen implements Consumer<FloodProgress> {
    private static final int BAR_WIDTH = 10;
    private static final long PLAIN_INTERVAL_NS = 5_000_000_000L;

    private final PrintStream out;
    private final boolean isTerminal;
    private long nextPlainNs;
    private int painted;

    FloodScreen(PrintStream out, boolean isTerminal) {
        this.out = out;
        this.isTerminal = isTerminal;
    }

    public static FloodScreen onStandardOutput() {
        return new FloodScreen(System.out, isStandardOutputATerminal());
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
    public void accept(FloodProgress progress) {
        if (isTerminal) {
            paint(progress);
        } else if (progress.elapsedNs() >= nextPlainNs) {
            nextPlainNs += PLAIN_INTERVAL_NS;
            out.println(figures(progress));
        }
    }

    private void paint(FloodProgress progress) {
        int filled = (int) Math.round(progress.share() * BAR_WIDTH);
        String line = "[" + "#".repeat(filled) + "-".repeat(BAR_WIDTH - filled) + "] " + figures(progress);
        out.print("\r" + line + " ".repeat(Math.max(0, painted - line.length())));
        out.flush();
        painted = line.length();
    }

    private static String figures(FloodProgress progress) {
        return String.format(
                Locale.ROOT,
                "%4.1f/%.1f s  %,d lamps  %,d answers  %,d errors  p99 %.1f ms",
                Math.min(progress.elapsedNs(), progress.totalNs()) / 1e9,
                progress.totalNs() / 1e9,
                progress.lamps(),
                progress.answered(),
                progress.errors(),
                progress.p99Ns() / 1e6);
    }

    /** Leaves the painted line, so that what follows begins on its own. */
    public void end() {
        if (painted > 0) {
            out.println();
        }
    }
}
