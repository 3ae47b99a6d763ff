package io.lamplighter.balancer.node;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NodeBorrowTest {
    @Test
    void maxConnsIsTheMostAtATimeAndAPlaceGivenBackIsFree() {
        Node node = line("10.0.0.1:1").maxConns(3).node();
        for (int i = 0; i < 3; i++) {
            assertThat(node.tryBorrow(0)).isTrue();
        }
        assertThat(node.canBorrow(0)).isFalse();
        assertThat(node.tryBorrow(0)).isFalse();
        assertThat(node.inFlight()).isEqualTo(3);
        node.release();
        assertThat(node.tryBorrow(0)).isTrue();
    }

    @Test
    void maxConnsZeroIsNoLimit() {
        Node node = line("10.0.0.1:1").node();
        for (int i = 0; i < 5_000; i++) {
            assertThat(node.tryBorrow(0)).isTrue();
        }
        assertThat(node.inFlight()).isEqualTo(5_000);
    }

    @Test
    void theCallersLimitHoldsBesideMaxConns() {
        Node limited = line("10.0.0.1:1").maxConns(3).node();
        assertThat(limited.tryBorrow(0, 1)).isTrue();
        assertThat(limited.tryBorrow(0, 1)).isFalse();
        assertThat(limited.tryBorrow(0, 9)).isTrue();
        assertThat(limited.tryBorrow(0, 9)).isTrue();
        assertThat(limited.tryBorrow(0, 9)).isFalse();
        Node unlimited = line("10.0.0.1:1").node();
        assertThat(unlimited.tryBorrow(0, 1)).isTrue();
        assertThat(unlimited.tryBorrow(0, 1)).isFalse();
    }

    @Test
    void aNodeThatIsDownIsNeverLent() {
        Node node = line("10.0.0.1:1").down().node();
        assertThat(node.canBorrow(0)).isFalse();
        assertThat(node.tryBorrow(0)).isFalse();
        assertThat(node.inFlight()).isZero();
    }

    @Test
    void eightLoopsTogetherNeverExceedMaxConns() {
        Node node = line("10.0.0.1:1").maxConns(3).node();
        AtomicInteger most = new AtomicInteger();
        Together.count(8, () -> {
            for (int i = 0; i < 2_000; i++) {
                if (node.tryBorrow(0)) {
                    most.accumulateAndGet(node.inFlight(), Math::max);
                    node.release();
                }
            }
            return true;
        });
        assertThat(most.get()).isBetween(1, 3);
        assertThat(node.inFlight()).isZero();
    }
}
