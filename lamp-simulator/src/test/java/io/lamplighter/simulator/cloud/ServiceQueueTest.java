package io.lamplighter.simulator.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ServiceQueueTest {
    private static final int MANY = 1_000_000;

    @Test
    void oneCoreServesOneAfterTheOther() {
        ServiceQueue queue = new ServiceQueue(1, MANY, 1000);

        assertThat(queue.admit(1000, 10)).isEqualTo(1010);
        assertThat(queue.admit(1000, 10)).isEqualTo(1020);
        assertThat(queue.admit(1005, 10)).isEqualTo(1030);
        assertThat(queue.admit(1100, 10)).isEqualTo(1110);
    }

    @Test
    void aRequestTakesTheCoreThatIsFreeFirst() {
        ServiceQueue queue = new ServiceQueue(2, MANY, 0);

        assertThat(queue.admit(0, 30)).isEqualTo(30);
        assertThat(queue.admit(0, 10)).isEqualTo(10);
        assertThat(queue.admit(5, 10)).isEqualTo(20);
        assertThat(queue.admit(5, 20)).isEqualTo(40);
        assertThat(queue.admit(5, 1)).isEqualTo(31);
    }

    @Test
    void busyTimeIsWhatWasServedSoFarAndNotWhatIsPromised() {
        ServiceQueue queue = new ServiceQueue(2, MANY, 0);
        queue.admit(0, 100);
        queue.admit(0, 40);
        queue.admit(0, 20);

        assertThat(queue.busyNs(0)).isZero();
        assertThat(queue.busyNs(10)).isEqualTo(20);
        assertThat(queue.busyNs(50)).isEqualTo(100);
        assertThat(queue.busyNs(70)).isEqualTo(130);
        assertThat(queue.busyNs(100)).isEqualTo(160);
        assertThat(queue.busyNs(1000)).isEqualTo(160);
    }

    @Test
    void theQueueIsFullAtItsLimitAndHasRoomAgainWhenOneIsDone() {
        ServiceQueue queue = new ServiceQueue(1, 2, 0);
        queue.admit(0, 10);
        assertThat(queue.isFull()).isFalse();
        queue.admit(0, 10);
        assertThat(queue.isFull()).isTrue();

        queue.done();

        assertThat(queue.isFull()).isFalse();
        assertThat(queue.inside()).isEqualTo(1);
    }

    @Test
    void aMachineWithoutCoresIsRefused() {
        assertThatThrownBy(() -> new ServiceQueue(0, 1, 0))
                .hasMessage("cores and limit must be at least 1, found 0 and 1");
    }

    /** The shortcut (no look back) against the definition: the part of every service that lies before the moment. */
    @Property(tries = 200)
    void busyTimeIsTheSumOfTheServedPartsOfAllRequests(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int cores) {
        SplittableRandom random = new SplittableRandom(seed);
        ServiceQueue queue = new ServiceQueue(cores, MANY, 0);
        List<long[]> services = new ArrayList<>();
        long nowNs = 0;
        for (int i = 0; i < 50; i++) {
            nowNs += random.nextLong(100);
            long serviceNs = random.nextLong(1, 200);
            long endNs = queue.admit(nowNs, serviceNs);
            services.add(new long[] {endNs - serviceNs, endNs});
        }
        long momentNs = nowNs + random.nextLong(2000);

        long expectedNs = services.stream()
                .mapToLong(service -> Math.max(0, Math.min(momentNs, service[1]) - service[0]))
                .sum();
        assertThat(queue.busyNs(momentNs)).isEqualTo(expectedNs);
    }
}
