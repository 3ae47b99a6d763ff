package io.lamplighter.balancer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CountersTest {
    private final Counters counters = new Counters();

    @Test
    void everyCounterAndReasonStartsAtZeroAndCountsForItself() {
        counters.count(Counter.RELOADS);
        counters.count(Counter.RELOADS);
        counters.ended(EndReason.IDLE);

        for (Counter counter : Counter.values()) {
            long expected = counter == Counter.RELOADS ? 2 : counter == Counter.SESSIONS_ENDED ? 1 : 0;
            assertThat(counters.value(counter)).as(counter.name()).isEqualTo(expected);
        }
        for (EndReason reason : EndReason.values()) {
            assertThat(counters.value(reason)).as(reason.name()).isEqualTo(reason == EndReason.IDLE ? 1 : 0);
        }
    }

    @Test
    void openSessionsAreThoseOfBothKindsThatHaveNotEnded() {
        counters.count(Counter.TCP_SESSIONS);
        counters.count(Counter.UDP_SESSIONS);
        counters.count(Counter.UDP_SESSIONS);
        counters.ended(EndReason.ANSWERED);

        assertThat(counters.openSessions()).isEqualTo(2);
    }

    @Test
    void openSessionsAreNeverNegativeWhileSessionsComeAndGo() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Thread churn = new Thread(() -> {
            for (int i = 0; i < 500_000; i++) {
                counters.count(Counter.TCP_SESSIONS);
                counters.ended(EndReason.CLIENT_CLOSED);
                started.countDown();
            }
        });
        churn.start();
        started.await();

        long least = 0;
        while (churn.isAlive()) {
            least = Math.min(least, counters.openSessions());
        }
        churn.join();

        assertThat(least).isZero();
        assertThat(counters.openSessions()).isZero();
    }
}
