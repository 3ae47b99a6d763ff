package io.lamplighter.balancer.pick;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod.Hash;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.Together;
import io.lamplighter.balancer.variable.Template;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BalancedHashTest {
    private static final String KEY = "lamp-17";
    private static final long SEED = 20261130;

    @Test
    void aKeyThatBringsAllSessionsFillsItsServersSlotsAndThenTheNextOnTheCircle() {
        Group group = new Group(balanced(1.25), Group.lines(1, 1, 1));
        StringBuilder held = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            held.append(group.name(hold(group, KEY)));
        }
        // Home first, while the total allows: 1 1 1 slots, 1 1 1, 1 1 2, 1 2 2, 2 2 3, ... and with 9 served 4 4 5.
        assertThat(held.toString().chars().distinct().count()).isEqualTo(3);
        int[] most = {4, 4, 5};
        for (int i = 0; i < 3; i++) {
            assertThat(group.nodes().get(i).inFlight()).isBetween(1, most[i]);
        }
        assertThat(group.nodes().stream().mapToInt(Node::inFlight).max().getAsInt())
                .isGreaterThanOrEqualTo(4);
    }

    @Test
    void withNineServedEachServerTakesFourFourAndFive() {
        for (int i = 0; i < 3; i++) {
            Group group = new Group(balanced(1.25), Group.lines(1, 1, 1));
            int slots = i == 2 ? 5 : 4;
            String itsKey = keyOf(group, i);
            // The others hold what makes 9 together.
            borrow(group.nodes().get(i), slots - 1);
            borrow(group.nodes().get((i + 1) % 3), 9 - (slots - 1));
            Node last = hold(group, itsKey);
            assertThat(last)
                    .as("slot %d of %d", slots, slots)
                    .isSameAs(group.nodes().get(i));
            group.nodes().get((i + 1) % 3).release();
            Node next = hold(group, itsKey);
            assertThat(next).as("all slots taken").isNotSameAs(group.nodes().get(i));
        }
    }

    @Test
    void keysStayAtHomeWhileThereAreSlots() {
        Group plain = new Group(new Hash(key(), true, OptionalDouble.empty()), Group.lines(1, 1, 1, 1));
        Group balanced = new Group(balanced(3), Group.lines(1, 1, 1, 1));
        for (int i = 0; i < 4; i++) {
            borrow(balanced.nodes().get(i), 50);
        }
        for (int i = 0; i < 200; i++) {
            Node there = hold(plain, "lamp-" + i);
            Node here = hold(balanced, "lamp-" + i);
            here.release();
            assertThat(balanced.name(here)).isEqualTo(plain.name(there));
        }
    }

    @Test
    void noServerEverHasMoreThanItsSlots() {
        for (double balance : new double[] {1.001, 1.05, 1.25, 2}) {
            int[] weights = {5, 1, 3, 1, 1, 2, 4, 1, 1, 1, 7, 1};
            Group group = new Group(balanced(balance), Group.lines(weights));
            Slots slots = new Slots(weights, (int) Math.round(balance * 1_000));
            SplittableRandom random = new SplittableRandom(SEED);
            List<Node> held = new ArrayList<>();
            for (int i = 0; i < 4_000; i++) {
                int served = group.node('a').upstreamInFlight();
                assertThat(served).isEqualTo(held.size());
                // A tenth of the lamps bring half of the sessions.
                int lamp = random.nextBoolean() ? random.nextInt(20) : random.nextInt(200);
                Node node = hold(group, "lamp-" + lamp);
                assertThat(node.inFlight())
                        .as("balance %s, seed %d", balance, SEED)
                        .isLessThanOrEqualTo(slots.of(group.nodes().indexOf(node), slots.total(served)));
                held.add(node);
                if (random.nextInt(3) == 0) {
                    held.remove(random.nextInt(held.size())).release();
                }
            }
        }
    }

    @Test
    void loopsThatPickTogetherDoNotExceedTheSlots() {
        Group group = new Group(balanced(1.25), Group.lines(1, 1, 1, 1));
        Slots slots = new Slots(new int[] {1, 1, 1, 1}, 1_250);
        // So many that four loops cannot take all that is free while one of them looks.
        group.nodes().forEach(node -> borrow(node, 100));
        AtomicInteger beyond = new AtomicInteger();
        Together.count(4, () -> {
            for (int i = 0; i < 2_000; i++) {
                Node node = hold(group, KEY);
                int its = node.inFlight(); // first, as others go on
                int served = group.nodes().stream().mapToInt(Node::inFlight).sum();
                // Sessions only come, so there are no fewer slots than the pick saw; rounding moves one to the
                // neighbour.
                int most = slots.of(group.nodes().indexOf(node), slots.total(served)) + 1;
                beyond.addAndGet(its > most ? 1 : 0);
            }
            return true;
        });
        assertThat(beyond).hasValue(0);
        assertThat(group.node('a').upstreamInFlight()).isEqualTo(8_400);
    }

    @Test
    void serversThatAreFailedClosedOrWeightlessHoldNobodyUp() {
        Group group = new Group(
                balanced(1.25),
                line("10.0.0.1:1"),
                line("10.0.0.2:1").down(),
                line("10.0.0.3:1").weight(0),
                line("10.0.0.4:1"),
                line("10.0.0.5:1"));
        group.node('a').failed(0);
        Map<Character, Integer> got = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            got.merge(group.name(hold(group, KEY)), 1, Integer::sum);
        }
        assertThat(got).containsOnlyKeys('d', 'e');
        assertThat(got.values()).allMatch(sessions -> sessions >= 40);
    }

    @Test
    void addressesOfOneNameShareItsSessionsWithinTheirSlots() {
        Group group = new Group(balanced(1.25), line("one:1").addresses("10.0.0.1:1", "10.0.0.2:1"), line("two:1"));
        for (int i = 0; i < 90; i++) {
            hold(group, KEY);
        }
        Slots slots = new Slots(new int[] {1, 1, 1}, 1_250);
        for (int i = 0; i < 3; i++) {
            assertThat(group.nodes().get(i).inFlight()).isBetween(22, slots.of(i, slots.total(89)));
        }
    }

    @Test
    void aReloadKeepsCountOfTheSessions() {
        Group group = new Group(balanced(1.25), Group.lines(1, 1, 1));
        List<Node> held = new ArrayList<>();
        for (int i = 0; i < 90; i++) {
            held.add(hold(group, "lamp-" + i));
        }
        group.reload(Group.lines(1, 1, 1, 1));
        assertThat(group.node('d').upstreamInFlight()).isEqualTo(90);
        held.forEach(Node::release);
        assertThat(group.node('d').upstreamInFlight()).isZero();
    }

    @Test
    void oneKeyThatBringsAllSessionsFillsThreeThousandServersWithinTheBound() {
        int[] weights = new int[3_000];
        Arrays.fill(weights, 1);
        Group group = new Group(balanced(1.25), Group.lines(weights));
        for (int i = 0; i < 3_000; i++) {
            hold(group, KEY);
        }
        assertThat(group.nodes()).allMatch(node -> node.inFlight() <= 2);
    }

    private static String keyOf(Group group, int server) {
        for (int i = 0; ; i++) {
            Node node = hold(group, "lamp-" + i);
            node.release();
            if (node == group.nodes().get(server)) {
                return "lamp-" + i;
            }
        }
    }

    private static Node hold(Group group, String key) {
        return Objects.requireNonNull(new Session(key).pickFrom(group.selector()));
    }

    private static void borrow(Node node, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(node.tryBorrow(0)).isTrue();
        }
    }

    private static Hash balanced(double balance) {
        return new Hash(key(), true, OptionalDouble.of(balance));
    }

    private static Template key() {
        return Template.EMPTY;
    }
}
