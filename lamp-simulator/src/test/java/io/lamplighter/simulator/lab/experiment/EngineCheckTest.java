package io.lamplighter.simulator.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.simulator.lab.model.Method;
import io.lamplighter.simulator.lab.model.Metric;
import io.lamplighter.simulator.lab.model.World;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole engine against figures of others, with the balancer's own round robin. */
class EngineCheckTest {
    @ParameterizedTest
    @CsvSource({
        "0, 197.76, 398.37, 0.005",
        "1, 148.61, 300.47, 0.005",
        "2, 119.13, 239.10, 0.005",
        "3, 70.360, 78.560, 0.0005",
    })
    void theSameRequestsTakeAsLongAsInCloudSim(int index, double meanSeconds, double makespanSeconds, double off) {
        EngineCheck check = EngineCheck.all().get(index);
        Map<Metric, Double> metrics =
                World.run(check.scenario(), Method.ROUND_ROBIN, 1).metrics();
        double mean = metrics.get(Metric.MEAN) / 1e3;
        double makespan = metrics.get(Metric.MAKESPAN);
        assertThat(mean).isEqualTo(meanSeconds, within(off));
        assertThat(makespan).isEqualTo(makespanSeconds, within(off));
        assertThat(check.isMetBy(mean, makespan)).isTrue();
        assertThat(check.isMetBy(mean, makespan + 3 * off)).isFalse();
        assertThat(check.isMetBy(mean + 3 * off, makespan)).isFalse();
    }
}
