package io.lamplighter.simulator.lab.experiment;

import io.lamplighter.simulator.lab.model.HeldLamps;
import io.lamplighter.simulator.lab.model.Method;
import io.lamplighter.simulator.lab.model.Metric;
import io.lamplighter.simulator.lab.model.NodeSpec;
import io.lamplighter.simulator.lab.model.ReportPlan;
import io.lamplighter.simulator.lab.model.Requests;
import io.lamplighter.simulator.lab.model.Scenario;
import io.lamplighter.simulator.lab.model.Work;
import io.lamplighter.simulator.lab.output.Drawing;
import io.lamplighter.simulator.lab.output.Numbers;
import io.lamplighter.simulator.lab.output.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * Our own experiment: what a cloud of lamps meets on good and bad days. Nodes share their cores among all requests, as operating
 * systems do.
 */
final class Own implements Experiment {
    private static final Work SHORT = new Work.LogNormal(0.02, 1, 20_000);
    private static final double WARM_UP = 20;
    private static final double END = 60;
    private static final double HALF_WAY = 30;
    private static final double WINDOW = 5;

    private static final Work LONG = new Work.LogNormal(0.1, 1, 20_000);
    private static final int LAMPS = 600;
    private static final double RAMP = 600;
    private static final double LIFE = 3_600;
    private static final double HELD_WARM_UP = 1_800;
    private static final double HELD_WINDOW = 300;
    private static final double HELD_END = 7_200;
    private static final double HELD_LOAD = 0.6;
    private static final double UNEQUAL_RATES = 1.5;

    private static final List<NodeSpec> UNEQUAL = nodes(2, 1, 1);
    private static final List<NodeSpec> EQUAL = nodes(1, 1, 1);

    private static List<NodeSpec> nodes(int... cores) {
        List<NodeSpec> nodes = new ArrayList<>();
        for (int i = 0; i < cores.length; i++) {
            nodes.add(NodeSpec.of(String.valueOf((char) ('a' + i)), cores[i]));
        }
        return nodes;
    }

    @Override
    public String name() {
        return "own";
    }

    @Override
    public String title() {
        return "requests and held lamps on good and bad days";
    }

    @Override
    public List<Scenario> scenarios() {
        List<Scenario> scenarios = new ArrayList<>(requests());
        scenarios.addAll(held());
        return scenarios;
    }

    private static List<Scenario> requests() {
        List<Scenario> scenarios = new ArrayList<>();
        for (int balancers : new int[] {1, 4}) {
            String by = balancers == 1 ? "" : ", 4 balancers";
            scenarios.add(steady("equal, load .7" + by, EQUAL, 0.7, balancers));
            for (double load : new double[] {0.5, 0.7, 0.9}) {
                scenarios.add(steady("unequal, load ." + Math.round(10 * load) + by, UNEQUAL, load, balancers));
            }
        }
        scenarios.add(measured(requests(
                "burst",
                UNEQUAL,
                Requests.during(rate(UNEQUAL, 0.5), SHORT, END).withBursts(100, 10))));
        scenarios.add(afterwards(steadily("slowed node", EQUAL, 0.5)
                .change(HALF_WAY, world -> world.node(1).speed(0.5))));
        scenarios.add(afterwards(steadily("node slowed to a quarter", EQUAL, 0.5)
                .change(HALF_WAY, world -> world.node(1).speed(0.25))));
        scenarios.add(afterwards(steadily("slowed big node", UNEQUAL, 0.5)
                .change(HALF_WAY, world -> world.node(0).speed(0.5))));
        scenarios.add(measured(steadily(
                "latency without CPU",
                List.of(UNEQUAL.get(0), UNEQUAL.get(1).withLatency(0.03), UNEQUAL.get(2)),
                0.7)));
        scenarios.add(afterwards(
                steadily("node joins", UNEQUAL, 0.8).change(HALF_WAY, world -> world.join(NodeSpec.of("d", 2)))));
        scenarios.add(
                afterwards(steadily("agent silent", UNEQUAL, 0.7).change(HALF_WAY, world -> world.silenceAgent(0))));
        scenarios.add(measured(steadily("wrong hardware weights", wrongHardware(), 0.7)));
        scenarios.add(measured(steadily("late and lost reports", UNEQUAL, 0.7).reports(new ReportPlan(1, 2, 0.3, 10))));
        return scenarios;
    }

