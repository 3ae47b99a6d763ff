package io.lamplighter.simulator.lab.experiment;

import io.lamplighter.simulator.lab.model.Clients;
import io.lamplighter.simulator.lab.model.HeldLamps;
import io.lamplighter.simulator.lab.model.Method;
import io.lamplighter.simulator.lab.model.Metric;
import io.lamplighter.simulator.lab.model.NodeSpec;
import io.lamplighter.simulator.lab.model.Scenario;
import io.lamplighter.simulator.lab.model.Work;
import io.lamplighter.simulator.lab.output.Drawing;
import io.lamplighter.simulator.lab.output.Plot;
import io.lamplighter.simulator.lab.output.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Experiment [L]: the test bed of Yang et al. 2024 in growing concurrency, once with lamps that connect for each request and once
 * with lamps that stay connected. Its three nodes are published; how many lamps there were, and what they asked for, is not.
 */
final class TestBed implements Experiment {
    private static final Work WORK = new Work.LogNormal(0.02, 1, 20_000);
    private static final double PATIENCE = 5;

    /** With a second between requests the four cores are busy from about 200 on. */
    private static final int[] CLIENTS = {40, 80, 120, 160, 200, 240};

    private static final double THINK = 1;
    private static final double WARM_UP = 20;
    private static final double WINDOW = 10;
    private static final double END = 120;

    /** With twenty seconds between exchanges the four cores are busy from about 4,000 on. */
    private static final int[] LAMPS = {800, 1_600, 2_400, 3_200, 4_000};

    private static final double GAP = 20;
    private static final double UNEQUAL_RATES = 1;
    private static final double LIFE = 3_600;
    private static final double HELD_RAMP = 60;
    private static final double HELD_WARM_UP = 90;
    private static final double HELD_WINDOW = 30;
    private static final double HELD_END = 240;

    private static final int MOST_CLIENTS = 600;
    private static final int MOST_LAMPS = 6_000;
    private static final double GROWTH = 300;

    /** Sessions that a node has the memory for, for each of its gigabytes. */
    private static final int SESSIONS_PER_GB = 300;

    /** With W(0) of the balancer's formula as static weights. */
    private static final List<NodeSpec> NODES = List.of(node("A", 2, 8, 44), node("B", 1, 8, 31), node("C", 1, 4, 25));

    private static final List<Scenario> REQUESTS = IntStream.of(CLIENTS)
            .mapToObj(clients -> Scenario.of("requests of " + clients, NODES, new Clients(clients, 0, THINK, WORK), END)
                    .patience(PATIENCE)
                    .measure(WARM_UP, WINDOW)
                    .build())
            .toList();

    private static final List<Scenario> HELD = IntStream.of(LAMPS)
            .mapToObj(lamps -> Scenario.of("held " + lamps, NODES, held(lamps, HELD_RAMP), HELD_END)
                    .patience(PATIENCE)
                    .measure(HELD_WARM_UP, HELD_WINDOW)
                    .build())
            .toList();

    private static final List<Scenario> GROWING = List.of(
            Scenario.of("requests", NODES, new Clients(MOST_CLIENTS, GROWTH, THINK, WORK), GROWTH)
                    .patience(PATIENCE)
                    .build(),
            Scenario.of("held", NODES, held(MOST_LAMPS, GROWTH), GROWTH)
                    .patience(PATIENCE)
                    .build());

    private static NodeSpec node(String name, int cores, int memoryGb, int weight) {
        return NodeSpec.of(name, cores)
                .withHardware(NodeSpec.hardware(cores, memoryGb, 50), weight)
                .withMostSessions(memoryGb * SESSIONS_PER_GB);
    }

    private static HeldLamps held(int lamps, double ramp) {
        return new HeldLamps(lamps, ramp, GAP, UNEQUAL_RATES, LIFE, WORK);
    }

    @Override
    public String name() {
        return "l";
    }

    @Override
    public String title() {
        return "[L], three unequal nodes in growing concurrency";
    }

    @Override
    public List<Scenario> scenarios() {
        return Stream.of(REQUESTS, HELD, GROWING).flatMap(List::stream).toList();
    }

    @Override
    public List<Method> methods() {
        return Method.ALL;
    }

    @Override
    public Method baseline() {
        return Method.LEAST_CONN;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.MEAN, Metric.P95, Metric.P99, Metric.IMBALANCE, Metric.FAILED, Metric.HELD);
    }

    @Override
    public List<Table> tables(Results results) {
        List<Table> tables = new ArrayList<>();
        for (Metric metric : List.of(Metric.IMBALANCE, Metric.MEAN, Metric.FAILED)) {
            tables.add(Views.methods("Lamps that connect for each request: ", results, REQUESTS, metric));
            tables.add(Views.methods("Lamps that stay connected: ", results, HELD, metric));
        }
        tables.add(Views.methods("Lamps when the first of them met a failure: ", results, GROWING, Metric.HELD));
        return tables;
    }

    @Override
    public List<Drawing> drawings(Results results) {
        return List.of(
                new Drawing("l-requests", plots("Requests: ", "clients", results, REQUESTS, CLIENTS)),
                new Drawing("l-held", plots("Held: ", "lamps", results, HELD, LAMPS)));
    }

    private static List<Plot> plots(String kind, String xLabel, Results results, List<Scenario> scenarios, int[] x) {
        return List.of(
                Views.lines(kind + "load imbalance", xLabel, results, scenarios, x, Metric.IMBALANCE),
                Views.lines(kind + "mean response time", xLabel, results, scenarios, x, Metric.MEAN));
    }

    @Override
    public List<String> notes() {
        return List.of(
                "Nodes A 2 cores 8 GB, B 1 core 8 GB, C 1 core 4 GB; log-normal work of 20 ms on average (sigma 1).",
                "Imbalance is the standard deviation of the nodes' CPU utilisation in windows of 10 s (held: 30 s).",
                "A failure is an answer after more than 5 s, which is in no mean, or a lamp that no node has memory for ("
                        + SESSIONS_PER_GB + " sessions a GB).");
    }
}
