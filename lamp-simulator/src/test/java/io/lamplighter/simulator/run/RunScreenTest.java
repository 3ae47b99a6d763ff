package io.lamplighter.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.simulator.measure.Fault;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunScreenTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void withoutATerminalItIsAPlainLineEveryFiveSeconds() {
        RunScreen screen = new RunScreen(out, false);

        for (int second = 1; second <= 11; second++) {
            screen.accept(progress(second, 2));
        }
        screen.end();

        assertThat(printed().lines())
                .containsExactly(
                        "1/20 s  90 lamps  100 answers  1,234/s  3 errors  p99 7.00 ms",
                        "5/20 s  90 lamps  500 answers  1,234/s  3 errors  p99 7.00 ms",
                        "10/20 s  90 lamps  1,000 answers  1,234/s  3 errors  p99 7.00 ms");
        assertThat(printed()).doesNotContain("\033");
    }

    @Test
    void onATerminalItIsAPanelThatIsPaintedOver() {
        RunScreen screen = new RunScreen(out, true);

        screen.accept(progress(5, 2));
        String first = printed();
        screen.accept(progress(10, 200));
        String second = printed().substring(first.length());
        screen.end();

        assertThat(first.lines()).hasSize(5);
        assertThat(first)
                .contains("[######------------------] steady, 5 of 20 s, warming up")
                .contains("lamps 90 of 100   answers 500   1,234/s   simulator 12 % of a core")
                .contains("ms    now p50 1.00  p99 2.00  max 3.00   so far p99 7.00  p99.9 8.00")
                .contains("errors 3: 2 reset, 1 closed")
                .doesNotContain("\033[5A");
        assertThat(second).startsWith("\033[5A").contains("p99   ▅█");
    }

    private static RunProgress progress(double seconds, double nowP99Ms) {
        return new RunProgress(
                "steady",
                seconds,
                20,
                seconds < 6,
                90,
                100,
                Math.round(seconds * 100),
                1234,
                3,
                Map.of(Fault.RESET, 2L, Fault.CLOSED, 1L),
                1,
                nowP99Ms,
                3,
                7,
                8,
                0.12);
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
