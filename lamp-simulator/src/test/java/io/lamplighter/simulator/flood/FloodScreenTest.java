package io.lamplighter.simulator.flood;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FloodScreenTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void aTerminalSeesOneLineThatIsPaintedOver() {
        FloodScreen screen = new FloodScreen(out, true);

        screen.accept(at(0));
        screen.accept(at(10));
        screen.end();

        assertThat(text()).startsWith("\r[" + "-".repeat(10) + "]").contains("\r[" + "#".repeat(5) + "-".repeat(5));
        assertThat(text().lines().skip(1).filter(line -> line.contains("lamps")))
                .hasSizeLessThanOrEqualTo(2);
        assertThat(text().indexOf('\n')).isEqualTo(text().length() - 1);
    }

    @Test
    void theLineFitsIntoEightyColumns() {
        new FloodScreen(out, true)
                .accept(new FloodProgress(23_900_000_000L, 24_000_000_000L, 2000, 22_000, 0, 158_600_000));

        assertThat(text()).hasSizeLessThanOrEqualTo(80);
    }

    @Test
    void aFileGetsAPlainLineEveryFiveSeconds() {
        FloodScreen screen = new FloodScreen(out, false);

        for (int quarter = 0; quarter < 44; quarter++) {
            screen.accept(at(quarter / 4.0));
        }
        screen.end();

        assertThat(text().lines()).hasSize(3);
        assertThat(text()).doesNotContain("\r").contains("10.0/20.0 s  2,000 lamps  12 answers  1 errors  p99 5.0 ms");
    }

    private static FloodProgress at(double seconds) {
        return new FloodProgress((long) (seconds * 1e9), 20_000_000_000L, 2000, 12, 1, 5_000_000);
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
