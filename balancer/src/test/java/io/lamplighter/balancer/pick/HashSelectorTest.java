package io.lamplighter.balancer.pick;

import static io.lamplighter.balancer.node.Lines.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.BalancingMethod.Hash;
import io.lamplighter.balancer.node.Lines;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.variable.Template;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HashSelectorTest {
    @ParameterizedTest
    @MethodSource("fromNginx")
    void eachKeyGoesWhereNginxSentIt(String name, List<Lines> lines, List<String> choices) {
        Group group = new Group(hash(name.startsWith("consistent")), lines.toArray(Lines[]::new));
        List<String> ours = choices.stream()
                .map(choice -> choice.substring(0, choice.indexOf(' ')))
                .map(key -> key + " " + group.nodes().indexOf(pick(group, key)))
                .toList();
        assertThat(ours).hasSize(120).isEqualTo(choices);
    }

    static Stream<Arguments> fromNginx() throws IOException {
        String text;
        try (InputStream in = HashSelectorTest.class.getResourceAsStream("nginx-hash.txt")) {
            text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
        String sections = text.lines().filter(l -> !l.startsWith("#")).collect(Collectors.joining("\n"));
        return Pattern.compile("(?m)^\\[").splitAsStream(sections).skip(1).map(HashSelectorTest::section);
    }

    private static Arguments section(String section) {
        List<String> rows = section.lines().toList();
        String head = rows.get(0);
        List<Lines> lines = new ArrayList<>();
        for (String server : head.substring(head.indexOf(' ') + 1).split(" ", -1)) {
            int weightAt = server.indexOf('=') + 1;
            boolean isDown = server.endsWith("/down");
            int weightEnd = isDown ? server.indexOf('/') : server.length();
            Lines line = line(server.substring(0, weightAt - 1))
                    .weight(Integer.parseInt(server.substring(weightAt, weightEnd)));
            lines.add(isDown ? line.down() : line);
        }
        return Arguments.of(head.substring(0, head.indexOf(']')), lines, rows.subList(1, rows.size()));
    }

    @Test
    void aKeyStaysWithItsServerAndReturnsToItAfterAFailure() {
        for (boolean consistent : new boolean[] {false, true}) {
            Group group = new Group(hash(consistent), Group.lines(1, 1, 1, 1));
            Node home = pick(group, "lamp-17");
            assertThat(IntStream.range(0, 50).mapToObj(i -> pick(group, "lamp-17")))
                    .containsOnly(home);

            home.failed(0);
            Node other = pick(group, "lamp-17");
            assertThat(other).isNotSameAs(home);
            assertThat(IntStream.range(0, 50).mapToObj(i -> pick(group, "lamp-17")))
                    .containsOnly(other);

            assertThat(home.tryBorrow(10_001)).isTrue();
            home.succeeded();
            home.release();
            assertThat(pick(group, "lamp-17")).isSameAs(home);
        }
    }

    @Test
    void aSessionTriesEachServerOnceAndThenFindsNobody() {
        for (boolean consistent : new boolean[] {false, true}) {
            Group group = new Group(hash(consistent), Group.lines(1, 1, 1));
            Session session = new Session("lamp-17");
            List<Node> tried = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                tried.add(session.pickFrom(group.selector()));
            }
            assertThat(tried).containsExactlyInAnyOrderElementsOf(group.nodes());
            assertThat(session.pickFrom(group.selector())).isNull();
        }
    }

    @Test
    void withoutAKeyServersTakeTurns() {
        assertThat(new Group(hash(false), Group.lines(1, 1, 1)).picks(6)).isEqualTo("abcabc");
        assertThat(new Group(hash(true), Group.lines(1, 1, 1)).picks(6)).isEqualTo("abcabc");
    }

    @Test
    void theOnlyServerTakesEveryKey() {
        Group group = new Group(hash(true), Group.lines(1));
        assertThat(pick(group, "lamp-17")).isSameAs(group.node('a'));
        assertThat(pick(new Group(hash(false), Group.lines(1)), "lamp-17")).isNotNull();
    }

    @Test
    void inConsistentModeTheKeysOfAFailedServerSpreadOverTheOthers() {
        Group group = new Group(hash(true), Group.lines(1, 1, 1, 1));
        List<String> itsKeys =
                keys(4_000).filter(key -> pick(group, key) == group.node('a')).toList();
        group.node('a').failed(0);
        for (char other : "bcd".toCharArray()) {
            long taken = itsKeys.stream()
                    .filter(key -> pick(group, key) == group.node(other))
                    .count();
            assertThat(taken).isBetween(itsKeys.size() / 6L, itsKeys.size() / 2L);
        }
    }

    @Test
    void inConsistentModeTheOrderOfTheLinesMovesNoKey() {
        Lines[] lines = Group.lines(1, 2, 3, 1, 1);
        Group group = new Group(hash(true), lines);
        List<Node> before = keys(2_000).map(key -> pick(group, key)).toList();
        Lines[] reversed = new Lines[lines.length];
        Arrays.setAll(reversed, i -> lines[lines.length - 1 - i]);
        group.reload(reversed);
        assertThat(keys(2_000).map(key -> pick(group, key))).containsExactlyElementsOf(before);
    }

    @Test
    void inConsistentModeWhatANameResolvesToMovesNoKey() {
        Group group = new Group(
                hash(true), line("one:1").addresses("10.0.0.1:1"), line("two:1").addresses("10.0.0.2:1"));
        List<Integer> before =
                keys(500).map(key -> group.nodes().indexOf(pick(group, key))).toList();
        group.reload(line("one:1").addresses("10.0.9.9:1"), line("two:1").addresses("10.0.0.2:1"));
        assertThat(keys(500).map(key -> group.nodes().indexOf(pick(group, key))))
                .containsExactlyElementsOf(before);
    }

    @Test
    void inConsistentModeANewServerMovesKeysOnlyToItself() {
        Group group = new Group(hash(true), Group.lines(1, 1, 1, 1));
        List<Node> before = keys(4_000).map(key -> pick(group, key)).toList();
        group.reload(Group.lines(1, 1, 1, 1, 1));
        List<Node> after = keys(4_000).map(key -> pick(group, key)).toList();
        int moved = 0;
        for (int i = 0; i < before.size(); i++) {
            if (after.get(i) != before.get(i)) {
                assertThat(after.get(i)).isSameAs(group.node('e'));
                moved++;
            }
        }
        // A fifth of the circle, give or take what 160 points a server leave to chance.
        assertThat(moved).isBetween(4_000 / 8, 4_000 / 3);
    }

    @Test
    void inConsistentModeTheAddressesOfOneNameTakeTurns() {
        Group group = new Group(hash(true), line("one:1").addresses("10.0.0.1:1", "10.0.0.2:1"), line("two:1"));
        String key = keys(100)
                .filter(k -> pick(group, k) != group.node('c'))
                .findFirst()
                .orElseThrow();
        Node last = pick(group, key);
        for (int i = 0; i < 10; i++) {
            Node next = pick(group, key);
            assertThat(next).isNotSameAs(last).isIn(group.node('a'), group.node('b'));
            last = next;
        }
    }

    @Test
    void weightZeroTakesNoKey() {
        for (boolean consistent : new boolean[] {false, true}) {
            Group group = new Group(hash(consistent), Group.lines(1, 0, 1));
            assertThat(keys(500).map(key -> pick(group, key))).doesNotContain(group.node('b'));
            Group none = new Group(hash(consistent), Group.lines(0, 0));
            assertThat(new Session("lamp-17").pickFrom(none.selector())).isNull();
        }
    }

    @Test
    void allFailedIsNobody() {
        for (boolean consistent : new boolean[] {false, true}) {
            Group group = new Group(hash(consistent), Group.lines(1, 1, 1));
            group.nodes().forEach(n -> n.failed(0));
            assertThat(new Session("lamp-17").pickFrom(group.selector())).isNull();
        }
    }

    @Test
    void enormousWeightsThinTheCircleAndKeepTheShares() {
        Group group = new Group(hash(true), Group.lines(3_000_000, 1_000_000));
        long toA =
                keys(4_000).filter(key -> pick(group, key) == group.node('a')).count();
        assertThat(toA).isBetween(2_850L, 3_150L);
    }

    private static Stream<String> keys(int count) {
        return IntStream.range(0, count).mapToObj(i -> "lamp-" + i);
    }

    private static Node pick(Group group, String key) {
        Node node = Objects.requireNonNull(new Session(key).pickFrom(group.selector()));
        node.release();
        return node;
    }

    private static Hash hash(boolean consistent) {
        return new Hash(Template.EMPTY, consistent, OptionalDouble.empty());
    }
}
