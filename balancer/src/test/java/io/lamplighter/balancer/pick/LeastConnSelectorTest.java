package io.lamplighter.balancer.pick;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.balancer.config.BalancingMethod.LeastConn;
import io.lamplighter.balancer.node.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeastConnSelectorTest {
    @Test
    void equalIdleServersTakeTurns() {
        Group group = new Group(new LeastConn(), Group.lines(1, 1, 1, 1, 1));
        assertThat(group.picks(10)).isEqualTo("abcdeabcde");
        assertThat(group.shares(100)).containsExactly(20, 20, 20, 20, 20);
    }

    @Test
    void idleServersShareByWeight() {
        Group group = new Group(new LeastConn(), Group.lines(5, 1, 1));
        assertThat(group.picks(14)).isEqualTo("aabacaaaabacaa");
    }

    @Test
    void sessionsHeldAreSpreadInProportionToTheWeights() {
        Group group = new Group(new LeastConn(), Group.lines(3, 2, 1));
        for (int i = 0; i < 600; i++) {
            assertThat(new Session().pickFrom(group.selector())).isNotNull();
        }
        assertThat(group.nodes()).extracting(Node::inFlight).containsExactly(300, 200, 100);
    }

    @Test
    void theOneWithFewestSessionsForItsWeightIsTaken() {
        Group group = new Group(new LeastConn(), Group.lines(2, 1));
        borrow(group.node('a'), 3);
        borrow(group.node('b'), 1);
        assertThat(group.picks(3)).isEqualTo("bbb");
        borrow(group.node('b'), 1);
        assertThat(group.picks(3)).isEqualTo("aaa");
    }

    @Test
    void twoTiedOfManyShareEvenlyWhereverTheyStand() {
        int[] weights = new int[LeastLoadSelector.MOST_NODES];
        Arrays.fill(weights, 1);
        weights[0] = 10_000;
        Group group = new Group(new LeastConn(), Group.lines(weights));
        borrow(group.node('a'), 20_000);
        for (int i = 1; i < weights.length; i++) {
            borrow(group.nodes().get(i), i == 4 || i == 5 ? 1 : 2);
        }
        int[] got = group.shares(1_000);
        assertThat(got[4]).isCloseTo(500, within(20));
        assertThat(got[5]).isCloseTo(500, within(20));
    }

    @Test
    void failedFullDownTriedAndWeightlessServersAreLeftOut() {
        Group group = new Group(
                new LeastConn(),
                line("10.0.0.1:1"),
                line("10.0.0.2:1").maxConns(1),
                line("10.0.0.3:1").down(),
                line("10.0.0.4:1").weight(0),
                line("10.0.0.5:1"));
        group.node('a').failed(0);
        borrow(group.node('b'), 1);
        borrow(group.node('e'), 50);
        Session session = new Session();
        assertThat(group.name(session.pickFrom(group.selector()))).isEqualTo('e');
        assertThat(group.name(session.pickFrom(group.selector()))).isEqualTo('-');
    }

    @Test
    void aFailingServerIsNeitherPreferredNorAvoidedOnceItIsBack() {
        Group group = new Group(new LeastConn(), Group.lines(1, 1));
        List<Node> held = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Session session = new Session();
            Node node = session.pickFrom(group.selector());
            if (node == group.node('a')) {
                node.failed(0);
                node.release();
                node = session.pickFrom(group.selector());
            }
            assertThat(node).isSameAs(group.node('b'));
            held.add(node);
        }
        held.forEach(Node::release);
        assertThat(group.nodes()).extracting(Node::inFlight).containsExactly(0, 0);
        assertThat(group.node('a').tryBorrow(10_001)).isTrue();
        group.node('a').succeeded();
        group.node('a').release();
        assertThat(group.shares(100)).containsExactly(50, 50);
    }

    private static void borrow(Node node, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(node.tryBorrow(0)).isTrue();
        }
    }
}
