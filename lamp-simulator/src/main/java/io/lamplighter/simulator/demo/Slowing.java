package io.lamplighter.simulator.demo;

import io.lamplighter.simulator.demo.DemoPlan.DemoNode;
import io.lamplighter.simulator.demo.Shares.NodeShare;
import io.lamplighter.simulator.frame.LampFrame.Kind;
import io.lamplighter.simulator.frame.OrderCall;
import io.lamplighter.simulator.report.Times;
import io.lamplighter.simulator.run.RunProgress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Carries out a {@link SlowDown}, and tells what was before it from what came after. On the thread of the run. */
final class Slowing {
    /** Progress is told about once a second; the nearest of these moments is taken. */
    private static final double HALF_A_STEP_SECONDS = 0.5;

    private final SlowDown slowDown;
    private final DemoNode node;
    private final double dueSeconds;
    private double doneSeconds = Double.POSITIVE_INFINITY;
    private long doneNs;

    /** @param warmup of the run */
    Slowing(SlowDown slowDown, DemoNode node, Duration warmup) {
        this.slowDown = slowDown;
        this.node = node;
        this.dueSeconds = warmup.plus(slowDown.at()).toNanos() / 1e9;
    }

    /** Slows the node down when it is time. */
    void progress(RunProgress run) throws IOException {
        boolean isDone = doneSeconds <= run.elapsedSeconds();
        if (!isDone && run.elapsedSeconds() >= dueSeconds - HALF_A_STEP_SECONDS) {
            if (OrderCall.send(DemoPlan.loopback(node.port()), slowDown.order()).kind() != Kind.ANSWER) {
                throw new IOException("node " + node.name() + " does not slow down");
            }
            doneSeconds = run.elapsedSeconds();
            doneNs = System.nanoTime();
        }
    }

    /**
     * What came of it.
     *
     * @param report directory of the run's report
     * @param fromNs begin of the measured part
     * @param toNs its end
     */
    Outcome outcome(Path report, StateWatch watch, long fromNs, long toNs) throws IOException {
        return new Outcome(
                slowDown,
                new Part("before", Times.ofPart(report, 0, doneSeconds), Shares.of(watch.samples(fromNs, doneNs))),
                new Part(
                        "after",
                        Times.ofPart(report, doneSeconds, Double.MAX_VALUE),
                        Shares.of(watch.samples(doneNs, toNs))));
    }

    /**
     * A part of the run.
     *
     * @param shares of its sessions, by the nodes' ports
     */
    record Part(String name, Times exchanges, Map<Integer, NodeShare> shares) {
        private void print(List<DemoNode> nodes, PrintStream out) {
            out.printf(
                    Locale.ROOT,
                    "%-6s  %,9d  %8.2f  %8.2f  %8.2f ",
                    name,
                    exchanges.count(),
                    exchanges.meanMs(),
                    exchanges.p50Ms(),
                    exchanges.p99Ms());
            for (DemoNode node : nodes) {
                NodeShare share = shares.getOrDefault(node.port(), NodeShare.NONE);
                out.printf(Locale.ROOT, "   %6.1f %% %8.1f", share.actual() * 100, share.meanWeight());
            }
            out.println();
        }
    }

    /** The run before and after a node slowed down. */
    record Outcome(SlowDown slowDown, Part before, Part after) {
        void print(List<DemoNode> nodes, PrintStream out) {
            out.println();
            out.printf(
                    Locale.ROOT,
                    "node %s went on at %s of its speed after %.1f s; share of the new sessions and mean weight of each node:%n",
                    slowDown.node(),
                    slowDown.factor(),
                    slowDown.at().toNanos() / 1e9);
            out.print("        exchanges   mean ms    p50 ms    p99 ms ");
            nodes.forEach(node -> out.printf(Locale.ROOT, "   %6s %%   weight", node.name()));
            out.println();
            before.print(nodes, out);
            after.print(nodes, out);
        }
    }
}
