package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LinkSpeedTest {
    private static final long GIGABIT = 1_000_000_000;

    @Test
    void interfacesAddUp() {
        assertThat(new LinkSpeed(OptionalLong.empty()).together(Map.of("eth0", GIGABIT, "eth1", 10 * GIGABIT)))
                .hasValue(11 * GIGABIT);
    }

    @Test
    void oneThatSaysZeroOrMinusOneMakesTheSumUnknownAndTheLogSaysOnceWhatToDo() {
        try (LogLines log = new LogLines(LinkSpeed.class)) {
            LinkSpeed speed = new LinkSpeed(OptionalLong.empty());

            assertThat(speed.together(Map.of("eth0", GIGABIT, "eth1", -1L))).isEmpty();
            assertThat(speed.together(Map.of("eth0", GIGABIT, "eth1", 0L))).isEmpty();
            assertThat(speed.together(Map.of("eth0", GIGABIT, "eth1", GIGABIT))).hasValue(2 * GIGABIT);
            assertThat(speed.together(Map.of("eth0", GIGABIT, "eth1", GIGABIT))).hasValue(2 * GIGABIT);

            assertThat(log.messages())
                    .satisfiesExactly(
                            unknown -> assertThat(unknown)
                                    .contains("the speed of [eth1] is unknown", "give --bandwidth-capacity"),
                            known -> assertThat(known).contains("works again"));
        }
    }

    @Test
    void whatWasConfiguredCountsWhateverTheInterfacesSay() {
        try (LogLines log = new LogLines(LinkSpeed.class)) {
            assertThat(new LinkSpeed(OptionalLong.of(GIGABIT)).together(Map.of("eth0", -1L)))
                    .hasValue(GIGABIT);
            assertThat(log.messages()).isEmpty();
        }
    }
}
