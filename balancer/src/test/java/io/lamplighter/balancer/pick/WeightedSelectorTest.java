package io.lamplighter.balancer.pick;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.lamplighter.balancer.config.BalancingMethod.RoundRobin;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.Together;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeightedSelectorTest {
    @Test
    void picksFollowTheSmoothOrderAgainAndAgain() {
        assertThat(Group.weighted(5, 1, 1).picks(14)).isEqualTo("aabacaaaabacaa");
        assertThat(Group.weighted(10, 5, 3).picks(18)).isEqualTo("abacabaabcaabacaba");
        assertThat(Group.weighted(1, 1, 1).picks(6)).isEqualTo("abcabc");
    }

    @Test
    void aWeightThatFallsToZeroInFlightGoesOnFromTheCurrentWeights() {
        Group group = Group.dynamic(5, 1, 1);
        assertThat(group.picks(3)).isEqualTo("aab");
        group.publish(5, 0, 1);
        assertThat(group.picks(6)).isEqualTo("aacaaa");
    }

    @Test
    void aNodeThatReturnsGoesOnFromTheCurrentWeightItLeftWith() {
        Group group = Group.dynamic(5, 1, 1);
        group.picks(3);
        group.publish(5, 0, 1);
        group.picks(6);
        group.publish(5, 1, 1);
        // From (1 -4 3): a (-1 -3 4), c (4 -2 -2), a (2 -1 -1), a (0 0 0), and from there a a b. From (0 0 0): a a b a
        // c a a.
        assertThat(group.picks(7)).isEqualTo("acaaaab");
    }

    @Test
    void publishingTheSameWeightsDoesNotDisturbTheOrder() {
        Group group = Group.dynamic(5, 1, 1);
        StringBuilder picks = new StringBuilder();
        for (int i = 0; i < 14; i++) {
            picks.append(group.pick());
            group.publish(5, 1, 1);
        }
        assertThat(picks).hasToString("aabacaaaabacaa");
    }

    @Test
    void publishingBetweenAllPicksKeepsTheShares() {
        Group group = Group.dynamic(40, 20, 20);
        int[] got = new int[3];
        for (int i = 0; i < 8_000; i++) {
            group.publish(40 + i % 2, 20, 20);
            got[group.pick() - 'a']++;
        }
        assertThat(got[0]).isCloseTo(4_025, within(40));
        assertThat(got[1]).isCloseTo(got[2], within(2));
    }

    @Test
    void weightZeroGetsNothingAndAllZeroIsNobody() {
        Group group = Group.dynamic(1, 1, 1);
        group.publish(0, 3, 0);
        assertThat(group.picks(5)).isEqualTo("bbbbb");
        group.publish(0, 0, 0);
        assertThat(group.picks(3)).isEqualTo("---");
        group.publish(1, 1, 1);
        assertThat(group.shares(300)).containsExactly(100, 100, 100);
    }

    @Test
    void weightZeroGetsNothingEvenWhenNobodyElseCan() {
        Group group = Group.dynamic(1, 1);
        group.publish(0, 1);
        group.node('b').failed(0);
        assertThat(group.pick()).isEqualTo('-');
    }

    @Test
    void weightsOfTheWrongNumberOrBelowZeroAreRefused() {
        PickGroup weights = Group.dynamic(1, 1).selectors().primary();
        assertThatThrownBy(() -> weights.publish(new int[] {1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("weights: found 1, expected one for each of 2 nodes");
        assertThatThrownBy(() -> weights.publish(new int[] {1, -1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("weights: found [1, -1], expected each >= 0");
    }

    @Test
    void whatTheCallerDoesToItsArrayLaterChangesNothing() {
        Group group = Group.dynamic(1, 1);
        int[] weights = {1, 3};
        group.selectors().primary().publish(weights);
        weights[1] = 0;
        group.publish(1, 0);
        assertThat(group.picks(4)).isEqualTo("aaaa");
    }

    @Test
    void aServerThatIsDownIsLeftOutWhateverIsPublished() {
        Group group = new Group(
                new RoundRobin(), line("10.0.0.1:1"), line("10.0.0.2:1").down(), line("10.0.0.3:1"));
        assertThat(group.picks(4)).isEqualTo("acac");
    }

    @Test
    void theShareOfAFailedNodeIsSpreadInProportionAndNotGivenToTheNeighbour() {
        Group group = Group.weighted(5, 3, 1, 1);
        group.node('a').failed(0);
        assertThat(group.shares(1_000)).containsExactly(0, 600, 200, 200);
    }

    @Test
    void theShareOfANodeWithNearlyAllTheWeightIsSpreadInProportion() {
        Group group = Group.weighted(1_000, 3, 1);
        group.node('a').failed(0);
        int[] got = group.shares(40_000);
        assertThat(got[0]).isZero();
        assertThat(got[1]).isCloseTo(30_000, within(300));
        assertThat(got[2]).isCloseTo(10_000, within(300));
    }

    @Test
    void halfOfThreeThousandNodesFailedAndTheOtherHalfSharesEvenly() {
        int[] weights = new int[3_000];
        Arrays.fill(weights, 1);
        Group group = Group.weighted(weights);
        for (int i = 0; i < 3_000; i += 2) {
            group.nodes().get(i).failed(0);
        }
        int[] got = new int[3_000];
        for (int i = 0; i < 60_000; i++) {
            Node node = new Session().pickFrom(group.selector());
            assertThat(node).isNotNull();
            node.release();
            got[index(node)]++;
        }
        for (int i = 0; i < 3_000; i++) {
            assertThat(got[i]).isBetween(i % 2 == 0 ? 0 : 36, i % 2 == 0 ? 0 : 44);
        }
    }

    @Test
    void theLastNodeOfThousandsIsFound() {
        int[] weights = new int[3_000];
        Arrays.fill(weights, 1);
        Group group = Group.weighted(weights);
        for (int i = 0; i < 2_999; i++) {
            group.nodes().get(i).failed(0);
        }
        for (int i = 0; i < 100; i++) {
            assertThat(new Session().pickFrom(group.selector()))
                    .isSameAs(group.nodes().get(2_999));
        }
    }

    @Test
    void aSessionIsNeverGivenANodeItTriedAndFindsNobodyAfterTheLast() {
        Group group = Group.weighted(5, 1, 1);
        for (int round = 0; round < 20; round++) {
            Session session = new Session();
            String tried = "";
            for (int i = 0; i < 4; i++) {
                Node node = session.pickFrom(group.selector());
                tried += group.name(node);
                if (node != null) {
                    node.release();
                }
            }
            assertThat(tried).hasSize(4).endsWith("-").contains("a", "b", "c");
        }
    }

    @Test
    void aFullNodeIsPassedOverAndAllFullIsNobody() {
        Group group = new Group(
                new RoundRobin(),
                line("10.0.0.1:1").maxConns(1),
                line("10.0.0.2:1").maxConns(2));
        Node first = new Session().pickFrom(group.selector());
        for (int i = 0; i < 2; i++) {
            assertThat(new Session().pickFrom(group.selector())).isNotNull();
        }
        assertThat(new Session().pickFrom(group.selector())).isNull();
        assertThat(first).isNotNull();
        first.release();
        assertThat(new Session().pickFrom(group.selector())).isSameAs(first);
        assertThat(group.nodes()).extracting(Node::inFlight).containsExactly(1, 2);
    }

    @Test
    void loopsThatPickTogetherGiveEachNodeExactlyItsShare() {
        Group group = Group.weighted(5, 3, 2);
        Selector selector = group.selector();
        AtomicIntegerArray got = new AtomicIntegerArray(3);
        Together.count(4, () -> {
            Session session = new Session();
            for (int i = 0; i < 25_000; i++) {
                Node node = selector.pick(session, 0);
                got.incrementAndGet(index(node));
            }
            return true;
        });
        assertThat(got).hasToString("[50000, 30000, 20000]");
        assertThat(group.nodes()).extracting(Node::inFlight).containsExactly(50_000, 30_000, 20_000);
    }

    @Test
    void picksDuringPublishingNeverMissAndNeverHitANodeWithoutWeight() {
        Group group = Group.dynamic(1, 1, 1);
        group.publish(1, 1, 0);
        Selector selector = group.selector();
        AtomicIntegerArray got = new AtomicIntegerArray(4);
        AtomicBoolean isWriter = new AtomicBoolean(true);
        Together.count(3, () -> {
            boolean publishes = isWriter.getAndSet(false);
            for (int i = 1; i <= 20_000; i++) {
                if (publishes) {
                    group.publish(i % 7 + 1, i % 3 + 1, 0);
                } else {
                    Node node = selector.pick(new Session(), 0);
                    got.incrementAndGet(node == null ? 3 : group.nodes().indexOf(node));
                }
            }
            return true;
        });
        assertThat(got.get(0) + got.get(1)).isEqualTo(40_000);
        assertThat(got.get(2)).isZero();
        assertThat(got.get(3)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"3", "3000"})
    void aPickAllocatesNothing(int size) {
        int[] weights = new int[size];
        Arrays.setAll(weights, i -> 1 + i % 5);
        Selector selector = Group.weighted(weights).selector();
        Session session = new Session();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        pickAndRelease(selector, session, 50_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        pickAndRelease(selector, session, 50_000);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        // The measuring itself may allocate a little; one object a pick would be 800,000 bytes at least.
        assertThat(bytes).isLessThan(10_000);
    }

    private static void pickAndRelease(Selector selector, Session session, int count) {
        for (int i = 0; i < count; i++) {
            Node node = selector.pick(session, 0);
            if (node != null) {
                node.release();
            }
        }
    }

    /** Where a node of {@link Group#lines} stands: its address says it. Searching would take longer than the pick. */
    private static int index(@Nullable Node node) {
        assertThat(node).isNotNull();
        byte[] ip = ((InetSocketAddress) node.address()).getAddress().getAddress();
        return ((ip[2] & 255) << 8) | (ip[3] & 255);
    }
}
