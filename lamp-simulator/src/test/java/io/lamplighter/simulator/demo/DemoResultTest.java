package io.lamplighter.simulator.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.simulator.demo.DemoResult.Row;
import io.lamplighter.simulator.demo.Shares.NodeShare;
import io.lamplighter.simulator.report.RunInfo;
import io.lamplighter.simulator.report.RunSummary;
import io.lamplighter.simulator.report.Saturation;
import io.lamplighter.simulator.report.Times;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DemoResultTest {
    private static final DemoPlan PLAN = DemoPlan.standard(1000);
    private static final Times TIMES = times(1000);

    @Test
    void sharesAsPromisedAndNoErrorsAreFaultless() {
        DemoResult result = result(0, Map.of("a", 440L, "b", 310L, "c", 250L), 0.44, 0.31, 0.25);

        assertThat(result.faults()).isEmpty();
        assertThat(printed(result)).contains("OK: no errors, and every node got what its weights promised");
    }

    @Test
    void oneErrorIsAFault() {
        DemoResult result = result(1, Map.of("a", 440L, "b", 310L, "c", 250L), 0.44, 0.31, 0.25);

        assertThat(result.faults()).containsExactly("1 errors");
        assertThat(printed(result)).contains("NOT OK: 1 errors").contains("1 timed_out: connects, or exchanges");
    }

    @Test
    void aNodeThatWasNotUsedIsAFault() {
        DemoResult result = result(0, Map.of("a", 600L, "b", 400L), 0.6, 0.4, 0);

        assertThat(result.faults()).contains("node c was not used");
    }

    /** 1,000 sessions: 3 points and 4 sessions, 3.4 points. */
    @Test
    void sessionsFurtherThanTheToleranceFromTheWeightsAreAFault() {
        assertThat(result(0, Map.of("a", 440L, "b", 310L, "c", 250L), 0.473, 0.277, 0.25)
                        .faults())
                .isEmpty();
        assertThat(result(0, Map.of("a", 440L, "b", 310L, "c", 250L), 0.475, 0.275, 0.25)
                        .faults())
                .containsExactly(
                        "node a got 47.5 % of the sessions and 44.0 % of the exchanges, its weights promised 44.0 %",
                        "node b got 27.5 % of the sessions and 31.0 % of the exchanges, its weights promised 31.0 %");
    }

    /** 2,500 lamps: 2 points and three times 50 / 50, 5 points. */
    @Test
    void exchangesFurtherThanTheToleranceFromTheWeightsAreAFault() {
        assertThat(result(0, Map.of("a", 489L, "b", 280L, "c", 231L), 0.44, 0.31, 0.25)
                        .faults())
                .isEmpty();
        assertThat(result(0, Map.of("a", 491L, "b", 278L, "c", 231L), 0.44, 0.31, 0.25)
                        .faults())
                .containsExactly(
                        "node a got 44.0 % of the sessions and 49.1 % of the exchanges, its weights promised 44.0 %");
    }

    @Test
    void theTableShowsWeightShareAndPercentiles() {
        DemoResult result = result(0, Map.of("a", 440L, "b", 310L, "c", 250L), 0.44, 0.31, 0.25);

        assertThat(printed(result))
                .contains("a         2        2.50         44.0    44.0 %       440   44.0 %         440   44.0 %")
                .contains("exchange           4.00      8.00     12.00     20.00     30.00      5.00")
                .contains("wrote         out/summary.json");
    }

    @Test
    void aMethodThatLooksAtMoreThanWeightsPromisesNothingByThem() {
        RunSummary run = run(0, Map.of("a", 440L, "b", 310L, "c", 250L));
        DemoResult result =
                DemoResult.of(PLAN, new DemoMethod("least_conn"), run, shares(0.34, 0.33, 0.33), Optional.empty());

        assertThat(result.faults()).isEmpty();
        assertThat(printed(result)).contains("OK: no errors, and every node was used");
    }

    @Test
    void aNodeThatSlowedDownIsToldWithWhatWasBeforeAndAfter() {
        Slowing.Outcome slowed = new Slowing.Outcome(
                new SlowDown("b", Duration.ofSeconds(10), 0.25),
                new Slowing.Part("before", times(600), shares(0.44, 0.31, 0.25)),
                new Slowing.Part("after", times(400), shares(0.60, 0.05, 0.35)));
        DemoResult result = DemoResult.of(
                PLAN,
                DemoMethod.usual(),
                run(0, Map.of("a", 440L, "b", 310L, "c", 250L)),
                shares(0.5, 0.2, 0.3), // lags behind the weights while lamps are still at the slow node
                Optional.of(slowed));

        assertThat(result.faults()).isEmpty();
        assertThat(printed(result))
                .contains("node b went on at 0.25 of its speed after 10.0 s")
                .contains("before        600      5.00      4.00     12.00      44.0 %     44.0     31.0 %     31.0")
                .contains("after         400      5.00      4.00     12.00      60.0 %     44.0      5.0 %     31.0");
    }

    private static Times times(long count) {
        return new Times(count, 5, 4, 8, 10, 12, 20, 25, 30);
    }

    private static DemoResult result(long errors, Map<String, Long> exchanges, double... sessions) {
        DemoResult result =
                DemoResult.of(PLAN, DemoMethod.usual(), run(errors, exchanges), shares(sessions), Optional.empty());
        assertThat(result.rows()).extracting(Row::node).isEqualTo(PLAN.nodes());
        return result;
    }

    private static Map<Integer, NodeShare> shares(double... sessions) {
        double[] weights = {44, 31, 25};
        Map<Integer, NodeShare> shares = new HashMap<>();
        for (int i = 0; i < weights.length; i++) {
            shares.put(
                    PLAN.nodes().get(i).port(),
                    new NodeShare(weights[i], weights[i] / 100, sessions[i], Math.round(sessions[i] * 1000)));
        }
        return shares;
    }

    private static RunSummary run(long errors, Map<String, Long> exchanges) {
        RunInfo info = new RunInfo(
                "s", "about", Map.of("tcp", "t"), 2500, Map.of("tcp", 2000, "udp", 500), 1, 1, 50, 2, 20, false);
        Map<String, Times> nodes = new TreeMap<>();
        exchanges.forEach((node, count) -> nodes.put(node, times(count)));
        return new RunSummary(
                "m",
                "now",
                info,
                1000,
                100,
                50,
                10,
                Map.of("due", 1100L),
                errors,
                errors == 0 ? Map.of() : Map.of("timed_out", errors),
                Map.of("exchange", TIMES),
                Map.of(),
                nodes,
                1,
                1000,
                new Saturation(false, List.of()),
                List.of(),
                List.of(),
                List.of("out/summary.json"));
    }

    private static String printed(DemoResult result) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        result.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
