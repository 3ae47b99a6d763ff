package io.lamplighter.simulator.lab.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.simulator.lab.engine.Machine.Discipline;
import io.lamplighter.simulator.lab.stats.Estimate;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** One node against formulas of queueing theory: the whole engine, with random arrivals. The seeds are 1 to 20. */
class QueueTheoryTest {
    private static final double LOAD = 0.7;
    private static final double MEAN_WORK = 0.02;
    private static final double SIGMA = 1;
    private static final double END = 400;

    /** M/M/1-PS. */
    @Test
    void sharedExponentialRequestsTakeTheirWorkOverTheIdleShare() {
        assertMean(MEAN_WORK / (1 - LOAD), Discipline.PROCESSOR_SHARING, chance -> chance.exponential(MEAN_WORK));
    }

    /** M/G/1-PS: the mean does not depend on the distribution. */
    @Test
    void sharedLogNormalRequestsTakeTheSameTime() {
        assertMean(MEAN_WORK / (1 - LOAD), Discipline.PROCESSOR_SHARING, chance -> chance.logNormal(MEAN_WORK, SIGMA));
    }

    /** M/G/1, by Pollaczek and Khinchine. */
    @Test
    void requestsInOrderWaitForThoseBeforeThem() {
        double variation = Math.expm1(SIGMA * SIGMA);
        double wait = MEAN_WORK * LOAD / (1 - LOAD) * (1 + variation) / 2;
        assertMean(MEAN_WORK + wait, Discipline.FIFO, chance -> chance.logNormal(MEAN_WORK, SIGMA));
    }

    private static void assertMean(double expected, Discipline discipline, ToDoubleFunction<Chance> work) {
        double[] means = LongStream.rangeClosed(1, 20)
                .mapToDouble(seed -> World.run(scenario(discipline, work), Method.ROUND_ROBIN, seed)
                                .metrics()
                                .get(Metric.MEAN)
                        / 1e3)
                .toArray();
        Estimate estimate = Estimate.of(means);
        assertThat(expected).isBetween(estimate.low(), estimate.high());
        assertThat(estimate.halfWidth()).as("an interval that says something").isLessThan(0.05 * expected);
    }

    private static Scenario scenario(Discipline discipline, ToDoubleFunction<Chance> work) {
        Traffic traffic = world -> next(world, world.chance("arrivals", 0), world.chance("work", 0), work);
        return Scenario.of("one", List.of(NodeSpec.of("a", 1).withDiscipline(discipline)), traffic, END)
                .measure(20, 0)
                .build();
    }

    private static void next(World world, Chance arrivals, Chance works, ToDoubleFunction<Chance> work) {
        world.time().after(arrivals.exponential(MEAN_WORK / LOAD), () -> {
            Requests.request(world, work.applyAsDouble(works), 0);
            next(world, arrivals, works, work);
        });
    }
}
