package io.lamplighter.simulator.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkClockTest {
    @Test
    void workRunsAtItsSpeedAndStandsStillWhenFrozen() {
        WorkClock clock = new WorkClock(2, 100);

        assertThat(clock.workNs(110)).isEqualTo(20);
        assertThat(clock.untilNs(30, 110)).isEqualTo(5);

        clock.setSpeed(0, 110);
        assertThat(clock.workNs(1000)).isEqualTo(20);
        assertThat(clock.untilNs(30, 1000)).isInfinite();
        assertThat(clock.untilNs(20, 1000)).isZero();

        clock.setSpeed(0.5, 1000);
        assertThat(clock.untilNs(30, 1000)).isEqualTo(20);
    }
}
