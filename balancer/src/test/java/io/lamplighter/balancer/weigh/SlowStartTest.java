package io.lamplighter.balancer.weigh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The steady clock may begin anywhere, so these tests begin below 0. */
class SlowStartTest {
    private static final long T0_MS = -5_000;
    private static final long DURATION_MS = 30_000;

    private final SlowStart slowStart = new SlowStart();

    @Test
    void aNodeThatWasThereFromTheStartHasItsWholeWeight() {
        assertThat(percent(false, 0)).isEqualTo(100);
        assertThat(slowStart.isGrowing()).isFalse();
    }

    @Test
    void aNodeThatComesBackGrowsLinearlyFromATenthToTheWhole() {
        percent(true, 0);

        assertThat(percent(false, 1_000)).isEqualTo(10);
        assertThat(percent(false, 4_000)).isEqualTo(19);
        assertThat(percent(false, 16_000)).isEqualTo(55);
        assertThat(percent(false, 30_999)).isEqualTo(99);
        assertThat(slowStart.isGrowing()).isTrue();
        assertThat(percent(false, 31_000)).isEqualTo(100);
        assertThat(slowStart.isGrowing()).isFalse();
    }

    @Test
    void whileItIsOutItHasTheFirstPercentageAndDoesNotGrow() {
        assertThat(percent(true, 0)).isEqualTo(10);
        assertThat(percent(true, 60_000)).isEqualTo(10);
        assertThat(slowStart.isGrowing()).isFalse();
    }

    @Test
    void aNodeThatFailsAgainBeginsAgain() {
        percent(true, 0);
        percent(false, 1_000);
        percent(false, 16_000);
        percent(true, 17_000);

        assertThat(percent(false, 20_000)).isEqualTo(10);
        assertThat(percent(false, 35_000)).isEqualTo(55);
    }

    @Test
    void aNodeThatIsNewAmongOthersGrows() {
        slowStart.appear(TimeUnit.MILLISECONDS.toNanos(T0_MS));

        assertThat(percent(false, 15_000)).isEqualTo(55);
    }

    @Test
    void withoutSlowStartNothingGrows() {
        assertThat(slowStart.percent(true, 0, 0)).isEqualTo(100);
        assertThat(slowStart.percent(false, 0, 1)).isEqualTo(100);
        assertThat(slowStart.isGrowing()).isFalse();
        assertThat(slowStart.percent(false, DURATION_MS, 2))
                .as("nor later, when a reload brings slow_start")
                .isEqualTo(100);
    }

    private int percent(boolean isOut, long atMs) {
        return slowStart.percent(isOut, DURATION_MS, TimeUnit.MILLISECONDS.toNanos(T0_MS + atMs));
    }
}
