package io.lamplighter.simulator.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.simulator.cloud.ServiceTime.Distribution;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ServiceTimeTest {
    private static final int DRAWS = 100_000;

    @Test
    void fixedTimesAreAlwaysTheMean() {
        LongSupplier times = ServiceTime.of(Distribution.FIXED, 2_000_000, new SplittableRandom(1));

        assertThat(LongStream.generate(times).limit(5)).containsOnly(2_000_000L);
    }

    /** The standard error of the mean is 0.53 / sqrt(100,000) = 0.17 %; the bound is six of them. */
    @Test
    void lognormalTimesHaveTheMeanThatWasAskedForAndVary() {
        LongSupplier times = ServiceTime.of(Distribution.LOGNORMAL, 2_000_000, new SplittableRandom(1));
        long[] drawn = LongStream.generate(times).limit(DRAWS).sorted().toArray();

        assertThat(LongStream.of(drawn).average().orElseThrow()).isCloseTo(2e6, within(0.01 * 2e6));
        assertThat(drawn[0]).isPositive();
        // The median of a lognormal distribution is mean / exp(sigma² / 2).
        assertThat((double) drawn[DRAWS / 2]).isCloseTo(2e6 / Math.exp(0.125), within(0.02 * 2e6));
    }

    /** Standard error 1 / sqrt(100,000) = 0.3 %; half of the values lie below mean · ln 2. */
    @Test
    void exponentialTimesHaveTheirMeanAndMedian() {
        long[] drawn = sorted(Distribution.EXPONENTIAL);

        assertThat(LongStream.of(drawn).average().orElseThrow()).isCloseTo(2e6, within(0.02 * 2e6));
        assertThat((double) drawn[DRAWS / 2]).isCloseTo(2e6 * Math.log(2), within(0.02 * 2e6));
    }

    /** The least value is mean · 1.5 / 2.5; one in a thousand takes 1000^0.4 times as long, 9.5 means. */
    @Test
    void paretoTimesHaveTheirLeastValueTheirMeanAndALongTail() {
        long[] drawn = sorted(Distribution.PARETO);

        assertThat((double) drawn[0]).isCloseTo(1.2e6, within(1e3));
        assertThat(LongStream.of(drawn).average().orElseThrow()).isCloseTo(2e6, within(0.05 * 2e6));
        assertThat((double) drawn[DRAWS - DRAWS / 1000]).isCloseTo(9.5 * 2e6, within(0.3 * 9.5 * 2e6));
    }

    private static long[] sorted(Distribution distribution) {
        LongSupplier times = ServiceTime.of(distribution, 2_000_000, new SplittableRandom(1));
        return LongStream.generate(times).limit(DRAWS).sorted().toArray();
    }
}
