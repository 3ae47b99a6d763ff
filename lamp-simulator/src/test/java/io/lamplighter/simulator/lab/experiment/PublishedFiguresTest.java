package io.lamplighter.simulator.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.simulator.lab.engine.Machine.Discipline;
import io.lamplighter.simulator.lab.model.Batch;
import io.lamplighter.simulator.lab.model.Method;
import io.lamplighter.simulator.lab.model.Metric;
import io.lamplighter.simulator.lab.model.NodeSpec;
import io.lamplighter.simulator.lab.model.Scenario;
import io.lamplighter.simulator.lab.model.World;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole engine against figures of others, with the balancer's own round robin. */
class PublishedFiguresTest {
    /** What it takes CloudSim to hand requests over: its broker's first event is at this time, and its clock shows it. */
    private static final double CLOUDSIM_START = 0.1;

    @ParameterizedTest
    @CsvSource({"3, 197.76, 398.37", "4, 148.61, 300.47", "5, 119.13, 239.10"})
    void fiveHundredRequestsAtOnceInOrder(int machines, double meanSeconds, double makespanSeconds) {
        Map<Metric, Double> metrics = run(machines, Discipline.FIFO, 500, CLOUDSIM_START);
        assertThat(metrics.get(Metric.MEAN) / 1e3).isEqualTo(meanSeconds, within(0.005));
        assertThat(metrics.get(Metric.MAKESPAN)).isEqualTo(makespanSeconds, within(0.005));
    }

    @Test
    void theFirstHundredOfThemShared() {
        Map<Metric, Double> metrics = run(3, Discipline.PROCESSOR_SHARING, 100, 0);
        assertThat(metrics.get(Metric.MEAN) / 1e3).isEqualTo(70.360, within(0.0005));
        assertThat(metrics.get(Metric.MAKESPAN)).isEqualTo(78.560, within(0.0005));
    }

    private static Map<Metric, Double> run(int machines, Discipline discipline, int requests, double at) {
        List<NodeSpec> nodes = IntStream.range(0, machines)
                .mapToObj(i -> NodeSpec.of("vm" + i, 1).withDiscipline(discipline))
                .toList();
        Batch batch = new Batch(at, PaperRequests.works(requests, 1));
        Scenario scenario = Scenario.of("published", nodes, batch, 1_000).build();
        return World.run(scenario, Method.ROUND_ROBIN, 1).metrics();
    }
}
