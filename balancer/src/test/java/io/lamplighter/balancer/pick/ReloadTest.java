package io.lamplighter.balancer.pick;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod.LeastConn;
import io.lamplighter.balancer.config.BalancingMethod.RoundRobin;
import org.junit.jupiter.api.Test;

class ReloadTest {
    @Test
    void theRotationGoesOnWhereItStood() {
        Group group = Group.weighted(5, 1, 1);
        StringBuilder picks = new StringBuilder();
        for (int i = 0; i < 14; i++) {
            picks.append(group.pick());
            group.reload(Group.lines(5, 1, 1));
        }
        assertThat(picks).hasToString("aabacaaaabacaa");
    }

    @Test
    void changedWeightsGoOnFromTheCurrentWeights() {
        Group group = Group.weighted(5, 1, 1);
        assertThat(group.picks(3)).isEqualTo("aab");
        group.reload(Group.lines(5, 0, 1));
        assertThat(group.picks(6)).isEqualTo("aacaaa");
    }

    @Test
    void aServerMarkedDownGoesOnAsWithWeightZero() {
        Group group = Group.weighted(5, 1, 1);
        assertThat(group.picks(3)).isEqualTo("aab");
        var lines = Group.lines(5, 1, 1);
        lines[1] = lines[1].down();
        group.reload(lines);
        assertThat(group.picks(6)).isEqualTo("aacaaa");
    }

    @Test
    void aNewServerJoinsAndTheOthersKeepTheirPlace() {
        Group group = Group.weighted(1, 1, 1);
        assertThat(group.picks(1)).isEqualTo("a");
        group.reload(Group.lines(1, 1, 1, 1));
        assertThat(group.picks(7)).isEqualTo("bcdabcd");
    }

    @Test
    void publishedWeightsStayUntilTheNextArePublished() {
        Group group = Group.dynamic(1, 1);
        group.publish(0, 1);
        group.reload(Group.lines(1, 1, 1));
        assertThat(group.shares(20)).containsExactly(0, 10, 10);
        group.publish(1, 0, 0);
        assertThat(group.picks(2)).isEqualTo("aa");
    }

    @Test
    void publishedWeightsGoWithTheMethod() {
        Group group = Group.dynamic(1, 1);
        group.publish(0, 1);
        group.reload(new RoundRobin(), Group.lines(1, 1));
        assertThat(group.shares(20)).containsExactly(10, 10);
    }

    @Test
    void tiesOfLeastConnGoOnToo() {
        Group group = new Group(new LeastConn(), Group.lines(1, 1, 1));
        StringBuilder picks = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            picks.append(group.pick());
            group.reload(Group.lines(1, 1, 1));
        }
        assertThat(picks).hasToString("abcabc");
    }

    @Test
    void buildingTheSelectorsOfAReloadThatIsRefusedDisturbsNothing() {
        Group group = Group.weighted(1, 1);
        assertThat(group.picks(1)).isEqualTo("a");
        Selectors.of(group.prepared(Group.lines(7, 0, 1)), group.selectors());
        assertThat(group.picks(4)).isEqualTo("baba");
    }
}
