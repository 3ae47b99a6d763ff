package io.lamplighter.simulator.lamp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class OpenExchangesTest {
    private final OpenExchanges exchanges = new OpenExchanges(4);

    @Test
    void anAnswerInAnyOrderFindsItsDueTime() {
        exchanges.add(100);
        exchanges.add(200);
        int first = exchanges.send(0);
        int second = exchanges.send(0);

        assertThat(exchanges.close(second)).isEqualTo(200);
        assertThat(exchanges.close(first)).isEqualTo(100);
        assertThat(exchanges.isEmpty()).isTrue();
        assertThat(exchanges.hasSent()).isFalse();
    }

    @Test
    void aSecondAnswerAnAnswerToAnUnsentAndAnAnswerToNothingFindNone() {
        exchanges.add(100);
        exchanges.add(200);
        int sent = exchanges.send(0);
        exchanges.close(sent);

        assertThat(exchanges.close(sent)).isEqualTo(OpenExchanges.NOT_OPEN);
        assertThat(exchanges.close(sent + 1)).isEqualTo(OpenExchanges.NOT_OPEN);
        assertThat(exchanges.close(-7)).isEqualTo(OpenExchanges.NOT_OPEN);
        assertThat(exchanges.close(1_000_000)).isEqualTo(OpenExchanges.NOT_OPEN);
    }

    @Test
    void anUnansweredOneKeepsTheRingFullUntilItExpires() {
        for (int i = 0; i < 4; i++) {
            exchanges.add(i);
            int sequence = exchanges.send(0);
            if (i > 0) {
                exchanges.close(sequence);
            }
        }
        assertThat(exchanges.isFull()).isTrue();

        assertThat(exchanges.closeDueBefore(1)).isEqualTo(1);

        assertThat(exchanges.isFull()).isFalse();
        assertThat(exchanges.isEmpty()).isTrue();
    }

    @Test
    void whatWasNotSentSurvivesTheEndOfASession() {
        exchanges.add(100);
        exchanges.add(200);
        exchanges.send(0);

        assertThat(exchanges.closeSent()).isEqualTo(1);
        assertThat(exchanges.hasUnsent()).isTrue();
        assertThat(exchanges.dueNs(exchanges.send(0))).isEqualTo(200);
    }

    @Test
    void anExpiredOneIsNotSentAnyMore() {
        exchanges.add(100);
        exchanges.add(200);

        assertThat(exchanges.closeDueBefore(150)).isEqualTo(1);
        assertThat(exchanges.dueNs(exchanges.send(0))).isEqualTo(200);
        assertThat(exchanges.hasUnsent()).isFalse();
    }

    @Test
    void theRingGrowsToItsLimitRoundedUpToAPowerOfTwo() {
        OpenExchanges six = new OpenExchanges(6);
        int room = 0;
        for (; !six.isFull(); room++) {
            six.add(room);
        }
        assertThat(room).isEqualTo(8);
        for (int sequence = 0; sequence < room; sequence++) {
            assertThat(six.dueNs(six.send(5))).isEqualTo(sequence);
            assertThat(six.sentNs(sequence)).isEqualTo(5);
        }
    }

    @Test
    void anMqttPacketsNumberFindsItsSequenceEvenAfterTheyWrapAround() {
        OpenExchanges many = new OpenExchanges(64);
        for (int i = 0; i < 200_000; i++) {
            many.add(i);
            int sequence = many.send(0);
            assertThat(many.sequenceOf(sequence % 65_535)).isEqualTo(sequence);
            if (i >= 30) {
                many.close(sequence - 30);
            }
        }
    }

    /** The ring against an obvious model: a map of sent ones and a queue of unsent ones. */
    @Property(tries = 300)
    void itBehavesLikeAMapAndAQueue(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        OpenExchanges ring = new OpenExchanges(8);
        SortedMap<Integer, Long> sent = new TreeMap<>();
        Deque<Long> unsent = new ArrayDeque<>();
        for (int step = 0; step < 300; step++) {
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    if (!ring.isFull()) {
                        ring.add(step);
                        unsent.add((long) step);
                    }
                }
                case 2 -> {
                    if (ring.hasUnsent()) {
                        sent.put(ring.send(0), unsent.remove());
                    }
                }
                case 3 -> {
                    int last = sent.isEmpty() ? 0 : sent.lastKey();
                    int sequence = last - random.nextInt(10);
                    Long due = sent.remove(sequence);
                    assertThat(ring.close(sequence)).isEqualTo(due == null ? OpenExchanges.NOT_OPEN : due);
                }
                case 4 -> {
                    long limit = step - random.nextLong(20);
                    assertThat(ring.closeDueBefore(limit)).isEqualTo(removeBefore(limit, sent, unsent));
                }
                default -> {
                    if (random.nextInt(10) == 0) {
                        assertThat(ring.closeSent()).isEqualTo(sent.size());
                        sent.clear();
                    }
                }
            }
            assertThat(ring.hasSent()).isEqualTo(!sent.isEmpty());
            assertThat(ring.hasUnsent()).isEqualTo(!unsent.isEmpty());
            assertThat(ring.isEmpty()).isEqualTo(sent.isEmpty() && unsent.isEmpty());
        }
    }

    private static int removeBefore(long limit, SortedMap<Integer, Long> sent, Deque<Long> unsent) {
        int before = sent.size() + unsent.size();
        sent.values().removeIf(due -> due < limit);
        for (Iterator<Long> due = unsent.iterator(); due.hasNext(); ) {
            if (due.next() < limit) {
                due.remove();
            }
        }
        return before - sent.size() - unsent.size();
    }
}
