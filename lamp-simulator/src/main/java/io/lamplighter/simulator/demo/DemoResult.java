package io.lamplighter.simulator.demo;

import io.lamplighter.simulator.demo.DemoPlan.DemoNode;
import io.lamplighter.simulator.demo.Shares.NodeShare;
import io.lamplighter.simulator.report.RunSummary;
import io.lamplighter.simulator.report.RunTable;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the demo found, and what it says about it.
 *
 * @param run what the lamps measured
 * @param rows one per node
 * @param keepsToWeights whether every node should have got what its weights promised
 * @param slowed what came of a node that slowed down
 */
record DemoResult(RunSummary run, List<Row> rows, boolean keepsToWeights, Optional<Slowing.Outcome> slowed) {
    /** What the sampling of the weights, four times a second while they change once a second, may cost. Guessed. */
    private static final double SAMPLING_POINTS = 3;

    /** Smooth round robin is off by at most about two sessions, in each of two upstreams. */
    private static final double ROUNDING_SESSIONS = 4;

    /** Exchanges follow the sessions some seconds later, while the weights move on. Guessed. */
    private static final double LAG_POINTS = 2;

    /** Standard deviations of the share of lamps that happen to be on a node: at most 50 points / sqrt(lamps) each. */
    private static final double DEVIATIONS = 3;

    DemoResult {
        rows = List.copyOf(rows);
    }

    /**
     * The result of a run. A node that slowed down is not measured by its weights: lamps that were there before do not follow
     * them.
     */
    static DemoResult of(
            DemoPlan plan,
            DemoMethod method,
            RunSummary run,
            Map<Integer, NodeShare> shares,
            Optional<Slowing.Outcome> slowed) {
        List<Row> rows = plan.nodes().stream()
                .map(node -> new Row(
                        node,
                        shares.getOrDefault(node.port(), NodeShare.NONE),
                        run.exchangesOf(node.name()),
                        Math.max(1, run.exchanges())))
                .toList();
        return new DemoResult(run, rows, method.keepsToWeights() && slowed.isEmpty(), slowed);
    }

    /** Tolerance between the share of sessions a node got and what its weights promised, percentage points. */
    double sessionsTolerancePoints() {
        long sessions = rows.stream().mapToLong(row -> row.share.sessions()).sum();
        return SAMPLING_POINTS + 100 * ROUNDING_SESSIONS / Math.max(1, sessions);
    }

    /** The same for exchanges. */
    double exchangesTolerancePoints() {
        return LAG_POINTS + DEVIATIONS * 50 / Math.sqrt(run.run().lamps());
    }

    private boolean isWithinTolerance(Row row) {
        return row.share.gapPoints() <= sessionsTolerancePoints()
                && Math.abs(row.exchangeShare() - row.share.expected()) * 100 <= exchangesTolerancePoints();
    }

    /** What is wrong, a sentence each; empty when all is as it should be. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (run.errors() > 0) {
            faults.add(run.errors() + " errors");
        }
        if (run.exchanges() == 0) {
            faults.add("no exchange was answered");
        }
        for (Row row : rows) {
            if (row.share.sessions() == 0 || row.exchanges == 0) {
                faults.add("node " + row.node.name() + " was not used");
            } else if (keepsToWeights && !isWithinTolerance(row)) {
                faults.add(String.format(
                        Locale.ROOT,
                        "node %s got %.1f %% of the sessions and %.1f %% of the exchanges, its weights promised %.1f %%",
                        row.node.name(),
                        row.share.actual() * 100,
                        row.exchangeShare() * 100,
                        row.share.expected() * 100));
            }
        }
        return faults;
    }

    void print(PrintStream out) {
        RunTable.printWarnings(run, out);
        RunTable.printCounts(run, out);
        out.println();
        out.println("node  cores  service ms  mean weight  expected  sessions    share   exchanges    share");
        rows.forEach(row -> row.print(out));
        printExpectation(out);
        slowed.ifPresent(outcome -> outcome.print(rows.stream().map(Row::node).toList(), out));
        RunTable.printTimes(run, out);
        RunTable.printFiles(run, out);
        out.println();
        List<String> faults = faults();
        out.println(
                faults.isEmpty()
                        ? "OK: no errors, and every node "
                                + (keepsToWeights ? "got what its weights promised" : "was used")
                        : "NOT OK: " + String.join("; ", faults));
    }

    private void printExpectation(PrintStream out) {
        if (keepsToWeights) {
            out.printf(
                    Locale.ROOT,
                    "expected: by the weights when the sessions began; tolerance %.1f points for sessions, %.1f for exchanges%n",
                    sessionsTolerancePoints(),
                    exchangesTolerancePoints());
        } else {
            out.println("expected: by the weights when the sessions began; here not all depends on them");
        }
    }

    /**
     * A node in the table.
     *
     * @param node which
     * @param share promised and got, in sessions
     * @param exchanges answered by it in the measured part
     * @param allExchanges of all nodes, at least 1
     */
    record Row(DemoNode node, NodeShare share, long exchanges, long allExchanges) {
        double exchangeShare() {
            return (double) exchanges / allExchanges;
        }

        void print(PrintStream out) {
            out.printf(
                    Locale.ROOT,
                    "%-4s  %5d  %10.2f  %11.1f  %6.1f %%  %,8d  %5.1f %%  %,10d  %5.1f %%%n",
                    node.name(),
                    node.cores(),
                    node.serviceTime().toNanos() / 1e6,
                    share.meanWeight(),
                    share.expected() * 100,
                    share.sessions(),
                    share.actual() * 100,
                    exchanges,
                    exchangeShare() * 100);
        }
    }
}
