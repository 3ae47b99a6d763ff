package io.lamplighter.balancer.pick;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class WeightRangesTest {
    @Property(tries = 300)
    void theEdgesOfEachRangeBelongToItsNode(@ForAll("weights") int[] weights) {
        WeightRanges ranges = new WeightRanges(weights);
        long begin = 0;
        for (int i = 0; i < weights.length; i++) {
            if (weights[i] > 0) {
                assertThat(ranges.at(begin)).isEqualTo(i);
                assertThat(ranges.at(begin + weights[i] - 1)).isEqualTo(i);
            }
            begin += weights[i];
        }
        assertThat(ranges.sum()).isEqualTo(begin);
    }

    @Provide
    Arbitrary<int[]> weights() {
        return Arbitraries.oneOf(
                        Arbitraries.integers().between(0, 5),
                        Arbitraries.integers().between(0, 65_535),
                        Arbitraries.integers().between(0, Integer.MAX_VALUE))
                .array(int[].class)
                .ofMinSize(1)
                .ofMaxSize(60);
    }

    @Test
    void thousandsOfTheLargestWeightsFit() {
        int[] weights = new int[3_000];
        Arrays.fill(weights, Integer.MAX_VALUE);
        WeightRanges ranges = new WeightRanges(weights);
        for (int i = 0; i < 3_000; i += 7) {
            assertThat(ranges.at((long) i * Integer.MAX_VALUE)).isEqualTo(i);
            assertThat(ranges.at((i + 1L) * Integer.MAX_VALUE - 1)).isEqualTo(i);
        }
    }
}
