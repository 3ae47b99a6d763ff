package io.lamplighter.balancer.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WindowTest {
    @Test
    void theOldestValueLeavesWhenThereIsNoRoom() {
        Window window = new Window(3, Long.MAX_VALUE);
        for (double value : new double[] {9, 1, 5, 4}) {
            window.add(value, 0);
        }

        assertThat(window.toArray()).containsExactly(1, 5, 4);
        assertThat(window.newest()).isEqualTo(4);
        assertThat(window.least()).isEqualTo(1);
        assertThat(window.greatest()).isEqualTo(5);
    }

    @Test
    void aValueLeavesWhenItIsOlderThanTheGreatestAge() {
        Window window = new Window(3, 100);
        window.add(1, 1_000);
        window.add(2, 1_050);

        window.dropOld(1_100);
        assertThat(window.size()).isEqualTo(2);
        window.dropOld(1_101);
        assertThat(window.toArray()).containsExactly(2);
        window.dropOld(1_151);
        assertThat(window.size()).isZero();
        assertThat(window.mean()).isNaN();
    }

    @Test
    void agesAreRightWhenTheClockRunsOver() {
        Window window = new Window(3, 100);
        window.add(1, Long.MAX_VALUE - 10);

        window.dropOld(Long.MIN_VALUE + 50);
        assertThat(window.size()).isEqualTo(1);
        window.dropOld(Long.MIN_VALUE + 95);
        assertThat(window.size()).isZero();
    }

    @Test
    void theMeanOfHugeValuesIsFinite() {
        Window window = new Window(2, 0);
        window.add(Double.MAX_VALUE, 0);
        window.add(Double.MAX_VALUE, 0);

        assertThat(window.mean()).isEqualTo(Double.MAX_VALUE);
    }

    @Test
    void anImpossibleWindowIsRefusedByItsNumbers() {
        assertThatThrownBy(() -> new Window(0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
        assertThatThrownBy(() -> new Window(1, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }

    @Property(tries = 300)
    void itIsAQueueWithALeastAndAGreatestWhateverComesAndGoes(
            @ForAll @IntRange(min = 1, max = 12) int capacity, @ForAll long seed) {
        Random random = new Random(seed);
        Window window = new Window(capacity, 20);
        Deque<Double> values = new ArrayDeque<>();
        Deque<Long> times = new ArrayDeque<>();
        long now = random.nextLong();
        for (int i = 0; i < 100; i++) {
            now += random.nextInt(8);
            double value = random.nextInt(10);
            window.dropOld(now);
            window.add(value, now);
            values.add(value);
            times.add(now);
            while (values.size() > capacity || now - times.getFirst() > 20) {
                values.removeFirst();
                times.removeFirst();
            }

            assertThat(window.toArray()).containsExactly(values.toArray(Double[]::new));
            assertThat(window.newest()).isEqualTo(value);
            assertThat(window.least()).isEqualTo(Collections.min(values));
            assertThat(window.greatest()).isEqualTo(Collections.max(values));
            assertThat(window.mean())
                    .isCloseTo(values.stream().mapToDouble(v -> v).average().orElseThrow(), within(1e-9));
        }
    }
}
