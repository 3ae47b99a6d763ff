package io.lamplighter.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectationTest {
    private static final RunSummary RUN = summary(new Times(100, 5, 4, 8, 10, 12, 20, 25, 30));

    @ParameterizedTest
    @CsvSource({
        "p99<20ms,",
        "p99<=12ms,",
        "p99<12ms,p99<12ms missed: found 12.000 ms",
        "p99.9<1s,",
        "max<30000us,max<30000us missed: found 30.000 ms",
        "mean=5ms,",
        "connect.p50<1s,connect.p50<1s missed: nothing was measured",
        "errors=3,",
        "errors=0,errors=0 missed: found 3",
        "reset>=3,",
        "reset=0,reset=0 missed: found 3",
        "closed=0,",
        "rate>49,",
        "exchanges>=101,exchanges>=101 missed: found 100",
        "saturated=0,",
        "rebinds=7,"
    })
    void aRunIsComparedWithIt(String text, String missed) {
        assertThat(Expectation.parse(text).get(0).missedBy(RUN).orElse(null)).isEqualTo(missed);
    }

    @Test
    void severalAreSeparatedByCommas() {
        assertThat(Expectation.parse("p99<20ms, errors=0")).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    p99 | something like p99<20ms or errors=0
                    p98<20ms | one of p50, p90
                    p99<20 | a time with its unit: us, ms or s
                    errors=0ms | a number without a unit
                    p99<1.2.3ms | a number
                    """)
    void nonsenseIsNamedWithWhatIsExpected(String text, String expected) {
        assertThatThrownBy(() -> Expectation.parse(text))
                .hasMessage("--expect " + text + ": expected "
                        + (expected.startsWith("one of") ? expectedNames() : expected));
    }

    private static String expectedNames() {
        return "one of p50, p90, p95, p99, p99.9, p99.99, max, mean, the same of a phase such as connect.p99, errors, a kind"
                + " of error, rate, exchanges, saturated, or a count of summary.json";
    }

    private static RunSummary summary(Times exchange) {
        RunInfo info = new RunInfo("s", "about", Map.of(), 1, Map.of(), 1, 1, 1, 0, 1, false);
        return new RunSummary(
                "m",
                "now",
                info,
                100,
                0,
                50,
                1,
                Map.of("rebinds", 7L),
                3,
                Map.of("reset", 3L),
                Map.of("exchange", exchange),
                Map.of(),
                Map.of(),
                1,
                1,
                new Saturation(false, List.of()),
                List.of(),
                List.of(),
                List.of());
    }
}
