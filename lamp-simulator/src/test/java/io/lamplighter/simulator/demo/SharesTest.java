package io.lamplighter.simulator.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.simulator.demo.Shares.NodeShare;
import io.lamplighter.simulator.demo.StateSample.NodeState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharesTest {
    private static final long SECOND_NS = 1_000_000_000;

    @Test
    void aConstantWeightPromisesItsPart() {
        Map<Integer, NodeShare> shares =
                Shares.of(List.of(sample(0, "u", 30, 10, 10, 0), sample(4, "u", 30, 310, 10, 100)));

        assertThat(shares.get(1)).isEqualTo(new NodeShare(30, 0.75, 0.75, 300));
        assertThat(shares.get(2)).isEqualTo(new NodeShare(10, 0.25, 0.25, 100));
    }

    /**
     * Of 40 sessions node 1 is promised (3/4 + 1/4) / 2 = 20, of the next 120 it is promised (1/4 + 1/4) / 2 = 30: 50 of
     * 160. Its weight was 30 for a second and 10 for three: 15.
     */
    @Test
    void sessionsArePromisedByTheWeightsOfTheirTime() {
        Map<Integer, NodeShare> shares = Shares.of(
                List.of(sample(0, "u", 30, 0, 10, 0), sample(1, "u", 10, 30, 30, 10), sample(4, "u", 10, 60, 30, 100)));

        assertThat(shares.get(1).expected()).isCloseTo(50.0 / 160, within(1e-12));
        assertThat(shares.get(1).meanWeight()).isCloseTo(15, within(1e-12));
        assertThat(shares.get(1).actual()).isCloseTo(60.0 / 160, within(1e-12));
        assertThat(shares.get(1).gapPoints()).isCloseTo(6.25, within(1e-9));
    }

    @Test
    void aPauseWithoutSessionsPromisesNothing() {
        Map<Integer, NodeShare> shares = Shares.of(
                List.of(sample(0, "u", 30, 0, 10, 0), sample(1, "u", 30, 75, 10, 25), sample(2, "u", 1, 75, 99, 25)));

        assertThat(shares.get(1)).isEqualTo(new NodeShare(30, 0.75, 0.75, 75));
    }

    /** 300 sessions of 1:1 and 100 of 1:3: expected (300 · 1/2 + 100 · 1/4) / 400 = 0.4375. */
    @Test
    void upstreamsAreJoinedByTheirSessions() {
        StateSample first = new StateSample(
                0,
                List.of(
                        new NodeState("tcp", 1, 10, "", 0),
                        new NodeState("tcp", 2, 10, "", 0),
                        new NodeState("udp", 1, 10, "", 0),
                        new NodeState("udp", 2, 30, "", 0)));
        StateSample last = new StateSample(
                SECOND_NS,
                List.of(
                        new NodeState("tcp", 1, 10, "", 150),
                        new NodeState("tcp", 2, 10, "", 150),
                        new NodeState("udp", 1, 10, "", 20),
                        new NodeState("udp", 2, 30, "", 80)));

        Map<Integer, NodeShare> shares = Shares.of(List.of(first, last));

        assertThat(shares.get(1).expected()).isCloseTo(0.4375, within(1e-12));
        assertThat(shares.get(1).actual()).isCloseTo(0.425, within(1e-12));
        assertThat(shares.get(1).sessions()).isEqualTo(170);
    }

    @Test
    void nothingIsPromisedByNothing() {
        assertThat(Shares.of(List.of())).isEmpty();
        assertThat(Shares.of(List.of(sample(0, "u", 1, 0, 1, 0)))).isEmpty();
        assertThat(Shares.of(List.of(sample(0, "u", 0, 0, 0, 0), sample(1, "u", 0, 0, 0, 0)))
                        .get(1))
                .isEqualTo(new NodeShare(0, 0, 0, 0));
    }

    private static StateSample sample(
            long second, String upstream, int weight1, long sessions1, int weight2, long sessions2) {
        return new StateSample(
                second * SECOND_NS,
                List.of(
                        new NodeState(upstream, 1, weight1, "", sessions1),
                        new NodeState(upstream, 2, weight2, "", sessions2)));
    }
}
