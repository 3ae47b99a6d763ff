package io.lamplighter.simulator.flood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        int first = exchanges.send();
        int second = exchanges.send();

        assertThat(exchanges.close(second)).isEqualTo(200);
        assertThat(exchanges.close(first)).isEqualTo(100);
        assertThat(exchanges.isEmpty()).isTrue();
        assertThat(exchanges.hasSent()).isFalse();
    }

    @Test
    void aSecondAnswerAnAnswerToAnUnsentAndAnAnswerToNothingFindNone() {
        exchanges.add(100);
        exchanges.add(200);
        int sent = exchanges.send();
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
            int sequence = exchanges.send();
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
        exchanges.send();

        assertThat(exchanges.closeSent()).isEqualTo(1);
        assertThat(exchanges.hasUnsent()).isTrue();
        assertThat(exchanges.dueNs(exchanges.send())).isEqualTo(200);
    }

    @Test
    void anExpiredOneIsNotSentAnyMore() {
        exchanges.add(100);
        exchanges.add(200);

        assertThat(exchanges.closeDueBefore(150)).isEqualTo(1);
        assertThat(exchanges.dueNs(exchanges.send())).isEqualTo(200);
        assertThat(exchanges.hasUnsent()).isFalse();
    }

    @Test
    void aRingOfAnotherSizeIsRefused() {
        assertThatThrownBy(() -> new OpenExchanges(6)).hasMessage("capacity must be a power of two, found 6");
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
                        sent.put(ring.send(), unsent.remove());
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
