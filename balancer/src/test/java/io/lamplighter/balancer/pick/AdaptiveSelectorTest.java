package io.lamplighter.balancer.pick;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod.Adaptive;
import io.lamplighter.balancer.node.Node;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdaptiveSelectorTest {
    private static final Adaptive METHOD = new Adaptive(0.10, 1);

    /** c 1.96, 1.04 and 1.00. */
    private static Group three() {
        return Group.lines(METHOD, 196, 104, 100);
    }

    @Test
    void theWorkedExampleFromIdleWithNothingFinishing() {
        Group group = three();
        StringBuilder taken = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            taken.append(group.name(new Session().pickFrom(group.selector())));
        }
        assertThat(taken).hasToString("abcaabcaabca");
    }

    @Test
    void theWorkedExampleWithThreeOneAndTwoInFlight() {
        Group group = three();
        borrow(group, 3, 1, 2);
        assertThat(group.picks(5)).as("1.53, .96 and 2.00").isEqualTo("bbbbb");
    }

    @ParameterizedTest
    @CsvSource({
        "1000 800, 80 65, true, 8 and 8.125: exactly at the bound",
        "1000 800, 80 66, false, 8 and 8.25",
        "800 800, 0 1, true, 0 and 0.125",
        "799 800, 1 0, false, 0.1252 and 0",
        "100 100, 1 0, false, one session on one core is too much beside none",
    })
    void candidatesAreUpToAnEighthOfASessionPerCoreAboveTheLeast(
            String weights, String inFlight, boolean isBothTaken, String why) {
        Group group = Group.lines(METHOD, numbers(weights));
        borrow(group, numbers(inFlight));
        String picks = group.picks(20);
        assertThat(picks.contains("a") && picks.contains("b")).as(why).isEqualTo(isBothTaken);
    }

    @Test
    void amongCandidatesSessionsGoByWeight() {
        assertThat(three().shares(400)).containsExactly(196, 104, 100);
    }

    @Test
    void whoCannotBeHadIsNoCandidate() {
        Group group = new Group(
                METHOD,
                line("10.0.0.1:1").weight(100),
                line("10.0.0.2:1").weight(100).maxConns(1),
                line("10.0.0.3:1").weight(100).down());
        borrow(group, 50, 0);
        assertThat(group.pick()).isEqualTo('b');
        borrow(group, 0, 1);
        assertThat(group.picks(3)).as("b is full").isEqualTo("aaa");
        group.publish(0, 0, 100);
        assertThat(group.pick()).isEqualTo('-');
    }

    @Test
    void aNodeOfAHundredthOfTheOthersWeightIsStillTakenWhenItIsTheLeastLoaded() {
        Group group = Group.lines(METHOD, 1, 1_000, 1_000);
        borrow(group, 0, 5, 5);
        assertThat(group.picks(3)).as("no turn of it comes soon").isEqualTo("aaa");
    }

    @Test
    void aBurstIsSpreadByCapacityAlsoAmongManyServers() {
        int[] weights = new int[200];
        Arrays.setAll(weights, i -> i % 2 == 0 ? 100 : 300);
        Group group = Group.lines(METHOD, weights);
        for (int i = 0; i < 4_000; i++) {
            assertThat(new Session().pickFrom(group.selector())).isNotNull();
        }
        int[] even = group.nodes().stream().mapToInt(Node::inFlight).toArray();
        for (int i = 0; i < even.length; i++) {
            int share = i % 2 == 0 ? 10 : 30;
            assertThat(even[i]).isBetween(share * 7 / 10, share * 13 / 10);
        }
    }

    @Test
    void whoIsTakenIsNeverMoreThanAnEighthPerCoreAboveTheLeastLoaded() {
        long seed = new SplittableRandom().nextLong();
        System.out.println("AdaptiveSelectorTest seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            int[] weights = random.ints(random.nextInt(2, 9), 1, 1_000).toArray();
            Group group = Group.lines(METHOD, weights);
            for (int i = 0; i < 40; i++) {
                double[] before = loads(group, weights);
                Node node = new Session().pickFrom(group.selector());
                assertThat(node).isNotNull();
                double least = Arrays.stream(before).min().orElseThrow();
                assertThat(before[group.nodes().indexOf(node)]).isLessThanOrEqualTo(least + 0.125 + 1e-9);
                if (random.nextInt(3) == 0) {
                    node.release();
                }
            }
        }
    }

    private static double[] loads(Group group, int[] weights) {
        double[] loads = new double[weights.length];
        Arrays.setAll(loads, i -> 100.0 * group.nodes().get(i).inFlight() / weights[i]);
        return loads;
    }

    private static int[] numbers(String text) {
        return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
    }

    private static void borrow(Group group, int... sessions) {
        for (int i = 0; i < sessions.length; i++) {
            for (int n = 0; n < sessions[i]; n++) {
                assertThat(group.nodes().get(i).tryBorrow(0)).isTrue();
            }
        }
    }
}
