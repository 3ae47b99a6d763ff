package io.lamplighter.balancer.pick;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SlotsTest {
    @Test
    void nineSessionsAtThreeEqualServersLeaveFourFourAndFiveSlots() {
        assertThat(slots(1_250, 9, 1, 1, 1)).containsExactly(4, 4, 5);
    }

    @Test
    void theFirstSessionsFindASlotEverywhere() {
        assertThat(slots(1_250, 0, 1, 1, 1)).containsExactly(1, 1, 1);
        assertThat(slots(1_001, 3, 5, 1, 1)).containsExactly(3, 1, 1);
    }

    @Test
    void slotsAreInProportionToTheWeights() {
        assertThat(slots(1_250, 799, 5, 3, 2)).containsExactly(500, 300, 200);
        assertThat(slots(2_000, 99, 0, 1, 3)).containsExactly(0, 50, 150);
    }

    @Property(tries = 500)
    void slotsAddUpToTheTotalAndAreTheFormulasWhateverTheSizes(
            @ForAll("weights") int[] weights,
            @ForAll @IntRange(min = 1_001, max = 999_999) int balance,
            @ForAll @IntRange(min = 0) int served) {
        Slots slots = new Slots(weights, balance);
        long total = slots.total(served);
        BigInteger sum =
                BigInteger.valueOf(Arrays.stream(weights).asLongStream().sum());
        BigInteger before = BigInteger.ZERO;
        for (int i = 0; i < weights.length; i++) {
            BigInteger end = before.add(BigInteger.valueOf(weights[i]));
            BigInteger exact =
                    times(end, total).divide(sum).subtract(times(before, total).divide(sum));
            int expected = weights[i] == 0
                    ? 0
                    : exact.max(BigInteger.ONE)
                            .min(BigInteger.valueOf(Integer.MAX_VALUE))
                            .intValueExact();
            assertThat(slots.of(i, total)).isEqualTo(expected);
            before = end;
        }
    }

    @Provide
    Arbitrary<int[]> weights() {
        return Arbitraries.integers()
                .between(0, 65_535)
                .array(int[].class)
                .ofMinSize(1)
                .ofMaxSize(20)
                .filter(w -> SmoothSchedule.sum(w) > 0);
    }

    @Test
    void threeThousandOfTheLargestWeightsDoNotOverflow() {
        int[] weights = new int[3_000];
        Arrays.fill(weights, 65_535);
        Slots slots = new Slots(weights, 999_999);
        long total = slots.total(Integer.MAX_VALUE);
        assertThat(total).isEqualTo(2_147_481_500_517L);
        assertThat(IntStream.range(0, 3_000).mapToLong(i -> slots.of(i, total)).sum())
                .isEqualTo(total);
    }

    @Test
    void aTotalIsRoundedUpInThousandths() {
        assertThat(new Slots(new int[] {1}, 1_250).total(9)).isEqualTo(13);
        assertThat(new Slots(new int[] {1}, 1_001).total(999)).isEqualTo(1_001);
        assertThat(new Slots(new int[] {1}, 1_001).total(1_000)).isEqualTo(1_003);
    }

    private static BigInteger times(BigInteger a, long b) {
        return a.multiply(BigInteger.valueOf(b));
    }

    private static int[] slots(int balance, int served, int... weights) {
        Slots slots = new Slots(weights, balance);
        return IntStream.range(0, weights.length)
                .map(i -> slots.of(i, slots.total(served)))
                .toArray();
    }
}
