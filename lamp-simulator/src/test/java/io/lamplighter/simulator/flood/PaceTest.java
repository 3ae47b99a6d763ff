package io.lamplighter.simulator.flood;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
    @Test
    void exchangesAreDueAtEvenIntervals() {
        Pace pace = new Pace(1000, 500);

        assertThat(pace.dueNs(0)).isEqualTo(1000);
        assertThat(pace.dueNs(1)).isEqualTo(2_001_000);
        assertThat(pace.dueNs(500)).isEqualTo(1_000_001_000);
    }

    @Test
    void aRateThatDoesNotDivideASecondDoesNotDriftOverADay() {
        Pace pace = new Pace(0, 3);

        assertThat(pace.dueNs(3L * 86_400)).isBetween(86_400_000_000_000L - 1, 86_400_000_000_000L);
    }
}
