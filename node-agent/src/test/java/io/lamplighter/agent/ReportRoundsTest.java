package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportRoundsTest {
    private String fault = "";

    @Test
    void aFaultIsSaidWhenItBeginsChangesAndEndsAndTheRoundsGoOn() {
        try (LogLines log = new LogLines(ReportRounds.class)) {
            ReportRounds rounds = new ReportRounds(this::report, List.of(), Duration.ofSeconds(1));

            rounds.round();
            for (String now : List.of("no /proc", "no /proc", "no /sys", "no /sys", "", "")) {
                fault = now;
                rounds.round();
            }

            assertThat(log.messages())
                    .containsExactly(
                            "nothing reported: java.lang.IllegalStateException: no /proc",
                            "nothing reported: java.lang.IllegalStateException: no /sys",
                            "reporting works again");
        }
    }

    private void report() {
        if (!fault.isEmpty()) {
            throw new IllegalStateException(fault);
        }
    }
}
