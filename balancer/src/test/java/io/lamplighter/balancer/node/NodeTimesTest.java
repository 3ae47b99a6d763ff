package io.lamplighter.balancer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod.TimeMetric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeTimesTest {
    private static final long FAIL_TIMEOUT_MS = 10_000;

    private final NodeTimes times = new NodeTimes();

    @ParameterizedTest
    @EnumSource(TimeMetric.class)
    void theFirstSampleIsTheAverageAndEachLaterOneATwentieth(TimeMetric metric) {
        int[][] samplesAndAverages = {{100, 100}, {200, 105}, {200, 110}, {200, 115}, {0, 109}, {5_000, 354}};
        for (int[] row : samplesAndAverages) {
            times.took(metric, row[0]);
            assertThat(times.averageMs(metric)).isEqualTo(row[1]);
        }
        for (TimeMetric other : TimeMetric.values()) {
            assertThat(times.averageMs(other)).isEqualTo(other == metric ? 354 : 0);
        }
    }

    @Test
    void anAverageOfZeroIsNoneYet() {
        times.took(TimeMetric.CONNECT, 0);
        times.took(TimeMetric.CONNECT, 0);
        times.took(TimeMetric.CONNECT, 40);
        assertThat(times.averageMs(TimeMetric.CONNECT)).isEqualTo(40);
    }

    @Test
    void samplesOfManyLoopsAllCount() {
        NodeTimes one = new NodeTimes();
        one.took(TimeMetric.CONNECT, 1_000_000);
        times.took(TimeMetric.CONNECT, 1_000_000);
        for (int i = 0; i < 80; i++) {
            one.took(TimeMetric.CONNECT, 1_000);
        }
        Together.count(4, () -> {
            for (int i = 0; i < 20; i++) {
                times.took(TimeMetric.CONNECT, 1_000);
            }
            return true;
        });
        assertThat(times.averageMs(TimeMetric.CONNECT)).isEqualTo(one.averageMs(TimeMetric.CONNECT));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -50_000_000, 1L << 40})
    void theAverageIsHalvedOnceForEachFailTimeoutWithoutBeingChosen(long t0) {
        assertThat(times.halvings(t0 + 1_000_000, FAIL_TIMEOUT_MS))
                .as("never chosen")
                .isZero();
        times.chosen(t0, FAIL_TIMEOUT_MS);
        assertThat(times.halvings(t0 - 5, FAIL_TIMEOUT_MS))
                .as("clock of another loop")
                .isZero();
        assertThat(times.halvings(t0 + 10_999, FAIL_TIMEOUT_MS)).isZero();
        assertThat(times.halvings(t0 + 11_000, FAIL_TIMEOUT_MS)).isEqualTo(1);
        assertThat(times.halvings(t0 + 22_000, FAIL_TIMEOUT_MS)).isEqualTo(2);
        assertThat(times.halvings(t0 + (1L << 40), FAIL_TIMEOUT_MS)).isEqualTo(31);
        assertThat(times.halvings(t0 + 3_000, 0)).as("fail_timeout=0").isEqualTo(3);

        times.chosen(t0 + 22_000, FAIL_TIMEOUT_MS);
        assertThat(times.halvings(t0 + 22_000, FAIL_TIMEOUT_MS)).isZero();
    }

    @Test
    void aChoiceWithinFailTimeoutOfTheLastIsNotRemembered() {
        times.chosen(0, FAIL_TIMEOUT_MS);
        times.chosen(10_000, FAIL_TIMEOUT_MS);
        assertThat(times.halvings(11_000, FAIL_TIMEOUT_MS)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -160_000_000, 16L << 38})
    void whoWaitsIsCountedWithTheTimeSinceTheBeginning(long t0) {
        assertThat(times.meanWaitMs(t0)).isZero();
        times.beginWaiting(t0);
        times.beginWaiting(t0 + 160);
        times.beginWaiting(t0 + 320);
        assertThat(times.waitingSessions()).isEqualTo(3);
        assertThat(times.meanWaitMs(t0 + 320)).isEqualTo(160);
        assertThat(times.meanWaitMs(t0 + 480)).isEqualTo(320);
        times.endWaiting(t0 + 160);
        assertThat(times.meanWaitMs(t0 + 480)).isEqualTo(320);
        times.endWaiting(t0);
        assertThat(times.meanWaitMs(t0 + 480)).isEqualTo(160);
        times.endWaiting(t0 + 320);
        assertThat(times.waitingSessions()).isZero();
        assertThat(times.meanWaitMs(t0 + 480)).isZero();
    }

    @Test
    void aLookFromBeforeTheBeginningFindsNoWaiting() {
        times.beginWaiting(1_600);
        assertThat(times.meanWaitMs(800)).isZero();
    }

    @Test
    void twentyThousandLampsThatWaitForTwoMonthsDoNotOverflow() {
        for (int i = 0; i < 20_000; i++) {
            times.beginWaiting(0);
        }
        long sixtyDaysMs = 60L * 24 * 3_600 * 1_000;
        assertThat(times.meanWaitMs(sixtyDaysMs)).isEqualTo(Integer.MAX_VALUE);
        assertThat(times.meanWaitMs(sixtyDaysMs / 3)).isEqualTo((int) (sixtyDaysMs / 3));
        for (int i = 0; i < 20_000; i++) {
            times.endWaiting(0);
        }
        assertThat(times.meanWaitMs(sixtyDaysMs)).isZero();
    }

    @Test
    void eachLookAddsASampleToTheAverageOfWaitingWhileSomebodyWaits() {
        times.sampleWaiting(160);
        assertThat(times.averageWaitMs()).isZero();
        times.beginWaiting(0);
        times.sampleWaiting(1_600);
        assertThat(times.averageWaitMs()).isEqualTo(1_600);
        times.sampleWaiting(3_200);
        assertThat(times.averageWaitMs()).isEqualTo(1_680);
        times.endWaiting(0);
        assertThat(times.averageWaitMs()).as("nobody waits").isZero();
    }
}
