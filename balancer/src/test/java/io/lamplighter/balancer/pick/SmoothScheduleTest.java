package io.lamplighter.balancer.pick;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmoothScheduleTest {
    @ParameterizedTest
    @CsvSource({
        "5 1 1, aabacaa",
        "4 2 1, abacaba",
        "3 3 1, abcabab",
        "1 2, bab",
        "10 5 3, abacabaabcaabacaba",
        "1 1 1, abc",
        "7, a",
        "0 3, b",
        "30 10 20, acabca",
    })
    void theOrderIsNginxs(String weights, String expected) {
        SmoothSchedule schedule = schedule(ints(weights));
        assertThat(schedule.runIn()).isZero();
        assertThat(order(schedule, 0, schedule.cycle())).isEqualTo(expected);
        assertThat(order(schedule, 0, 2 * schedule.cycle())).isEqualTo(expected + expected);
    }

    @Test
    void theCurrentWeightsAfterEachPickAreThoseOfTheTable() {
        SmoothSchedule schedule = schedule(5, 1, 1);
        long[][] expected = {{-2, 1, 1}, {-4, 2, 2}, {1, -4, 3}, {-1, -3, 4}, {4, -2, -2}, {2, -1, -1}, {0, 0, 0}};
        for (int i = 0; i < expected.length; i++) {
            assertThat(schedule.currentAfter(i + 1, 7)).containsExactly(expected[i]);
        }
    }

    @Property(tries = 500)
    void theOrderIsThatOfTheTextbookFromAnyCurrentWeights(@ForAll("weights") int[] weights, @ForAll long seed) {
        long sum = SmoothSchedule.sum(weights);
        long[] current = new Random(seed).longs(weights.length, -sum, sum + 1).toArray();
        SmoothSchedule schedule = SmoothSchedule.of(weights, current);
        int length = schedule.runIn() + 3 * schedule.cycle();
        int[] expected = textbook(weights, current.clone(), length);
        assertThat(positions(schedule, length)).containsExactly(expected);
    }

    @Property(tries = 500)
    void theRunInNeverHitsItsBound(@ForAll("weights") int[] weights, @ForAll long seed) {
        long sum = SmoothSchedule.sum(weights);
        long[] current = new Random(seed)
                .ints(weights.length, 0, 2)
                .asLongStream()
                .map(side -> side == 0 ? -sum : sum)
                .toArray();
        SmoothSchedule schedule = SmoothSchedule.of(weights, current);
        // Had it hit the bound, the carried current weights would have been dropped.
        assertThat(schedule.currentAfter(0, sum)).containsExactly(current);
    }

    @Provide
    Arbitrary<int[]> weights() {
        return Arbitraries.integers()
                .between(0, 60)
                .array(int[].class)
                .ofMinSize(1)
                .ofMaxSize(40)
                .filter(w -> SmoothSchedule.sum(w) > 0);
    }

    /**
     * Before a pick the current weights sum up to the sum of the weights, so the largest is above 0, and above minus the
     * sum once the pick is paid for; the others only grow. What a node got above its share is its current weight, negated.
     */
    @Property(tries = 200)
    void noNodeIsEverAWholePickAboveItsShareAndACycleIsExact(@ForAll("weights") int[] weights) {
        SmoothSchedule schedule = schedule(weights);
        long sum = SmoothSchedule.sum(weights);
        long[] got = new long[weights.length];
        for (int k = 0; k < schedule.cycle(); k++) {
            int picked = schedule.at(k);
            got[picked]++;
            assertThat(got[picked] * sum - (k + 1L) * weights[picked]).isLessThan(sum);
        }
        for (int i = 0; i < got.length; i++) {
            assertThat(got[i] * sum).isEqualTo((long) weights[i] * schedule.cycle());
        }
    }

    @Test
    void aPositionThatRanOverIsStillAPlaceInTheOrder() {
        SmoothSchedule schedule = SmoothSchedule.of(new int[] {5, 0, 1}, new long[] {-6, -4, 6});
        assertThat(schedule.runIn()).isPositive();
        for (long position : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -1, Integer.MAX_VALUE + 1L, 1L << 40}) {
            assertThat(schedule.at(position)).isIn(0, 2);
            assertThat(schedule.inCycle(position)).isIn(0, 2);
            assertThat(schedule.currentAfter(position, 6)).hasSize(3);
        }
        assertThat(schedule.at((1L << 40) * schedule.cycle() + schedule.runIn()))
                .isEqualTo(schedule.inCycle(0));
    }

    @Test
    void hugeWeightsAreScaledToTheBoundAndKeepTheirShares() {
        SmoothSchedule schedule = schedule(Integer.MAX_VALUE, Integer.MAX_VALUE - 1, 1, 0);
        assertThat(schedule.cycle()).isLessThanOrEqualTo(SmoothSchedule.MAX_CYCLE);
        int[] got = new int[4];
        for (int k = 0; k < schedule.cycle(); k++) {
            got[schedule.at(k)]++;
        }
        assertThat(got[0]).isBetween(schedule.cycle() / 2 - 2, schedule.cycle() / 2 + 2);
        assertThat(got[1]).isBetween(schedule.cycle() / 2 - 2, schedule.cycle() / 2 + 2);
        assertThat(got[2]).isEqualTo(1);
        assertThat(got[3]).isZero();
    }

    @Test
    void aBriefScheduleIsTheSameForFewNodesAndNearForThousands() {
        assertThat(order(SmoothSchedule.brief(new int[] {5, 1, 1}, new long[3]), 0, 7))
                .isEqualTo("aabacaa");
        long seed = 20261130;
        int[] weights = new Random(seed).ints(3_000, 1, 101).toArray();
        SmoothSchedule schedule = SmoothSchedule.brief(weights, new long[3_000]);
        assertThat(schedule.cycle()).isLessThanOrEqualTo(SmoothSchedule.MAX_BRIEF_CYCLE);
        int[] got = new int[weights.length];
        for (int k = 0; k < schedule.cycle(); k++) {
            got[schedule.at(k)]++;
        }
        double picksPerWeight = (double) (SmoothSchedule.MAX_BRIEF_CYCLE - 3_000) / SmoothSchedule.sum(weights);
        for (int i = 0; i < weights.length; i++) {
            double share = weights[i] * picksPerWeight;
            assertThat(got[i]).as("seed " + seed).isBetween((int) Math.max(1, Math.ceil(share - 0.5)), (int)
                    Math.max(1, share + 0.5));
        }
    }

    @Test
    void hugeWeightsWithALargeCommonDivisorNeedNoScaling() {
        assertThat(order(schedule(1_000_000_000, 500_000_000), 0, 3)).isEqualTo("aba");
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void threeThousandNodesWithManyWeightsAreScheduledInProportion() {
        long seed = 20261130;
        int[] weights = new Random(seed).ints(3_000, 1, 100).toArray();
        SmoothSchedule schedule = schedule(weights);
        int[] got = new int[weights.length];
        for (int k = 0; k < schedule.cycle(); k++) {
            got[schedule.at(k)]++;
        }
        assertThat(got).as("seed " + seed).containsExactly(weights);
    }

    @Test
    void noWeightAtAllIsAnEmptySchedule() {
        assertThat(schedule(0, 0).isEmpty()).isTrue();
    }

    private static SmoothSchedule schedule(int... weights) {
        return SmoothSchedule.of(weights, new long[weights.length]);
    }

    private static int[] ints(String text) {
        return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
    }

    private static String order(SmoothSchedule schedule, int from, int count) {
        StringBuilder order = new StringBuilder();
        for (int k = from; k < from + count; k++) {
            order.append((char) ('a' + schedule.at(k)));
        }
        return order.toString();
    }

    private static int[] positions(SmoothSchedule schedule, int count) {
        int[] order = new int[count];
        for (int k = 0; k < count; k++) {
            order[k] = schedule.at(k);
        }
        return order;
    }

    /** The rule as it is told, by looking at every node in every step. */
    private static int[] textbook(int[] weights, long[] current, int count) {
        long sum = SmoothSchedule.sum(weights);
        int[] order = new int[count];
        for (int k = 0; k < count; k++) {
            int best = -1;
            for (int i = 0; i < weights.length; i++) {
                current[i] += weights[i];
                best = weights[i] > 0 && (best < 0 || current[i] > current[best]) ? i : best;
            }
            current[best] -= sum;
            order[k] = best;
        }
        return order;
    }
}
