package io.lamplighter.simulator.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EstimateTest {
    @Test
    void theIntervalIsThatOfStudent() {
        // The squares are 9 + 1 + 0 + 1 + 9, so the standard error is sqrt(20 / 4 / 5) = 1, and t is 2.7764.
        Estimate estimate = Estimate.of(2, 4, 5, 6, 8);
        assertThat(estimate.mean()).isEqualTo(5);
        assertThat(estimate.halfWidth()).isEqualTo(2.7764, within(1e-12));
        assertThat(estimate.low()).isEqualTo(2.2236, within(1e-9));
        assertThat(estimate.high()).isEqualTo(7.7764, within(1e-9));
    }

    @Test
    void oneRepetitionHasNoInterval() {
        assertThat(Estimate.of(3).halfWidth()).isNaN();
    }

    @Test
    void pairsCancelWhatTheyShare() {
        double[] base = {10, 20, 30};
        double[] fivePercentMore = {11, 21, 31};
        Estimate difference = Estimate.percentDifference(fivePercentMore, base);
        assertThat(difference.mean()).isEqualTo(5, within(1e-12));
        assertThat(difference.halfWidth()).isEqualTo(0, within(1e-12));
    }

    @Test
    void quantilesGoOnBeyondTheTable() {
        assertThat(Estimate.t(30)).isEqualTo(2.0423, within(1e-4));
        assertThat(Estimate.t(31)).isEqualTo(2.0395, within(2e-4));
        assertThat(Estimate.t(60)).isEqualTo(2.0003, within(1e-4));
        assertThat(Estimate.t(1_000_000)).isEqualTo(1.95996, within(1e-4));
    }
}
