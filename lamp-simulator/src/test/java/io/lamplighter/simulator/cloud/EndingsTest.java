package io.lamplighter.simulator.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class EndingsTest {
    private final Endings<String> endings = new Endings<>();

    @Test
    void nothingEndsWhereNothingIs() {
        assertThat(endings.firstEndNs()).isInfinite();
        endings.add(1, "a");
        endings.clear();

        assertThat(endings.firstEndNs()).isInfinite();
        assertThat(endings.size()).isZero();
    }

    /** Against Java's queue; a job is its own end, so that a job which lost its end shows. */
    @Property(tries = 100)
    void theFirstToEndComesFirst(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Endings<Double> heap = new Endings<>();
        PriorityQueue<Double> model = new PriorityQueue<>();
        for (int step = 0; step < 300; step++) {
            if (model.isEmpty() || random.nextInt(5) < 3) {
                double endNs = random.nextInt(40);
                heap.add(endNs, endNs);
                model.add(endNs);
            } else {
                assertThat(heap.firstEndNs()).isEqualTo(model.peek());
                assertThat(heap.removeFirst()).isEqualTo(model.remove());
            }
            assertThat(heap.size()).isEqualTo(model.size());
        }
        while (!model.isEmpty()) {
            assertThat(heap.removeFirst()).isEqualTo(model.remove());
        }
    }
}
