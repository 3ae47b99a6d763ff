package io.lamplighter.balancer.node;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.BalancingMethod.LeastConn;
import io.lamplighter.balancer.config.BalancingMethod.LeastTime;
import io.lamplighter.balancer.config.BalancingMethod.RandomTwo;
import io.lamplighter.balancer.config.BalancingMethod.TimeMetric;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionTimingTest {
    private final Node node = line("10.0.0.1:1").node();
    private final NodeTimes times = node.times();

    @Test
    void aSessionOfAMethodThatDoesNotLookAtTimesTellsNothing() {
        for (BalancingMethod method : new BalancingMethod[] {new LeastConn(), new RandomTwo(Optional.empty())}) {
            SessionTiming timing = SessionTiming.begin(method, node, 0);
            assertThat(timing).isSameAs(SessionTiming.NONE);
            timing.connected(5);
            timing.firstByte(7);
            timing.ended(9, true);
        }
        assertThat(averages()).containsExactly(0, 0, 0);
        assertThat(times.halvings(1_000_000, 0)).isZero();
    }

    @Test
    void aSuccessfulSessionTellsAllThreeTimesAndThatTheNodeWasChosen() {
        for (BalancingMethod method : new BalancingMethod[] {
            new LeastTime(TimeMetric.CONNECT, false), new RandomTwo(Optional.of(TimeMetric.LAST_BYTE))
        }) {
            Node other = line("10.0.0.1:1").node();
            SessionTiming timing = SessionTiming.begin(method, other, 0);
            assertThat(other.times().waitingSessions()).isZero();
            timing.connected(5);
            timing.firstByte(7);
            timing.ended(9, true);
            assertThat(other.times().averageMs(TimeMetric.CONNECT)).isEqualTo(5);
            assertThat(other.times().averageMs(TimeMetric.FIRST_BYTE)).isEqualTo(7);
            assertThat(other.times().averageMs(TimeMetric.LAST_BYTE)).isEqualTo(9);
            assertThat(other.timeHalvings(11_000)).isEqualTo(1);
        }
    }

    @Test
    void aTryThatFailsTellsNoTimeAndWaitsNoLonger() {
        SessionTiming timing = begin(TimeMetric.CONNECT);
        assertThat(times.waitingSessions()).isEqualTo(1);
        timing.ended(60_000, false);
        assertThat(times.waitingSessions()).isZero();
        assertThat(averages()).containsExactly(0, 0, 0);
    }

    @Test
    void withInflightASessionWaitsUntilTheTimeThatCounts() {
        SessionTiming connect = begin(TimeMetric.CONNECT);
        SessionTiming firstByte = begin(TimeMetric.FIRST_BYTE);
        SessionTiming lastByte = begin(TimeMetric.LAST_BYTE);
        for (int waiting = 3; waiting >= 0; waiting--) {
            assertThat(times.waitingSessions()).isEqualTo(waiting);
            switch (waiting) {
                case 3 -> {
                    connect.connected(1);
                    firstByte.connected(1);
                    lastByte.connected(1);
                }
                case 2 -> {
                    connect.firstByte(2);
                    firstByte.firstByte(2);
                    lastByte.firstByte(2);
                }
                default -> {
                    connect.ended(3, true);
                    firstByte.ended(3, true);
                    lastByte.ended(3, true);
                }
            }
        }
    }

    @Test
    void sessionsOfManyLoopsLeaveNobodyWaiting() {
        Together.count(4, () -> {
            for (int i = 0; i < 10_000; i++) {
                SessionTiming timing = SessionTiming.begin(new LeastTime(TimeMetric.CONNECT, true), node, i * 7L);
                times.sampleWaiting(i * 7L);
                timing.connected(3);
                timing.ended(4, true);
            }
            return true;
        });
        assertThat(times.waitingSessions()).isZero();
        times.beginWaiting(1_600);
        assertThat(times.meanWaitMs(3_200)).as("nothing is left of the moments").isEqualTo(1_600);
    }

    private SessionTiming begin(TimeMetric metric) {
        return SessionTiming.begin(new LeastTime(metric, true), node, 0);
    }

    private int[] averages() {
        return new int[] {
            times.averageMs(TimeMetric.CONNECT),
            times.averageMs(TimeMetric.FIRST_BYTE),
            times.averageMs(TimeMetric.LAST_BYTE)
        };
    }
}
