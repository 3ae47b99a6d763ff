package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RoundClockTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final int ROUNDS = 10_000;

    private final long seed = System.nanoTime();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final RoundClock clock = new RoundClock(Duration.ofSeconds(1), random::nextDouble, 0);

    @Test
    void eachWaitIsTheIntervalGiveOrTakeATenthAndTheyDiffer() {
        System.out.println("RoundClockTest seed " + seed);
        long nowNs = 0;
        long shortest = Long.MAX_VALUE;
        long longest = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long waitNs = clock.waitNs(nowNs);
            shortest = Math.min(shortest, waitNs);
            longest = Math.max(longest, waitNs);
            nowNs += waitNs;
        }

        assertThat(shortest).isBetween(SECOND_NS * 9 / 10, SECOND_NS * 91 / 100);
        assertThat(longest).isBetween(SECOND_NS * 109 / 100, SECOND_NS * 11 / 10);
    }

    @Test
    void onAverageThereIsOneRoundPerIntervalHoweverLongOneTakes() {
        System.out.println("RoundClockTest seed " + seed);
        long nowNs = 0;
        for (int i = 0; i < ROUNDS; i++) {
            nowNs += clock.waitNs(nowNs);
            nowNs += random.nextLong(SECOND_NS / 4); // the round itself; the last one is part of the sum
        }

        // An even draw of +-0.1 has a standard deviation of 0.1/sqrt(3); six of the mean's are one in a billion.
        double sixSigmas = 6 * 0.1 / Math.sqrt(3) / Math.sqrt(ROUNDS);
        assertThat((double) nowNs / ROUNDS / SECOND_NS).isCloseTo(1, within(sixSigmas + 0.25 / ROUNDS));
    }

    @Test
    void roundsThatWereSleptThroughAreNotMadeUpFor() {
        long nowNs = clock.waitNs(0) + 3_600 * SECOND_NS;

        long first = clock.waitNs(nowNs);
        long second = clock.waitNs(nowNs + first);

        assertThat(first).isBetween(SECOND_NS * 9 / 10, SECOND_NS * 11 / 10);
        assertThat(second).isBetween(SECOND_NS * 9 / 10, SECOND_NS * 11 / 10);
    }
}
