package io.lamplighter.balancer.pick;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod.RoundRobin;
import io.lamplighter.balancer.node.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** How far a few looks are from a look at everybody. */
class SampledLoadSelectorTest {
    private static final long SEED = 20261130;

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void idleServersTakeTurnsByWeight() {
        Sampled group = new Sampled(weights(20, 5, 1, 1));
        int[] got = new int[20];
        for (int i = 0; i < 10 * Arrays.stream(group.weights).sum(); i++) {
            Node node = group.hold();
            node.release();
            got[group.nodes.indexOf(node)]++;
        }
        for (int i = 0; i < 20; i++) {
            assertThat(got[i]).isEqualTo(10 * group.weights[i]);
        }
    }

    @Test
    void sessionsThatComeAndStayAreSpreadInProportion() {
        Sampled group = new Sampled(weights(1_000, 1));
        for (int i = 0; i < 20_000; i++) {
            group.hold();
        }
        assertThat(group.nodes).as("seed " + SEED).allMatch(node -> node.inFlight() == 20);

        Sampled weighted = new Sampled(weights(1_000, 4, 1, 2));
        for (int i = 0; i < 60_000; i++) {
            weighted.hold();
        }
        int sum = Arrays.stream(weighted.weights).sum();
        for (int i = 0; i < 1_000; i++) {
            double share = 60_000.0 * weighted.weights[i] / sum;
            assertThat(weighted.nodes.get(i).inFlight()).as("seed " + SEED).isBetween((int) share - 1, (int) share + 2);
        }
    }

    /** A look at everybody would leave 19 to 20 sessions at each; one look, by turn alone, 10 to 30. */
    @Test
    void sessionsThatComeAndGoAreSpreadWithinAFewOfTheMean() {
        Sampled group = new Sampled(weights(1_000, 1));
        List<Node> held = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            held.add(group.hold());
        }
        for (int i = 0; i < 200_000; i++) {
            int leaving = random.nextInt(held.size());
            held.get(leaving).release();
            held.set(leaving, group.hold());
        }
        assertThat(group.nodes).as("seed " + SEED).allMatch(node -> node.inFlight() >= 14 && node.inFlight() <= 23);
        long near = group.nodes.stream()
                .filter(node -> Math.abs(node.inFlight() - 20) <= 2)
                .count();
        assertThat(near).as("seed " + SEED).isGreaterThan(970);
    }

    /** A look at everybody would give the next 20 sessions to the newcomer, whatever it makes of them. */
    @Test
    void aServerThatJoinsGetsMoreThanItsShareButIsNotFlooded() {
        Sampled group = new Sampled(weights(1_000, 1));
        for (int i = 0; i < 1_000; i++) {
            for (int k = 0; k < 20 && i > 0; k++) {
                assertThat(group.nodes.get(i).tryBorrow(0)).isTrue();
            }
        }
        Node newcomer = group.nodes.get(0);
        int mostAtOnce = 0;
        int before = 0;
        for (int round = 0; round < 40; round++) {
            for (int i = 0; i < 100; i++) {
                group.hold();
            }
            mostAtOnce = Math.max(mostAtOnce, newcomer.inFlight() - before);
            before = newcomer.inFlight();
        }
        // In 4,000 sessions a round robin gives it 4, three looks three times as many.
        assertThat(newcomer.inFlight()).as("seed " + SEED).isBetween(6, 18);
        assertThat(mostAtOnce).as("of 100, seed " + SEED).isLessThanOrEqualTo(5);
    }

    @Test
    void aTenthFailedOrNearlyAllFailedIsNoObstacle() {
        for (int step : new int[] {10, 2}) {
            Sampled group = new Sampled(weights(300, 1));
            for (int i = 0; i < 300; i += step) {
                group.nodes.get(i).failed(0);
            }
            for (int i = 0; i < 3_000; i++) {
                assertThat(group.hold()).isNotNull();
            }
        }
        Sampled last = new Sampled(weights(300, 1));
        for (int i = 0; i < 299; i++) {
            last.nodes.get(i).failed(0);
        }
        for (int i = 0; i < 30; i++) {
            assertThat(last.hold()).isSameAs(last.nodes.get(299));
        }
        last.nodes.get(299).failed(0);
        assertThat(last.selector.pick(new Session(), 0)).isNull();
    }

    @Test
    void weightZeroAndNoWeightAtAll() {
        int[] weights = weights(40, 1);
        Arrays.fill(weights, 0, 20, 0);
        Sampled half = new Sampled(weights);
        for (int i = 0; i < 400; i++) {
            half.hold();
        }
        for (int i = 0; i < 40; i++) {
            assertThat(half.nodes.get(i).inFlight()).isEqualTo(i < 20 ? 0 : 20);
        }
        assertThat(new Sampled(new int[40]).selector.pick(new Session(), 0)).isNull();
    }

    private static int[] weights(int size, int... pattern) {
        int[] weights = new int[size];
        Arrays.setAll(weights, i -> pattern[i % pattern.length]);
        return weights;
    }

    /** A large group that chooses by sessions in flight. */
    private final class Sampled {
        private final int[] weights;
        private final List<Node> nodes;
        private final SampledLoadSelector selector;

        Sampled(int[] weights) {
            this.weights = weights;
            this.nodes = new Group(new RoundRobin(), Group.lines(weights)).nodes();
            Candidates candidates = new Candidates(nodes, weights, new boolean[weights.length]);
            this.selector = new SampledLoadSelector(
                    candidates, (node, nowMs) -> node.inFlight(), WeightedSelector.of(candidates), random::nextLong);
        }

        Node hold() {
            return Objects.requireNonNull(selector.pick(new Session(), 0));
        }
    }
}
