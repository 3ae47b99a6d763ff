package io.lamplighter.balancer.pick;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.node.Node;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class RandomSelectorTest {
    private static final long SEED = 20261130;

    private final Group group = Group.weighted(5, 3, 2);
    private final Candidates candidates =
            new Candidates(group.nodes(), new int[] {5, 3, 2}, new boolean[] {false, false, false});
    private final WeightedSelector roundRobin = WeightedSelector.of(candidates);

    @Test
    void sharesFollowTheWeights() {
        int[] got = shares(RandomSelector.one(candidates, roundRobin, seeded()), 100_000);
        // Standard deviation of a binomial share: below 158 of 100,000; five of them.
        assertThat(got[0]).as("seed " + SEED).isBetween(49_200, 50_800);
        assertThat(got[1]).isBetween(29_200, 30_800);
        assertThat(got[2]).isBetween(19_200, 20_800);
    }

    @Test
    void eachNumberBelowTheSumOfTheWeightsNamesItsServer() {
        StringBuilder picks = new StringBuilder();
        for (long point = 0; point < 10; point++) {
            picks.append(name(RandomSelector.one(candidates, roundRobin, drawing(point))));
        }
        assertThat(picks).hasToString("aaaaabbbcc");
    }

    @Test
    void theTwentyFirstMissTurnsToRoundRobin() {
        group.node('a').failed(0);
        long[] misses = new long[20];
        assertThat(name(RandomSelector.one(candidates, roundRobin, drawing(append(misses, 9)))))
                .isEqualTo('c');
        LongUnaryOperator allMisses = drawing(new long[21]);
        assertThat(name(RandomSelector.one(candidates, roundRobin, allMisses))).isIn('b', 'c');
    }

    @Test
    void oneServerIsTakenWithoutDrawing() {
        Group one = Group.weighted(4);
        Candidates alone = new Candidates(one.nodes(), new int[] {4}, new boolean[] {false});
        assertThat(RandomSelector.one(alone, WeightedSelector.of(alone), drawing())
                        .pick(new Session(), 0))
                .isSameAs(one.node('a'));
    }

    @Test
    void twoTakesTheLessLoadedForItsWeightAndTheSecondOnATie() {
        borrow('a', 4);
        borrow('b', 3);
        assertThat(name(two(0, 5))).as("4/5 against 3/3").isEqualTo('a');
        assertThat(name(two(5, 0))).isEqualTo('a');
        borrow('a', 1);
        assertThat(name(two(0, 5))).as("5/5 against 3/3").isEqualTo('b');
        assertThat(name(two(5, 0))).isEqualTo('a');
    }

    @Test
    void twoDrawsAgainUntilItHasTwoDifferentFreeServers() {
        group.node('b').failed(0);
        borrow('a', 1);
        assertThat(name(two(0, 0, 5, 1, 9))).isEqualTo('c');
    }

    @Test
    void twoTurnsToRoundRobinWhenThereIsNoSecond() {
        group.node('b').failed(0);
        group.node('c').failed(0);
        assertThat(name(two(append(new long[21], 9)))).isEqualTo('a');
    }

    @Test
    void twoSpreadsHeldSessionsMoreEvenlyThanOne() {
        Group one = new Group(new BalancingMethod.Random(), Group.lines(repeat(50)));
        Group two = new Group(new BalancingMethod.RandomTwo(Optional.empty()), Group.lines(repeat(50)));
        assertThat(spread(two)).isLessThan(spread(one));
    }

    @Test
    void allFailedIsNobody() {
        group.nodes().forEach(n -> n.failed(0));
        assertThat(RandomSelector.one(candidates, roundRobin, seeded()).pick(new Session(), 0))
                .isNull();
        assertThat(RandomSelector.two(candidates, (node, nowMs) -> node.inFlight(), roundRobin, seeded())
                        .pick(new Session(), 0))
                .isNull();
    }

    private static int[] repeat(int size) {
        int[] weights = new int[size];
        Arrays.fill(weights, 1);
        return weights;
    }

    /** Difference between the most and the least loaded of 50 servers after 10,000 held sessions. */
    private static int spread(Group group) {
        for (int i = 0; i < 10_000; i++) {
            assertThat(new Session().pickFrom(group.selector())).isNotNull();
        }
        List<Integer> loads =
                group.nodes().stream().map(Node::inFlight).sorted().toList();
        return loads.get(loads.size() - 1) - loads.get(0);
    }

    private RandomSelector two(long... draws) {
        return RandomSelector.two(candidates, (node, nowMs) -> node.inFlight(), roundRobin, drawing(draws));
    }

    private void borrow(char name, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(group.node(name).tryBorrow(0)).isTrue();
        }
    }

    private char name(Selector selector) {
        Node node = selector.pick(new Session(), 0);
        if (node != null) {
            node.release();
        }
        return group.name(node);
    }

    private int[] shares(Selector selector, int count) {
        int[] shares = new int[3];
        for (int i = 0; i < count; i++) {
            shares[name(selector) - 'a']++;
        }
        return shares;
    }

    private static LongUnaryOperator seeded() {
        SplittableRandom random = new SplittableRandom(SEED);
        return random::nextLong;
    }

    private static long[] append(long[] draws, long last) {
        long[] more = Arrays.copyOf(draws, draws.length + 1);
        more[draws.length] = last;
        return more;
    }

    /** Gives these numbers and no more. */
    private static LongUnaryOperator drawing(long... draws) {
        Deque<Long> left = new ArrayDeque<>();
        Arrays.stream(draws).forEach(left::add);
        return bound -> left.removeFirst();
    }
}
