package io.lamplighter.balancer.node;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The steady clock may begin anywhere, so these tests begin below 0. */
class NodeHealthTest {
    private static final long T0 = -5_000;

    @Test
    void aNodeIsLeftAloneForFailTimeoutAfterMaxFails() {
        Node node = line("10.0.0.1:1").maxFails(3, 2_000).node();
        assertThat(node.failed(T0)).isFalse();
        assertThat(node.failed(T0 + 1)).isFalse();
        assertThat(node.isUsable(T0 + 1)).isTrue();
        assertThat(node.failed(T0 + 2)).isTrue();
        assertThat(node.isUsable(T0 + 3)).isFalse();
        assertThat(node.tryBorrow(T0 + 2_002)).isFalse();
        assertThat(node.isUsable(T0 + 2_003)).isTrue();
        assertThat(node.tryBorrow(T0 + 2_003)).isTrue();
    }

    @Test
    void onlyOneSessionTriesAFailedNodeInEachFailTimeout() {
        Node node = failedAt(T0);
        long dueMs = T0 + 2_001;
        assertThat(node.tryBorrow(dueMs)).isTrue();
        assertThat(node.tryBorrow(dueMs)).isFalse();
        assertThat(node.tryBorrow(dueMs + 2_000)).isFalse();
        assertThat(node.tryBorrow(dueMs + 2_001)).isTrue();
        assertThat(node.inFlight()).isEqualTo(2);
    }

    @Test
    void aTryThatSucceedsClearsTheFailures() {
        Node node = failedAt(T0);
        assertThat(node.tryBorrow(T0 + 2_001)).isTrue();
        node.succeeded();
        assertThat(node.tryBorrow(T0 + 2_001)).isTrue();
        assertThat(node.tryBorrow(T0 + 2_001)).isTrue();
    }

    @Test
    void aTryThatFailsLeavesTheNodeAloneForAnotherFailTimeout() {
        Node node = failedAt(T0);
        assertThat(node.tryBorrow(T0 + 2_001)).isTrue();
        node.release();
        assertThat(node.failed(T0 + 2_500)).isTrue();
        assertThat(node.tryBorrow(T0 + 4_500)).isFalse();
        assertThat(node.tryBorrow(T0 + 4_501)).isTrue();
    }

    @Test
    void aSuccessOfASessionFromBeforeTheFailureClearsNothing() {
        Node node = line("10.0.0.1:1").maxFails(1, 2_000).node();
        assertThat(node.tryBorrow(T0)).isTrue();
        node.failed(T0 + 1);
        node.succeeded();
        assertThat(node.isUsable(T0 + 2)).isFalse();
    }

    @Test
    void failuresWithinFailTimeoutAddUpAlthoughOthersSucceedBetweenThem() {
        Node node = line("10.0.0.1:1").maxFails(2, 2_000).node();
        node.failed(T0);
        assertThat(node.tryBorrow(T0 + 100)).isTrue();
        node.succeeded();
        assertThat(node.failed(T0 + 200)).isTrue();
    }

    @Test
    void aFailureOlderThanFailTimeoutIsForgottenByTheNextSuccess() {
        Node node = line("10.0.0.1:1").maxFails(2, 2_000).node();
        node.failed(T0);
        assertThat(node.tryBorrow(T0 + 2_001)).isTrue();
        node.succeeded();
        assertThat(node.failed(T0 + 2_002)).isFalse();
        assertThat(node.isUsable(T0 + 2_003)).isTrue();
    }

    @Test
    void maxFailsZeroNeverDisables() {
        Node node = line("10.0.0.1:1").maxFails(0, 2_000).node();
        for (int i = 0; i < 100; i++) {
            assertThat(node.failed(T0)).isFalse();
        }
        assertThat(node.tryBorrow(T0)).isTrue();
    }

    @Test
    void aTryThatFindsTheNodeFullIsNotUsedUp() {
        Node node = line("10.0.0.1:1").maxFails(1, 2_000).maxConns(1).node();
        assertThat(node.tryBorrow(T0)).isTrue();
        node.failed(T0);
        assertThat(node.tryBorrow(T0 + 2_001)).as("full").isFalse();
        node.release();
        assertThat(node.tryBorrow(T0 + 2_001)).isTrue();
    }

    @Test
    void ofManySessionsThatFindATryDueExactlyOneGetsIt() {
        for (int round = 0; round < 200; round++) {
            Node node = failedAt(T0);
            assertThat(Together.count(4, () -> node.tryBorrow(T0 + 2_001))).isEqualTo(1);
            assertThat(node.inFlight()).isEqualTo(1);
        }
    }

    @Test
    void failuresReportedTogetherAllCount() {
        Node node = line("10.0.0.1:1").maxFails(400, 2_000).node();
        int disabling = 0;
        for (int round = 0; round < 100; round++) {
            disabling += Together.count(4, () -> node.failed(T0));
        }
        assertThat(disabling).isEqualTo(1);
    }

    private static Node failedAt(long nowMs) {
        Node node = line("10.0.0.1:1").maxFails(1, 2_000).node();
        assertThat(node.failed(nowMs)).isTrue();
        return node;
    }
}
