package io.lamplighter.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SaturationTest {
    private static final Times QUICK = times(2);

    @Test
    void aSimulatorThatKeepsUpIsNotSaturated() {
        assertThat(judge(seconds(20, 0, 0.5), QUICK, Map.of()).isSaturated()).isFalse();
    }

    @Test
    void aBusyLoopIsNamedWithItsSeconds() {
        Saturation saturation = judge(seconds(18, 2, 0.97), QUICK, Map.of());

        assertThat(saturation.isSaturated()).isTrue();
        assertThat(saturation.reasons())
                .containsExactly(
                        "an event loop used more than 95 % of a core in 2 of 20 seconds; try --threads or --processes");
        assertThat(judge(seconds(19, 1, 0.97), QUICK, Map.of()).isSaturated()).isFalse();
    }

    @Test
    void lateSendsAreNamedWithHowLate() {
        Saturation saturation = judge(seconds(20, 0, 0.5), times(31), Map.of());

        assertThat(saturation.reasons())
                .containsExactly(
                        "one exchange in a hundred was sent 31.0 ms or more after its time, of a p99 of 2.0 ms: the"
                                + " machine is too busy for this rate");
    }

    @Test
    void aShortageOfThisMachineIsNamed() {
        assertThat(judge(seconds(20, 0, 0.5), QUICK, Map.of("local_shortage", 4L))
                        .reasons()
                        .get(0))
                .contains("no descriptor, port or memory for 4 sessions");
    }

    @Test
    void aClosedLoopIsMeantToBeBusy() {
        assertThat(Saturation.of(seconds(0, 20, 1), times(99), QUICK, Map.of(), true)
                        .isSaturated())
                .isFalse();
    }

    private static Saturation judge(List<Second> seconds, Times lateness, Map<String, Long> errors) {
        return Saturation.of(seconds, lateness, QUICK, errors, false);
    }

    private static Times times(double p99Ms) {
        return new Times(1000, 1, 1, 1, 1, p99Ms, p99Ms, p99Ms, p99Ms);
    }

    private static List<Second> seconds(int calm, int busy, double busyLoop) {
        List<Second> seconds = new ArrayList<>();
        for (int i = 0; i < calm + busy; i++) {
            seconds.add(new Second(i, i + 1, 1, 0, 1, 1, 1, 1, 1, i < calm ? 0.5 : busyLoop, 1));
        }
        return seconds;
    }
}
