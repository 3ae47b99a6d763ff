package io.lamplighter.balancer.node;

import static io.lamplighter.balancer.node.Lines.line;
import static io.lamplighter.balancer.node.Lines.stream;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod.RoundRobin;
import io.lamplighter.balancer.config.StreamConfig;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeRegistryTest {
    private final NodeRegistry registry = new NodeRegistry();

    @Test
    void aReloadKeepsNodesWithTheirSessionsAndTheirHealth() {
        Node before =
                reload(up(line("10.0.0.1:1"), line("10.0.0.2:1"))).primary().get(1);
        before.tryBorrow(0);
        before.failed(0);

        Node after =
                reload(up(line("10.0.0.2:1"), line("10.0.0.3:1"))).primary().get(0);

        assertThat(after).isSameAs(before);
        assertThat(after.inFlight()).isEqualTo(1);
        assertThat(after.isUsable(1)).isFalse();
    }

    @Test
    void anAddressIsTheSameNodeHoweverItsNameIsWritten() {
        Node before =
                reload(up(line("10.0.0.1:1"), line("10.0.0.2:1"))).primary().get(0);
        Node after = reload(up(line("lamp-one:1").addresses("10.0.0.1:1"), line("10.0.0.2:1")))
                .primary()
                .get(0);
        assertThat(after).isSameAs(before);
        assertThat(after.settings().name()).isEqualTo("lamp-one:1");
    }

    @Test
    void settingsChangeOnActivationAndNotBefore() {
        Node node = reload(up(line("10.0.0.1:1"), line("10.0.0.2:1"))).primary().get(0);
        NodeSet refused = registry.prepare(
                up(line("10.0.0.1:1").down().maxConns(7), line("10.0.0.2:1").backup()));
        assertThat(refused.upstreams().get("up").primary()).containsExactly(node);
        assertThat(node.settings().maxConns()).isZero();
        assertThat(node.tryBorrow(0)).isTrue();
        refused.activate();
        assertThat(node.settings().maxConns()).isEqualTo(7);
        assertThat(node.tryBorrow(0)).isFalse();
    }

    @Test
    void aRefusedReloadLeavesNoNodeBehind() {
        reload(up(line("10.0.0.1:1")));
        Node refused = registry.prepare(up(line("10.0.0.9:1")))
                .upstreams()
                .get("up")
                .primary()
                .get(0);
        Node later = reload(up(line("10.0.0.9:1"))).primary().get(0);
        assertThat(later).isNotSameAs(refused);
    }

    @Test
    void aNodeNoLongerNamedIsForgottenOnceItsSessionsAreGone() {
        Node busy = reload(up(line("10.0.0.1:1"), line("10.0.0.2:1"))).primary().get(0);
        assertThat(busy.tryBorrow(0)).isTrue();

        reload(up(line("10.0.0.2:1")));
        assertThat(reload(up(line("10.0.0.1:1"), line("10.0.0.2:1"))).primary().get(0))
                .isSameAs(busy);

        busy.release();
        reload(up(line("10.0.0.2:1")));
        assertThat(reload(up(line("10.0.0.1:1"), line("10.0.0.2:1"))).primary().get(0))
                .isNotSameAs(busy);
    }

    @Test
    void theSameAddressTwiceIsTwoNodes() {
        Upstream before = reload(up(line("10.0.0.1:1"), line("10.0.0.1:1").weight(2)));
        assertThat(before.primary().get(0)).isNotSameAs(before.primary().get(1));
        Upstream after = reload(up(line("10.0.0.1:1"), line("10.0.0.1:1").weight(2)));
        assertThat(after.primary()).containsExactlyElementsOf(before.primary());
    }

    @Test
    void equalAddressesInTwoUpstreamsAreTwoNodes() {
        NodeSet set = registry.prepare(stream(
                Lines.upstream("one", new RoundRobin(), line("10.0.0.1:1")),
                Lines.upstream("two", new RoundRobin(), line("10.0.0.1:1"))));
        assertThat(set.upstreams()).containsOnlyKeys("one", "two");
        assertThat(set.nodes()).hasSize(2);
    }

    @Test
    void eachAddressOfALineIsANodeAndBackupsStandApart() {
        Upstream upstream = reload(up(
                line("many:1").addresses("10.0.0.1:1", "10.0.0.2:1").weight(3),
                line("10.0.0.3:1").backup(),
                line("10.0.0.4:1")));
        assertThat(upstream.primary())
                .extracting(n -> ((InetSocketAddress) n.address()).getHostString())
                .containsExactly("10.0.0.1", "10.0.0.2", "10.0.0.4");
        assertThat(upstream.primaryLines()).extracting(l -> l.weight()).containsExactly(3, 3, 1);
        assertThat(upstream.backup())
                .extracting(n -> ((InetSocketAddress) n.address()).getHostString())
                .containsExactly("10.0.0.3");
        assertThat(upstream.backupLines()).hasSize(1);
    }

    @Test
    void aNodeAloneInItsUpstreamIsAlwaysTried() {
        Node alone = reload(up(line("10.0.0.1:1"))).primary().get(0);
        assertThat(alone.failed(0)).isFalse();
        assertThat(alone.tryBorrow(1)).isTrue();
        assertThat(alone.tryBorrow(1)).isTrue();
    }

    @Test
    void aNodeWithABackupOrASecondAddressIsNotAlone() {
        for (StreamConfig config : List.of(
                up(line("10.0.0.1:1"), line("10.0.0.2:1").backup()),
                up(line("two:1").addresses("10.0.0.3:1", "10.0.0.4:1")))) {
            Node node = reload(config).primary().get(0);
            assertThat(node.failed(0)).isTrue();
            assertThat(node.tryBorrow(1)).isFalse();
        }
    }

    @Test
    void aReloadThatLeavesANodeAloneMakesItUsableAgain() {
        Node node = reload(up(line("10.0.0.1:1"), line("10.0.0.2:1"))).primary().get(0);
        node.failed(0);
        assertThat(node.isUsable(1)).isFalse();
        reload(up(line("10.0.0.1:1")));
        assertThat(node.isUsable(1)).isTrue();
    }

    @Test
    void theSessionsOfAnUpstreamAreCountedTogetherAlsoOverReloads() {
        Upstream before = reload(up(line("10.0.0.1:1"), line("10.0.0.2:1").backup()));
        Node leaving = before.primary().get(0);
        assertThat(leaving.tryBorrow(0)).isTrue();
        assertThat(leaving.tryBorrow(0, 1)).as("refused").isFalse();
        assertThat(before.backup().get(0).tryBorrow(0)).isTrue();
        assertThat(leaving.upstreamInFlight()).isEqualTo(2);

        Node added =
                reload(up(line("10.0.0.3:1"), line("10.0.0.2:1"))).primary().get(0);
        assertThat(added.upstreamInFlight()).isEqualTo(2);
        leaving.release();
        assertThat(added.upstreamInFlight()).isEqualTo(1);
        Node apart = registry.prepare(stream(Lines.upstream("other", new RoundRobin(), line("10.0.0.3:1"))))
                .upstreams()
                .get("other")
                .primary()
                .get(0);
        assertThat(apart.upstreamInFlight()).isZero();
    }

    @Test
    void theSessionsOfAnUpstreamAreCountedExactlyHoweverManyLoopsComeAndGo() {
        Upstream upstream = reload(up(line("10.0.0.1:1").maxConns(2), line("10.0.0.2:1"), line("10.0.0.3:1")));
        Together.count(4, () -> {
            for (int i = 0; i < 10_000; i++) {
                Node node = upstream.primary().get(i % 3);
                if (node.tryBorrow(0) && i % 100 != 0) {
                    node.release();
                }
            }
            return true;
        });
        int sum = upstream.primary().stream().mapToInt(Node::inFlight).sum();
        assertThat(sum).isGreaterThan(200);
        assertThat(upstream.primary().get(0).upstreamInFlight()).isEqualTo(sum);
    }

    private Upstream reload(StreamConfig config) {
        NodeSet set = registry.prepare(config);
        set.activate();
        registry.retain(set.nodes());
        return set.upstreams().get("up");
    }

    private static StreamConfig up(Lines... lines) {
        return stream(Lines.upstream("up", new RoundRobin(), lines));
    }
}
