package io.lamplighter.balancer.pick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightTableTest {
    /** The last multiple of 7, the length of the cycle, before 2^31. */
    private static final long BEFORE_INT_OVERFLOW = Integer.MAX_VALUE - Integer.MAX_VALUE % 7;

    @ParameterizedTest
    @ValueSource(longs = {0, 7, BEFORE_INT_OVERFLOW - 7, BEFORE_INT_OVERFLOW, 7L << 40})
    void theOrderGoesOnHoweverManyPicksWereMade(long position) {
        WeightTable table = new WeightTable(new int[] {5, 1, 1}, new long[3], position);
        assertThat(next(table, 14)).isEqualTo("aabacaaaabacaa");
        assertThat(table.current()).containsExactly(0, 0, 0);
    }

    @Test
    void aCursorThatRunsOverGoesOnSomewhereInTheCycle() {
        WeightTable table = new WeightTable(new int[] {5, 1, 1}, new long[3], Long.MAX_VALUE - 349);
        String picks = next(table, 700);
        assertThat(picks.chars().filter(c -> c == 'a').count()).isCloseTo(500, within(5L));
        assertThat(picks.chars().filter(c -> c == 'b').count()).isCloseTo(100, within(2L));
    }

    @Test
    void theCurrentWeightsOfScaledWeightsAreCarriedInTheUnitOfThePublishedOnes() {
        int[] huge = {2_000_000_011, 1_000_000_007};
        WeightTable table = new WeightTable(huge, new long[2]);
        assertThat(next(table, 1)).isEqualTo("a");
        // One pick of the textbook rule: 2e9 - 3e9 and 1e9. The schedule knows them to one part in its cycle.
        assertThat(table.current()[0]).isCloseTo(-1_000_000_007L, within(30_000L));
        assertThat(table.current()[1]).isCloseTo(1_000_000_007L, within(30_000L));
        // In units of 1e9: -1 1, then b (-0.1 0.1), b (0.8 -0.8), a.
        assertThat(next(table.followedBy(new int[] {900_000_000, 1_100_000_000}), 3))
                .isEqualTo("bba");
    }

    @Test
    void currentWeightsFarBeyondTheNewWeightsHoldANodeBackForOneCycleOnly() {
        WeightTable table = new WeightTable(new int[] {1_000, 1, 1}, new long[3]);
        next(table, 1);
        assertThat(table.current()).containsExactly(-2, 1, 1);
        next(table, 400);
        WeightTable small = table.followedBy(new int[] {1, 1, 1});
        assertThat(next(small, 6).chars().distinct().count()).isEqualTo(3);
    }

    private static String next(WeightTable table, int count) {
        StringBuilder picks = new StringBuilder();
        for (int i = 0; i < count; i++) {
            picks.append((char) ('a' + table.next()));
        }
        return picks.toString();
    }
}