    /** The big node says it is a small one, and a small one that it is big; so does the file. */
    private static List<NodeSpec> wrongHardware() {
        return List.of(
                UNEQUAL.get(0).withHardware(NodeSpec.hardware(1, 4, 50), 1),
                UNEQUAL.get(1).withHardware(NodeSpec.hardware(1, 8, 50), 1),
                UNEQUAL.get(2).withHardware(NodeSpec.hardware(2, 16, 50), 2));
    }

    private static double rate(List<NodeSpec> nodes, double load) {
        return load * capacity(nodes) / SHORT.mean();
    }

    private static double capacity(List<NodeSpec> nodes) {
        return nodes.stream().mapToDouble(NodeSpec::capacity).sum();
    }

    private static Scenario steady(String name, List<NodeSpec> nodes, double load, int balancers) {
        return measured(steadily(name, nodes, load).balancers(balancers));
    }

    private static Scenario.Builder steadily(String name, List<NodeSpec> nodes, double load) {
        return requests(name, nodes, Requests.during(rate(nodes, load), SHORT, END));
    }

    private static Scenario.Builder requests(String name, List<NodeSpec> nodes, Requests traffic) {
        return Scenario.of(name, nodes, traffic, END);
    }

    private static Scenario measured(Scenario.Builder scenario) {
        return scenario.measure(WARM_UP, WINDOW).build();
    }

    private static Scenario afterwards(Scenario.Builder scenario) {
        return scenario.measure(HALF_WAY, WINDOW).build();
    }

    private static List<Scenario> held() {
        return List.of(
                held("held, unequal nodes", UNEQUAL, 0, 1),
                held("held, unequal rates", EQUAL, UNEQUAL_RATES, 1),
                held("held, unequal nodes and rates", UNEQUAL, UNEQUAL_RATES, 1),
                held("held, all unequal, 4 balancers", UNEQUAL, UNEQUAL_RATES, 4));
    }

    private static Scenario held(String name, List<NodeSpec> nodes, double sigma, int balancers) {
        double gap = LAMPS * LONG.mean() / (HELD_LOAD * capacity(nodes));
        HeldLamps lamps = new HeldLamps(LAMPS, RAMP, gap, sigma, LIFE, LONG);
        return Scenario.of(name, nodes, lamps, HELD_END)
                .balancers(balancers)
                .measure(HELD_WARM_UP, HELD_WINDOW)
                .build();
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
        return List.of(Metric.MEAN, Metric.P95, Metric.P99, Metric.IMBALANCE);
    }

    @Override
    public List<Table> tables(Results results) {
        return scenarios().stream()
                .map(scenario -> Views.scenario(results, scenario))
                .toList();
    }

    @Override
    public List<Drawing> drawings(Results results) {
        return List.of(
                new Drawing(
                        "own-requests",
                        List.of(
                                Views.differences("Requests: mean response time", results, requests(), Metric.MEAN),
                                Views.differences("Requests: 99th percentile", results, requests(), Metric.P99))),
                new Drawing(
                        "own-held",
                        List.of(
                                Views.differences("Held lamps: mean response time", results, held(), Metric.MEAN),
                                Views.differences("Held lamps: imbalance", results, held(), Metric.IMBALANCE))));
    }

    @Override
    public List<String> notes() {
        return List.of(
                "Requests: log-normal work of 20 ms on average (sigma 1), Poisson arrivals, " + Numbers.exact(END)
                        + " s, the first " + Numbers.exact(WARM_UP)
                        + " s not counted; where something happens to a node, it happens at " + Numbers.exact(HALF_WAY)
                        + " s and only what follows counts.",
                "Held: " + LAMPS
                        + " lamps, two hours, the first half hour not counted; work of 100 ms, connections of an"
                        + " hour on average, load .6.");
    }
}
