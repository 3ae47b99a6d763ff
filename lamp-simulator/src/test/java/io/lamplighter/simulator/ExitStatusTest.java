package io.lamplighter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.simulator.cloud.EmulatedNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What scripts rely on. */
@Timeout(120)
class ExitStatusTest {
    @TempDir
    private Path dir;

    @Test
    void aRunAsExpectedIsZeroAndAMissedExpectationIsOne() throws IOException {
        try (EmulatedNode node = EmulatedNode.start()) {
            int port = node.address().getPort();
            assertThat(run(port, "one", "--expect=errors=0,p99<60s,exchanges>10"))
                    .isZero();
            assertThat(run(port, "two", "--expect=errors=0,p50<1us")).isEqualTo(1);
            assertThat(run(port, "three", "--expect=soon")).isEqualTo(2);
        }
        assertThat(execute(
                        "report",
                        dir.resolve("one").toString(),
                        dir.resolve("two").toString(),
                        "--page",
                        dir.resolve("both.html").toString()))
                .isZero();
        assertThat(Files.readString(dir.resolve("both.html"))).contains("/one", "/two", "<svg");
        assertThat(execute("report", dir.toString())).isEqualTo(1);
    }

    @Test
    void aRunInWhichNothingWasAnsweredIsOne() throws IOException {
        assertThat(run(FreePort.next(), "none")).isEqualTo(1);
    }

    private int run(int port, String out, String... more) {
        List<String> line = new ArrayList<>(List.of(
                "run",
                "steady",
                "--target=127.0.0.1:" + port,
                "--lamps=10",
                "--rate=10",
                "--duration=2s",
                "--set=warmup=0",
                "--set=timeout=5s",
                "--set=jitter=0%",
                "--out=" + dir.resolve(out)));
        line.addAll(List.of(more));
        return execute(line.toArray(new String[0]));
    }

    private static int execute(String... line) {
        return LampSim.commandLine().execute(line);
    }
}
