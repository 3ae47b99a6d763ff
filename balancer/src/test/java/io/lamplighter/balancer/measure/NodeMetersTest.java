package io.lamplighter.balancer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.node.Node;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeMetersTest {
    private final NodeMeters meters = new NodeMeters();
    private final NodeMeters.ForLoop one = meters.newLoop();
    private final NodeMeters.ForLoop two = meters.newLoop();
    private final Node node = Nodes.node(1);

    @Test
    void figuresAreSummedOverTheLoops() {
        use(one.of(node), 1);
        use(two.of(node), 2);

        NodeTotals totals = meters.totals(node);

        assertThat(totals.sessions()).isEqualTo(2);
        assertThat(totals.failures()).isEqualTo(2);
        assertThat(totals.bytesToNode()).isEqualTo(30);
        assertThat(totals.bytesFromNode()).isEqualTo(300);
        assertThat(totals.durationsDropped()).isEqualTo(2);
        assertThat(totals.connectUs().getTotalCount()).isEqualTo(2);
        assertThat(totals.connectUs().getMaxValue()).isEqualTo(2);
        assertThat(totals.responseUs().getMaxValue()).isEqualTo(20);
    }

    @Test
    void askingAgainCountsNothingTwiceAndForgetsNothing() {
        use(one.of(node), 1);
        meters.totals(node);
        meters.totals(node);
        use(one.of(node), 1);

        NodeTotals totals = meters.totals(node);

        assertThat(totals.sessions()).isEqualTo(2);
        assertThat(totals.durationsDropped()).isEqualTo(2);
        assertThat(totals.connectUs().getTotalCount()).isEqualTo(2);
        assertThat(totals.responseUs().getTotalCount()).isEqualTo(2);
    }

    @Test
    void aLoopHasOneMeterForANodeAndNodesDoNotMix() {
        Node other = Nodes.node(2);
        assertThat(one.of(node))
                .isSameAs(one.of(node))
                .isNotSameAs(two.of(node))
                .isNotSameAs(one.of(other));
        use(one.of(other), 1);

        assertThat(meters.totals(node).sessions()).isZero();
    }

    @Test
    void figuresOfNodesThatStayAreKept() {
        use(one.of(node), 1);
        meters.totals(node);

        meters.retain(Set.of(node));

        assertThat(meters.totals(node).sessions()).isEqualTo(1);
        assertThat(meters.totals(node).connectUs().getTotalCount()).isEqualTo(1);
    }

    @Test
    void figuresOfNodesThatAreGoneAreForgotten() {
        NodeMeter before = one.of(node);
        use(before, 1);
        meters.totals(node);

        meters.retain(List.of());

        assertThat(one.of(node)).isNotSameAs(before);
        assertThat(meters.totals(node).sessions()).isZero();
        assertThat(meters.totals(node).connectUs().getTotalCount()).isZero();
    }

    @Test
    void aNodeThatIsGoneKeepsItsMetersWhileASessionUsesThem() {
        NodeMeter before = one.of(node);
        node.tryBorrow();

        meters.retain(List.of());
        assertThat(one.of(node)).isSameAs(before);

        node.release();
        meters.retain(List.of());
        assertThat(one.of(node)).isNotSameAs(before);
    }

    private static void use(NodeMeter meter, int us) {
        meter.sessionBegun();
        meter.tryFailed();
        meter.sentToNode(10 * us);
        meter.receivedFromNode(100 * us);
        meter.connected(1_000L * us);
        meter.responded(10_000L * us);
        meter.responded(-1);
    }
}
