package io.lamplighter.balancer.pick;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.BalancingMethod.LeastConn;
import io.lamplighter.balancer.config.BalancingMethod.Random;
import io.lamplighter.balancer.config.BalancingMethod.RoundRobin;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Lines;
import io.lamplighter.balancer.node.Node;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class UpstreamSelectorTest {
    private static final Lines[] LINES = {
        line("10.0.0.1:1"),
        line("10.0.0.2:1").backup(),
        line("10.0.0.3:1").backup().weight(3),
    };

    @Test
    void backupsAreLeftAloneWhileAPrimaryCanBeHad() {
        assertThat(new Group(new RoundRobin(), LINES).picks(5)).isEqualTo("aaaaa");
        assertThat(new Group(new LeastConn(), LINES).picks(5)).isEqualTo("aaaaa");
    }

    @Test
    void backupsShareByWeightWhileNoPrimaryCanBeHad() {
        Group group = new Group(new RoundRobin(), LINES);
        group.node('a').failed(0);
        assertThat(group.shares(40)).containsExactly(0, 10, 30);
    }

    @Test
    void backupsOfLeastConnAreChosenByLeastConn() {
        Group group = new Group(new LeastConn(), LINES);
        group.node('a').failed(0);
        assertThat(group.node('c').tryBorrow(0)).isTrue();
        assertThat(group.pick()).isEqualTo('b');
    }

    @Test
    void aSessionGoesThroughThePrimariesAndThenTheBackups() {
        Group group = new Group(
                new RoundRobin(),
                line("10.0.0.1:1"),
                line("10.0.0.2:1"),
                line("10.0.0.3:1").backup());
        Session session = new Session();
        String tried = "";
        for (int i = 0; i < 4; i++) {
            tried += group.name(session.pickFrom(group.selector()));
        }
        assertThat(tried).isEqualTo("abc-");
    }

    @Test
    void whenAllFailedTheFirstThatIsDueIsTriedAgain() {
        Group group = new Group(
                new RoundRobin(),
                line("10.0.0.1:1").maxFails(1, 2_000),
                line("10.0.0.2:1").maxFails(1, 2_000),
                line("10.0.0.3:1").maxFails(1, 2_000));
        group.nodes().forEach(n -> n.failed(0));
        assertThat(group.selector().pick(new Session(), 2_000)).isNull();
        assertThat(group.selector().pick(new Session(), 2_001)).isNotNull();
    }

    @Test
    void weightsOfPrimariesAndBackupsArePublishedApart() {
        Group group = new Group(new RoundRobin(), LINES);
        group.selectors().backup().orElseThrow().publish(new int[] {1, 0});
        group.node('a').failed(0);
        assertThat(group.picks(3)).isEqualTo("bbb");
        assertThat(Group.weighted(1, 1).selectors().backup()).isEmpty();
    }

    @Test
    void aNodeThatDrainsGetsNothingUntilItMayAgain() {
        for (BalancingMethod method : List.of(new RoundRobin(), new LeastConn(), new Random(), Group.DYNAMIC)) {
            Group group = Group.lines(method, 1, 1);
            group.node('a').order(new AdminOrder(Optional.of(Availability.DRAIN), OptionalInt.empty()));
            assertThat(group.shares(10))
                    .as("before the weigher knows, " + method)
                    .containsExactly(0, 10);
            group.publish(1, 1);
            assertThat(group.shares(10)).as("%s", method).containsExactly(0, 10);
            group.node('a').order(AdminOrder.NONE);
            group.publish(1, 1);
            assertThat(group.shares(1_000)[0]).as("%s", method).isBetween(400, 600);
        }
    }

    @Test
    void weightZeroMeansNoNewSessionsWhateverTheMethod() {
        for (BalancingMethod method : List.of(new RoundRobin(), new LeastConn(), new Random(), Group.DYNAMIC)) {
            Group group = Group.lines(method, 0, 1);
            Node held = new Session().pickFrom(group.selector());
            assertThat(group.shares(10)).as("%s", method).containsExactly(0, 10);
            group.publish(1, 0);
            assertThat(group.shares(10)).as("%s, published", method).containsExactly(10, 0);
            assertThat(held.inFlight()).isOne();
        }
    }
}
