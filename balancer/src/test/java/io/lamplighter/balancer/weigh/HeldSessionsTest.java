package io.lamplighter.balancer.weigh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeldSessionsTest {
    private final HeldSessions held = new HeldSessions();

    @Test
    void itIsTheSessionsOverHowBusyTheyMakeTheNode() {
        held.passed(1, 0.5, 40, 0);
        assertThat(held.kappa()).isCloseTo(80, within(1e-9));
    }

    /** (30 e^-1 + 10) / (.5 e^-1 + .25), where each lasted for 300 s. */
    @Test
    void bothAreAveragesOverFiveMinutes() {
        held.passed(300, 0.5, 30, 0);
        held.passed(300, 0.25, 10, 0);
        double kept = Math.exp(-1);
        assertThat(held.kappa()).isCloseTo((30 * kept + 10) / (0.5 * kept + 0.25), within(1e-9));
    }

    @Test
    void aTalkativeMinuteChangesLittle() {
        for (int second = 0; second < 3_600; second++) {
            held.passed(1, 0.4, 100, 0);
        }
        for (int second = 0; second < 10; second++) {
            held.passed(1, 0.8, 100, 0);
        }
        assertThat(held.kappa()).isBetween(240.0, 250.0);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "10, 0.8", "25, 0.5", "50, 0", "100, 0", "140, 0"})
    void sessionsStayAsFarAsTheyDoNotWait(double waited, double share) {
        held.passed(10, 0.5, 10, waited);
        assertThat(HeldSessions.share(List.of(held))).isCloseTo(share, within(1e-9));
    }

    @Test
    void whetherTheyStayIsAskedOfTheWholeGroup() {
        HeldSessions other = new HeldSessions();
        held.passed(10, 0.5, 9, 0);
        other.passed(10, 0.5, 1, 10);
        assertThat(HeldSessions.share(List.of(held, other))).isCloseTo(0.8, within(1e-9));
    }

    @Test
    void whatIsForgottenIsNotKnown() {
        assertThat(held.kappa()).isNaN();
        assertThat(HeldSessions.share(List.of(held))).isZero();
        held.passed(10, 0.5, 10, 1);
        held.forget();
        assertThat(held.kappa()).isNaN();
        assertThat(HeldSessions.share(List.of(held))).isZero();
    }
}
