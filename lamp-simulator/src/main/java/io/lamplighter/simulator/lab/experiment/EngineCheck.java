package io.lamplighter.simulator.lab.experiment;

import io.lamplighter.simulator.lab.engine.Machine.Discipline;
import io.lamplighter.simulator.lab.model.Batch;
import io.lamplighter.simulator.lab.model.Method;
import io.lamplighter.simulator.lab.model.Metric;
import io.lamplighter.simulator.lab.model.NodeSpec;
import io.lamplighter.simulator.lab.model.Scenario;
import io.lamplighter.simulator.lab.output.Table;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The engine against figures of another: what CloudSim, in which experiment [A] was done, computes for the same requests at the same
 * machines under round robin.
 *
 * @param scenario the first requests of seed 1, all at once, at machines of 1,000 MIPS
 * @param meanSeconds mean response time by CloudSim
 * @param makespanSeconds when its last request was done
 * @param precision to which these are known, seconds
 */
record EngineCheck(Scenario scenario, double meanSeconds, double makespanSeconds, double precision) {
    /** What it takes CloudSim to hand requests over: its broker's first event is at this time, and its clock shows it. */
    private static final double CLOUDSIM_START = 0.1;

    private static final double END = 1_000;

    private static final List<EngineCheck> ALL =
            List.of(inOrder(3, 197.76, 398.37), inOrder(4, 148.61, 300.47), inOrder(5, 119.13, 239.10), shared());

    static List<EngineCheck> all() {
        return ALL;
    }

    private static EngineCheck inOrder(int machines, double meanSeconds, double makespanSeconds) {
        Batch batch = new Batch(CLOUDSIM_START, PaperRequests.works(500, 1));
        return new EngineCheck(
                scenario("500 at once, " + machines + " VMs", machines, Discipline.FIFO, batch),
                meanSeconds,
                makespanSeconds,
                0.01);
    }

    private static EngineCheck shared() {
        Batch batch = new Batch(0, PaperRequests.works(100, 1));
        Scenario scenario = scenario("100 at once, 3 VMs, shared", 3, Discipline.PROCESSOR_SHARING, batch);
        return new EngineCheck(scenario, 70.360, 78.560, 0.001);
    }

    private static Scenario scenario(String name, int machines, Discipline discipline, Batch batch) {
        List<NodeSpec> nodes = IntStream.rangeClosed(1, machines)
                .mapToObj(i -> NodeSpec.of("VM" + i, 1).withDiscipline(discipline))
                .toList();
        return Scenario.of(name, nodes, batch, END).build();
    }

    /** What the engine made of it, beside what it should be. */
    static Table table(Results results) {
        Table table = new Table(
                "The engine under round robin, beside CloudSim",
                List.of("scenario", "mean s", "CloudSim", "makespan s", "CloudSim", ""));
        for (EngineCheck check : ALL) {
            double mean = results.estimate(check.scenario, Method.ROUND_ROBIN, Metric.MEAN)
                            .mean()
                    / 1e3;
            double makespan = results.estimate(check.scenario, Method.ROUND_ROBIN, Metric.MAKESPAN)
                    .mean();
            table.add(List.of(
                    check.scenario.name(),
                    seconds(mean),
                    seconds(check.meanSeconds),
                    seconds(makespan),
                    seconds(check.makespanSeconds),
                    check.isMetBy(mean, makespan) ? "same" : "DIFFERENT"));
        }
        return table;
    }

    /** Whether these figures are CloudSim's, as far as those are known. */
    boolean isMetBy(double mean, double makespan) {
        return Math.abs(mean - meanSeconds) <= precision / 2 && Math.abs(makespan - makespanSeconds) <= precision / 2;
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
