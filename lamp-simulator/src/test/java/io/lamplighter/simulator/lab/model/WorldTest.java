package io.lamplighter.simulator.lab.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WorldTest {
    private static final Work WORK = new Work.LogNormal(0.02, 1, 20_000);
    private static final List<NodeSpec> UNEQUAL =
            List.of(NodeSpec.of("a", 2), NodeSpec.of("b", 1), NodeSpec.of("c", 1));

    static Stream<Method> methods() {
        return Method.ALL.stream();
    }

    /** What happens to a cloud in a bad hour, with four balancers and agents that are heard badly. */
    private static Scenario badHour(Traffic traffic, double end) {
        return Scenario.of("bad", UNEQUAL, traffic, end)
                .balancers(4)
                .reports(new ReportPlan(1, 1.5, 0.2, 20))
                .change(3, world -> world.node(0).speed(0.3))
                .change(5, world -> world.silenceAgent(1))
                .change(6, world -> world.join(NodeSpec.of("d", 2)))
                .change(7, world -> world.node(2).latency(0.1))
                .measure(2, 1)
                .build();
    }

    @ParameterizedTest
    @MethodSource("methods")
    void theSameSeedMakesTheSameHistoryAndAnotherSeedAnother(Method method) {
        Scenario scenario = badHour(Requests.during(100, WORK, 12).withBursts(50, 4), 60);
        Map<Metric, Double> first = World.run(scenario, method, 7).metrics();
        assertThat(World.run(scenario, method, 7).metrics()).isEqualTo(first);
        assertThat(World.run(scenario, method, 8).metrics()).isNotEqualTo(first);
    }

    @ParameterizedTest
    @MethodSource("methods")
    void everyRequestEndsOnce(Method method) {
        Recorder recorder = World.run(badHour(Requests.during(150, WORK, 12).withBursts(50, 4), 600), method, 1)
                .recorder();
        assertThat(recorder.begun()).isGreaterThan(1_500);
        assertThat(recorder.answered() + recorder.failed()).isEqualTo(recorder.begun());
    }

    @ParameterizedTest
    @MethodSource("methods")
    void whateverTheMethodTheTrafficIsTheSame(Method method) {
        Scenario scenario = badHour(Requests.during(100, WORK, 12).withBursts(50, 4), 600);
        long begun = World.run(scenario, Method.ROUND_ROBIN, 3).recorder().begun();
        assertThat(World.run(scenario, method, 3).recorder().begun()).isEqualTo(begun);
    }

    @Test
    void clientsAreNeverMoreThanTheyAre() {
        Scenario scenario = Scenario.of("closed", UNEQUAL, new Clients(50, 0, 0.001, WORK), 300)
                .measure(5, 1)
                .build();
        Outcome outcome = World.run(scenario, Method.LEAST_CONN, 1);
        // By Little: at all times 50 are in the system or think, and the four cores are all but busy.
        double cycle = outcome.metrics().get(Metric.MEAN) / 1e3 + 0.001;
        assertThat(50 / cycle).isEqualTo(4 / WORK.mean(), within(0.05 * 4 / WORK.mean()));
    }

    @Test
    void heldLampsTalkAtTheRateTheyShould() {
        HeldLamps lamps = new HeldLamps(200, 0, 10, 1, 300, WORK);
        Recorder recorder = World.run(Scenario.of("held", UNEQUAL, lamps, 3_000).build(), Method.LEAST_CONN, 1)
                .recorder();
        // 200 rates of which the logarithms deviate by 1 have a mean that is off by 9 % (one standard error).
        assertThat(recorder.begun()).isBetween(200 * 300 * 7 / 10L, 200 * 300 * 13 / 10L);
        assertThat(recorder.failed()).isZero();
    }

    @Test
    void aFullNodeRefusesAndAnotherTakesTheLampUntilAllAreFull() {
        List<NodeSpec> small =
                UNEQUAL.stream().map(node -> node.withMostSessions(10)).toList();
        HeldLamps lamps = new HeldLamps(100, 100, 1, 0, 1e9, WORK);
        Scenario scenario = Scenario.of("full", small, lamps, 99.5).build();
        assertThat(World.run(scenario, Method.DYNAMIC_WEIGHT, 1).metrics()).containsEntry(Metric.HELD, 31.0);
    }

    @Test
    void anAnswerThatTakesLongerThanPatienceIsAFailure() {
        Scenario scenario = Scenario.of("slow", List.of(NodeSpec.of("a", 1)), new Batch(0, new double[] {1, 3}), 10)
                .patience(2)
                .build();
        Outcome outcome = World.run(scenario, Method.ROUND_ROBIN, 1);
        assertThat(outcome.recorder().failed()).isEqualTo(1);
        assertThat(outcome.metrics()).containsEntry(Metric.FAILED, 50.0).containsEntry(Metric.MEAN, 2_000.0);
    }

    @Test
    void extraLatencyDelaysAnswersAndTakesNoCpu() {
        Scenario scenario = Scenario.of(
                        "far", List.of(NodeSpec.of("a", 1).withLatency(5)), new Batch(0, new double[] {1, 3}), 20)
                .measure(0, 10)
                .build();
        Map<Metric, Double> metrics = World.run(scenario, Method.ROUND_ROBIN, 1).metrics();
        assertThat(metrics.get(Metric.MEAN)).isEqualTo(8_000, within(1e-6));
    }

    @Test
    void weightsFollowReportsThatArriveAndNotThoseThatAreRefused() {
        Traffic traffic = Requests.during(140, WORK, 100);
        List<NodeSpec> wrong = UNEQUAL.stream()
                .map(node -> node.withHardware(NodeSpec.hardware(1, 8, 50), 1))
                .toList();
        double heard = imbalance(Scenario.of("heard", wrong, traffic, 100), ReportPlan.USUAL);
        double lost = imbalance(Scenario.of("lost", wrong, traffic, 100), new ReportPlan(1, 0, 1, 0));
        double off = imbalance(Scenario.of("off", wrong, traffic, 100), new ReportPlan(1, 0, 0, 31));
        assertThat(heard)
                .as("unequal nodes that say they are equal, by their idle rates")
                .isLessThan(0.7 * lost);
        assertThat(off)
                .as("a clock that is off by more than 30 s silences an agent")
                .isEqualTo(lost);
    }

    private static double imbalance(Scenario.Builder scenario, ReportPlan reports) {
        Scenario built = scenario.reports(reports).measure(10, 5).build();
        return World.run(built, Method.DYNAMIC_WEIGHT, 1).metrics().get(Metric.IMBALANCE);
    }
}
