package io.lamplighter.balancer.pick;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod.LeastTime;
import io.lamplighter.balancer.config.BalancingMethod.RandomTwo;
import io.lamplighter.balancer.config.BalancingMethod.TimeMetric;
import io.lamplighter.balancer.node.Lines;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.SessionTiming;
import io.lamplighter.balancer.node.Upstream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LeastTimeSelectorTest {
    private static final LeastTime CONNECT = new LeastTime(TimeMetric.CONNECT, false);
    private static final Load BY_CONNECT = new ExpectedTime(times -> times.averageMs(TimeMetric.CONNECT));

    @ParameterizedTest
    @CsvSource({
        "0, 0, 20",
        "19, 0, 20",
        "20, 0, 40",
        "39, 0, 40",
        "100, 0, 120",
        "100, 2, 360",
        "4979, 0, 4980",
        "4999, 0, 5000",
        "5000, 0, 5000",
        "60000, 0, 5000",
        "60000, 3, 20000",
    })
    void theExpectedTimeGoesByStepsAndBySessions(int averageMs, int inFlight, long expected) {
        Node node = line("10.0.0.1:1").node();
        node.times().took(TimeMetric.CONNECT, averageMs);
        borrow(node, inFlight);
        assertThat(BY_CONNECT.of(node, 0)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(TimeMetric.class)
    void theServerThatIsFastByTheMetricThatCountsIsTaken(TimeMetric metric) {
        Group group = new Group(new LeastTime(metric, false), Group.lines(1, 1));
        for (TimeMetric each : TimeMetric.values()) {
            group.node('a').times().took(each, each == metric ? 200 : 10);
            group.node('b').times().took(each, each == metric ? 100 : 1_000);
        }
        assertThat(group.picks(4)).isEqualTo("bbbb");
    }

    @Test
    void sessionsInFlightMultiplyTheTime() {
        Group group = new Group(CONNECT, Group.lines(1, 1));
        group.node('a').times().took(TimeMetric.CONNECT, 30); // 40 a session
        group.node('b').times().took(TimeMetric.CONNECT, 110); // 120
        StringBuilder held = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            held.append(group.name(new Session().pickFrom(group.selector())));
        }
        // 40 against 120, 80 against 120, a tie at 120 that is a's turn, then 160 against 120, and so on.
        assertThat(held).hasToString("aaabaaba");
    }

    @Test
    void theTimeIsRelativeToTheWeight() {
        Group group = new Group(CONNECT, Group.lines(3, 1));
        group.node('a').times().took(TimeMetric.CONNECT, 210);
        group.node('b').times().took(TimeMetric.CONNECT, 90);
        assertThat(group.picks(3)).as("220/3 against 100/1").isEqualTo("aaa");
        group.node('a').times().took(TimeMetric.CONNECT, 3_000); // 349, so 360/3
        assertThat(group.picks(3)).isEqualTo("bbb");
    }

    @Test
    void serversAboutAsFastTakeTurnsByWeight() {
        Group group = new Group(CONNECT, Group.lines(1, 1, 1));
        group.node('a').times().took(TimeMetric.CONNECT, 81);
        group.node('b').times().took(TimeMetric.CONNECT, 99);
        group.node('c').times().took(TimeMetric.CONNECT, 90);
        assertThat(group.picks(6)).isEqualTo("abcabc");
    }

    @Test
    void aSlowServerGetsAnotherChanceAfterSomeFailTimeouts() {
        Group group = new Group(CONNECT, Group.lines(1, 1));
        Node slow = group.node('a');
        Node fast = group.node('b');
        SessionTiming ofSlow = timing(CONNECT, slow, 0);
        ofSlow.connected(TimeUnit.MILLISECONDS.toNanos(400));
        timing(CONNECT, fast, 0).connected(TimeUnit.MILLISECONDS.toNanos(150));
        assertThat(pickAt(group, 10_999)).isSameAs(fast);
        timing(CONNECT, fast, 10_999);
        assertThat(pickAt(group, 11_000)).as("220 against 160").isSameAs(fast);
        assertThat(pickAt(group, 21_999)).isSameAs(fast);
        timing(CONNECT, fast, 21_999);
        assertThat(pickAt(group, 22_000)).as("120 against 160").isSameAs(slow);
    }

    @Test
    void withInflightAServerThatKeepsSessionsWaitingIsSlowBeforeItAnswers() {
        LeastTime inflight = new LeastTime(TimeMetric.FIRST_BYTE, true);
        Group group = new Group(inflight, Group.lines(1, 1));
        Node stuck = group.node('a');
        SessionTiming waiting = timing(inflight, stuck, 0);
        assertThat(pickAt(group, 1_600)).isSameAs(group.node('b'));
        assertThat(pickAt(group, 1_600)).isSameAs(group.node('b'));
        waiting.firstByte(1_610);
        stuck.times().took(TimeMetric.FIRST_BYTE, 10);
        group.node('b').times().took(TimeMetric.FIRST_BYTE, 2_000);
        assertThat(pickAt(group, 1_700)).as("nobody waits any more").isSameAs(stuck);
    }

    @Test
    void withoutInflightWhoWaitsDoesNotMatter() {
        Group group = new Group(CONNECT, Group.lines(1, 1));
        timing(CONNECT, group.node('a'), 0);
        assertThat(pickAt(group, 1_600)).isSameAs(group.node('a'));
    }

    @Test
    void ofTwoDrawnByChanceTheFasterIsTaken() {
        Group group = new Group(new RandomTwo(Optional.of(TimeMetric.LAST_BYTE)), Group.lines(1, 1));
        group.node('a').times().took(TimeMetric.LAST_BYTE, 300);
        group.node('b').times().took(TimeMetric.LAST_BYTE, 100);
        borrow(group.node('b'), 1);
        assertThat(group.picks(50)).as("320 against 2 x 120").matches("b{50}");
        borrow(group.node('b'), 1);
        assertThat(group.picks(50)).as("320 against 3 x 120").matches("a{50}");
    }

    private static SessionTiming timing(LeastTime method, Node node, long nowMs) {
        return new Upstream(Lines.upstream("up", method, line("10.0.0.1:1")), List.of(node), List.of())
                .timing(node, nowMs, (took, kind, tookNs, atNs) -> {});
    }

    private static Node pickAt(Group group, long nowMs) {
        Node node = group.selector().pick(new Session(), nowMs);
        assertThat(node).isNotNull();
        node.release();
        return node;
    }

    private static void borrow(Node node, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(node.tryBorrow(0)).isTrue();
        }
    }
}
