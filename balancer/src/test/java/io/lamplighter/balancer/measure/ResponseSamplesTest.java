package io.lamplighter.balancer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.ResponseKind;
import io.lamplighter.balancer.node.ResponseSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ResponseSamplesTest {
    private static final ResponseKind REPLY = ResponseKind.REPLY;

    private final Counters counters = new Counters();
    private final ResponseSamples samples = new ResponseSamples(counters);
    private final ResponseSink one = samples.newLoop();
    private final ResponseSink two = samples.newLoop();
    private final Node node = Nodes.node(1);
    private final List<String> taken = new ArrayList<>();

    @Test
    void whatWasToldArrivesAsItWas() {
        Node other = Nodes.node(2);
        one.took(node, REPLY, 5, 10);
        one.took(other, ResponseKind.CONNECT_TIMEOUT, 7, 11);
        assertThat(samples.drainTo((which, kind, tookNs, nowNs) -> {
                    assertThat(which).isSameAs(tookNs == 5 ? node : other);
                    taken.add(kind + " " + tookNs + " at " + nowNs);
                }))
                .isEqualTo(2);
        assertThat(taken).containsExactly("REPLY 5 at 10", "CONNECT_TIMEOUT 7 at 11");
        assertThat(samples.drainTo(this::note)).isZero();
    }

    @Test
    void overAllLoopsTheOrderIsThatOfTheMoments() {
        one.took(node, REPLY, 1, 10);
        one.took(node, REPLY, 4, 40);
        two.took(node, REPLY, 2, 20);
        two.took(node, REPLY, 3, 30);
        one.took(node, REPLY, 5, 50);
        samples.drainTo(this::note);
        assertThat(taken).containsExactly("1", "2", "3", "4", "5");
    }

    @Test
    void aClockThatRunsOverKeepsTheOrder() {
        one.took(node, REPLY, 1, Long.MAX_VALUE);
        two.took(node, REPLY, 2, Long.MIN_VALUE);
        samples.drainTo(this::note);
        assertThat(taken).containsExactly("1", "2");
    }

    @Test
    void aLoopWhoseSamplesAreAllToldDropsAndCountsAndTheOthersGoOn() {
        for (int i = 0; i < ResponseSamples.SAMPLES_PER_LOOP + 3; i++) {
            one.took(node, REPLY, i, i);
        }
        two.took(node, REPLY, 7, 7);
        assertThat(counters.value(Counter.RESPONSE_TIMES_DROPPED)).isEqualTo(3);
        assertThat(samples.drainTo(this::note)).isEqualTo(ResponseSamples.SAMPLES_PER_LOOP + 1);
        assertThat(taken).startsWith("0", "1").endsWith(Integer.toString(ResponseSamples.SAMPLES_PER_LOOP - 1));

        taken.clear();
        one.took(node, REPLY, 9, 9);
        samples.drainTo(this::note);
        assertThat(taken).containsExactly("9");
        assertThat(counters.value(Counter.RESPONSE_TIMES_DROPPED)).isEqualTo(3);
    }

    @Test
    void whoIsDrainedIntoMayTellMoreWithoutEnd() {
        one.took(node, REPLY, 1, 1);
        int drained = samples.drainTo((which, kind, tookNs, nowNs) -> one.took(which, kind, tookNs, nowNs));
        assertThat(drained).isLessThanOrEqualTo(2 * ResponseSamples.SAMPLES_PER_LOOP);
    }

    @Test
    void nothingIsLostOrTornBetweenTwoThreads() throws InterruptedException {
        int told = 2_000_000;
        Thread loop = new Thread(() -> {
            for (int i = 1; i <= told; i++) {
                one.took(node, REPLY, i, -i);
            }
        });
        AtomicLong last = new AtomicLong();
        long arrived = 0;
        loop.start();
        boolean isOver = false;
        while (!isOver) {
            isOver = !loop.isAlive(); // read first, so that the last drain sees everything
            arrived += samples.drainTo((which, kind, tookNs, nowNs) -> {
                assertThat(which).isSameAs(node);
                assertThat(nowNs).isEqualTo(-tookNs);
                assertThat(tookNs).isGreaterThan(last.getAndSet(tookNs));
            });
        }
        loop.join();
        assertThat(arrived + counters.value(Counter.RESPONSE_TIMES_DROPPED)).isEqualTo(told);
        assertThat(arrived).isPositive();
    }

    private void note(Node which, ResponseKind kind, long tookNs, long nowNs) {
        taken.add(Long.toString(tookNs));
    }
}
