package io.lamplighter.balancer.pick;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.BalancingMethod.Arima;
import io.lamplighter.balancer.config.BalancingMethod.PickOrder;
import io.lamplighter.balancer.config.BalancingMethod.ResponseTime;
import io.lamplighter.balancer.node.Lines;
import io.lamplighter.balancer.node.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ForecastSelectorTest {
    private static final double UNKNOWN = Double.NaN;

    @ParameterizedTest
    @CsvSource({
        "ROTATE, 14.2 13.1 12.0, b",
        "FIRST, 14.2 13.1 12.0, b",
        "LOWEST, 14.2 13.1 12.0, c",
        "ROTATE, 14.2 15.0 14.0, c",
        "FIRST, 14.2 15.0 14.0, c",
        "LOWEST, 14.2 15.0 14.0, c",
    })
    void theWorkedExampleWithAThresholdOf13Point9AndAllBusy(PickOrder order, String times, char taken) {
        Group group = busy(new Arima(order), 3);
        publish(
                group,
                13.9,
                Arrays.stream(times.split(" ")).mapToDouble(Double::parseDouble).toArray());
        assertThat(group.pick()).isEqualTo(taken);
    }

    @Test
    void theWorkedExampleOfResponseTime() {
        Group group = busy(new ResponseTime(), 3);
        publish(group, 67 / 3.0, 28, 20, 18);
        assertThat(group.pick()).isEqualTo('b');
        assertThat(group.picks(4)).as("those below take turns").isEqualTo("cbcb");
    }

    @Test
    void whoIsExactlyAtTheThresholdIsNotBelowIt() {
        Group group = busy(new Arima(PickOrder.FIRST), 3);
        publish(group, 14, 14, 20, 13.999);
        assertThat(group.picks(3)).isEqualTo("ccc");
    }

    @Test
    void whenNobodyIsBelowTheNearestIsTakenAndAmongEqualsInTurn() {
        Group group = busy(new Arima(PickOrder.ROTATE), 4);
        publish(group, 10, 12, 11, 30, 11);
        assertThat(group.picks(4)).isEqualTo("bdbd");
        publish(group, 10, 10, 10, 10, 10);
        assertThat(group.picks(5)).as("a constant time is a tie of all").isEqualTo("abcda");
    }

    @ParameterizedTest
    @CsvSource({"ROTATE, cabca", "FIRST, aaaaa", "LOWEST, ccccc"})
    void whichOfSeveralBelowIsTaken(PickOrder order, String taken) {
        Group group = busy(new Arima(order), 4);
        publish(group, 10, 9, 8, 7, 20);
        group.node('b').release();
        assertThat(group.pick()).as("b is idle").isEqualTo('b');
        assertThat(group.node('b').tryBorrow(0)).isTrue();
        assertThat(group.picks(5)).isEqualTo(taken);
    }

    @ParameterizedTest
    @EnumSource(PickOrder.class)
    void anIdleServerIsTakenHoweverSlowItIs(PickOrder order) {
        Group group = busy(new Arima(order), 3);
        publish(group, 10, 5, 5, 1_000);
        group.node('c').release();
        assertThat(group.picks(3)).isEqualTo("ccc");
    }

    @Test
    void ofSeveralIdleOnesTheNextInTurnTheFirstOrTheFastestIsTaken() {
        assertThat(idlePicks(PickOrder.ROTATE)).isEqualTo("abcab");
        assertThat(idlePicks(PickOrder.FIRST)).isEqualTo("aaaaa");
        assertThat(idlePicks(PickOrder.LOWEST)).isEqualTo("bbbbb");
    }

    private static String idlePicks(PickOrder order) {
        Group group = Group.lines(new Arima(order), 1, 1, 1);
        publish(group, 10, 30, 20, 40);
        return group.picks(5);
    }

    @Test
    void responseTimeDoesNotCareWhoIsIdle() {
        Group group = Group.lines(new ResponseTime(), 1, 1, 1);
        publish(group, 10, 30, 5, 40);
        assertThat(group.picks(3)).isEqualTo("bbb");
    }

    @ParameterizedTest
    @EnumSource(PickOrder.class)
    void aServerOfWhichNothingIsKnownIsEligible(PickOrder order) {
        Group group = busy(new Arima(order), 3);
        publish(group, 10, 12, UNKNOWN, 9);
        assertThat(group.picks(2)).isEqualTo(order == PickOrder.ROTATE ? "bc" : "bb");
    }

    @Test
    void beforeTheFirstResponseServersTakeTurnsByWeight() {
        Group group = Group.lines(new Arima(PickOrder.ROTATE), 5, 1, 1);
        assertThat(group.picks(7)).isEqualTo("aabacaa");
        Group lowest = Group.lines(new Arima(PickOrder.LOWEST), 1, 1);
        publish(lowest, UNKNOWN, UNKNOWN, UNKNOWN);
        assertThat(lowest.picks(4)).isEqualTo("abab");
    }

    @Test
    void whoCannotBeHadIsPassedOver() {
        Lines[] lines = {
            line("10.0.0.1:1").maxConns(1),
            line("10.0.0.2:1"),
            line("10.0.0.3:1").down(),
            line("10.0.0.4:1")
        };
        Group group = new Group(new Arima(PickOrder.LOWEST), lines);
        assertThat(group.node('a').tryBorrow(0)).isTrue();
        assertThat(group.node('b').tryBorrow(0)).isTrue();
        assertThat(group.node('d').tryBorrow(0)).isTrue();
        publish(group, 10, 1, 3, 2, 20);
        assertThat(group.picks(2)).as("a is full and c is down").isEqualTo("bb");
        group.node('b').failed(0);
        assertThat(group.picks(2)).as("b failed: the nearest that is left").isEqualTo("dd");
        Session session = new Session();
        assertThat(group.name(session.pickFrom(group.selector()))).isEqualTo('d');
        assertThat(session.pickFrom(group.selector())).as("tried already").isNull();
    }

    @Test
    void aServerOfWeightZeroGetsNoSession() {
        Group group = Group.lines(new Arima(PickOrder.ROTATE), 1, 1, 1);
        publish(group, 10, 1, 2, 3);
        group.publish(1, 0, 1);
        assertThat(group.picks(4)).isEqualTo("acac");
        group.publish(0, 0, 0);
        assertThat(group.pick()).isEqualTo('-');
    }

    @Test
    void theTurnGoesOnWhereItWasWhenTimesArePublishedAnew() {
        Group group = busy(new Arima(PickOrder.ROTATE), 3);
        StringBuilder taken = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            publish(group, 10, 1 + i, 2 + i, 3 + i);
            taken.append(group.pick());
        }
        assertThat(taken).hasToString("abcabc");
    }

    @Test
    void amongThousandsAnIdleServerIsFoundWithinSixteenLooks() {
        int size = 3_000;
        int[] weights = new int[size];
        Arrays.fill(weights, 1);
        Group group = Group.lines(new Arima(PickOrder.ROTATE), weights);
        double[] times = new double[size];
        Arrays.fill(times, 20);
        times[2_000] = 5;
        group.selectors().primary().publish(new PredictedTimes(times, 10));
        for (Node node : group.nodes()) {
            assertThat(node.tryBorrow(0)).isTrue();
        }
        group.nodes().get(15).release();
        assertThat(taken(group)).isEqualTo(15);
        assertThat(taken(group)).as("b is the only one below").isEqualTo(2_000);
        group.nodes().get(17).release();
        assertThat(taken(group)).as("17 is further on than anybody looks").isEqualTo(2_000);
    }

    @ParameterizedTest
    @EnumSource(PickOrder.class)
    void everyPickIsAsItsRuleSays(PickOrder order) {
        long seed = new SplittableRandom().nextLong();
        System.out.println("ForecastSelectorTest seed " + seed + " " + order);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 300; round++) {
            int size = random.nextInt(1, 8);
            Group group = busy(new Arima(order), size);
            int last = -1;
            for (int i = 0; i < 10; i++) {
                double[] times = random.doubles(size, 0, 5).map(Math::rint).toArray();
                times[random.nextInt(size)] = random.nextBoolean() ? UNKNOWN : 3;
                double threshold = random.nextInt(6);
                publish(group, threshold, times);
                Node changed = group.nodes().get(random.nextInt(size));
                if (changed.inFlight() > 0 && random.nextInt(3) == 0) {
                    changed.release();
                }
                int expected = expected(group, order, times, threshold, last);
                last = taken(group);
                assertThat(last)
                        .as(Arrays.toString(times) + " against " + threshold)
                        .isEqualTo(expected);
            }
        }
    }

    /** The rule again, in as few words as it can be said. */
    private static int expected(Group group, PickOrder order, double[] times, double threshold, int last) {
        int size = times.length;
        List<Integer> all = new ArrayList<>();
        for (int k = 0; k < size; k++) {
            all.add(order == PickOrder.ROTATE ? (last + 1 + k) % size : k);
        }
        if (order == PickOrder.LOWEST) {
            all.sort(Comparator.comparingDouble(i -> Double.isNaN(times[i]) ? -1 : times[i]));
        }
        return all.stream()
                .filter(i -> group.nodes().get(i).inFlight() == 0)
                .findFirst()
                .or(() -> all.stream().filter(i -> !(times[i] >= threshold)).findFirst())
                .orElseGet(() -> all.stream()
                        .min(Comparator.comparingDouble(i -> times[i] - threshold))
                        .orElseThrow());
    }

    private static int taken(Group group) {
        Node node = new Session().pickFrom(group.selector());
        return group.nodes().indexOf(node);
    }

    /** A group each of whose nodes has a session. */
    private static Group busy(BalancingMethod method, int size) {
        int[] weights = new int[size];
        Arrays.fill(weights, 1);
        Group group = Group.lines(method, weights);
        group.nodes().forEach(node -> assertThat(node.tryBorrow(0)).isTrue());
        return group;
    }

    private static void publish(Group group, double threshold, double... times) {
        group.selectors().primary().publish(new PredictedTimes(times, threshold));
    }
}
