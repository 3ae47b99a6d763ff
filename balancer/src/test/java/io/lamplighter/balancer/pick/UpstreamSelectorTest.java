package io.lamplighter.balancer.pick;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.LeastConn;
import io.lamplighter.balancer.config.BalancingMethod.RoundRobin;
import io.lamplighter.balancer.node.Lines;
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
    void onlyDynamicWeightsCanBePublishedPrimariesAndBackupsApart() {
        Group fixed = new Group(new RoundRobin(), LINES);
        assertThat(fixed.selectors().primaryWeights()).isEmpty();
        assertThat(fixed.selectors().backupWeights()).isEmpty();

        Group dynamic = new Group(new DynamicWeight(0.5, 0.5, 0.1), LINES);
        dynamic.selectors().backupWeights().orElseThrow().publish(new int[] {1, 0});
        dynamic.node('a').failed(0);
        assertThat(dynamic.picks(3)).isEqualTo("bbb");

        Group noBackups = Group.dynamic(1, 1);
        assertThat(noBackups.selectors().primaryWeights()).isPresent();
        assertThat(noBackups.selectors().backupWeights()).isEmpty();
    }
}
