package io.lamplighter.balancer.node;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.BalancingMethod.Adaptive;
import io.lamplighter.balancer.config.BalancingMethod.Arima;
import io.lamplighter.balancer.config.BalancingMethod.LeastConn;
import io.lamplighter.balancer.config.BalancingMethod.LeastTime;
import io.lamplighter.balancer.config.BalancingMethod.PickOrder;
import io.lamplighter.balancer.config.BalancingMethod.RandomTwo;
import io.lamplighter.balancer.config.BalancingMethod.ResponseTime;
import io.lamplighter.balancer.config.BalancingMethod.TimeMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SessionTimingTest {
    private static final ResponseSink NOBODY = (node, kind, tookNs, nowNs) -> {
        throw new AssertionError("nobody wants response times");
    };

    private final Node node = line("10.0.0.1:1").node();
    private final List<String> told = new ArrayList<>();
    private final ResponseSink sink = (which, kind, tookNs, nowNs) -> {
        assertThat(which).isSameAs(node);
        told.add(kind + " " + tookNs + " at " + nowNs);
    };
    private final NodeTimes times = node.times();

    @Test
    void aSessionOfAMethodThatDoesNotLookAtTimesTellsNothing() {
        for (BalancingMethod method : new BalancingMethod[] {new LeastConn(), new RandomTwo(Optional.empty())}) {
            SessionTiming timing = SessionTiming.begin(method, node, 0, NOBODY);
            assertThat(timing).isSameAs(SessionTiming.NONE);
            timing.connected(5_000_000);
            timing.firstByte(7);
            timing.ended(9, true, 0);
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
            SessionTiming timing = SessionTiming.begin(method, other, 0, NOBODY);
            assertThat(other.times().waitingSessions()).isZero();
            timing.connected(5_000_000);
            timing.firstByte(7);
            timing.ended(9, true, 0);
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
        timing.ended(60_000, false, 0);
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
                    connect.ended(3, true, 0);
                    firstByte.ended(3, true, 0);
                    lastByte.ended(3, true, 0);
                }
            }
        }
    }

    @Test
    void sessionsOfManyLoopsLeaveNobodyWaiting() {
        Together.count(4, () -> {
            for (int i = 0; i < 10_000; i++) {
                SessionTiming timing =
                        SessionTiming.begin(new LeastTime(TimeMetric.CONNECT, true), node, i * 7L, NOBODY);
                times.sampleWaiting(i * 7L);
                timing.connected(3_000_000);
                timing.ended(4, true, 0);
            }
            return true;
        });
        assertThat(times.waitingSessions()).isZero();
        times.beginWaiting(1_600);
        assertThat(times.meanWaitMs(3_200)).as("nothing is left of the moments").isEqualTo(1_600);
    }

    @ParameterizedTest
    @MethodSource("forecasting")
    void aMethodThatForecastsIsToldEachExchange(BalancingMethod method) {
        SessionTiming timing = SessionTiming.begin(method, node, 0, sink);
        timing.connected(5);
        timing.firstByte(7);
        timing.exchanged(20, 100);
        timing.exchanged(30, 200);
        timing.ended(9, true, 300);
        assertThat(told).containsExactly("REPLY 20 at 100", "REPLY 30 at 200");
    }

    @ParameterizedTest
    @MethodSource("forecasting")
    void whereNoReplyCameTheConnectTimeIsToldAtTheEnd(BalancingMethod method) {
        SessionTiming timing = SessionTiming.begin(method, node, 0, sink);
        timing.connected(5);
        assertThat(told).isEmpty();
        timing.ended(9, true, 300);
        assertThat(told).containsExactly("NO_REPLY 5 at 300");
    }

    @ParameterizedTest
    @MethodSource("forecasting")
    void whereThereWasNothingToConnectNothingIsTold(BalancingMethod method) {
        SessionTiming timing = SessionTiming.begin(method, node, 0, sink);
        timing.connected(0);
        timing.ended(9, true, 300);
        assertThat(told).as("datagrams without an answer").isEmpty();
    }

    @ParameterizedTest
    @MethodSource("forecasting")
    void whatFailedIsNoSampleAndATimeOutCountsAsItself(BalancingMethod method) {
        SessionTiming refused = SessionTiming.begin(method, node, 0, sink);
        refused.ended(1, false, 10);
        SessionTiming reset = SessionTiming.begin(method, node, 0, sink);
        reset.connected(5);
        reset.ended(1, false, 20);
        assertThat(told).isEmpty();

        SessionTiming unreachable = SessionTiming.begin(method, node, 0, sink);
        unreachable.timedOut(ResponseKind.CONNECT_TIMEOUT, 60_000, 30);
        unreachable.ended(60_003, false, 30);
        SessionTiming silent = SessionTiming.begin(method, node, 0, sink);
        silent.connected(5);
        silent.timedOut(ResponseKind.REPLY_TIMEOUT, 3_000, 40);
        silent.ended(3_001, true, 40);
        assertThat(told).containsExactly("CONNECT_TIMEOUT 60000000000 at 30", "REPLY_TIMEOUT 3000000000 at 40");
    }

    static Stream<BalancingMethod> forecasting() {
        return Stream.of(new Arima(PickOrder.ROTATE), new ResponseTime(), new Adaptive(0.1, 1));
    }

    private SessionTiming begin(TimeMetric metric) {
        return SessionTiming.begin(new LeastTime(metric, true), node, 0, NOBODY);
    }

    private int[] averages() {
        return new int[] {
            times.averageMs(TimeMetric.CONNECT),
            times.averageMs(TimeMetric.FIRST_BYTE),
            times.averageMs(TimeMetric.LAST_BYTE)
        };
    }
}
