package io.lamplighter.simulator.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.simulator.demo.DemoPlan.DemoNode;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoPlanTest {
    /** With base weights 44, 31 and 25 of 100, each node must stay well away from being overloaded, at any rate. */
    @ParameterizedTest
    @ValueSource(doubles = {100, 1000, 4000})
    void everyNodeIsLoadedToAboutHalf(double rate) {
        List<DemoNode> nodes = DemoPlan.standard(rate).nodes();
        int[] baseWeights = {44, 31, 25};

        for (int i = 0; i < nodes.size(); i++) {
            DemoNode node = nodes.get(i);
            double perSecond = rate * baseWeights[i] / 100;
            double bytesBothWays = perSecond * (24 + 40 + 2); // frame, payload, and the node's name in the answer
            assertThat(perSecond * node.serviceTime().toNanos() / 1e9 / node.cores())
                    .isCloseTo(0.55, within(0.01));
            assertThat(bytesBothWays * 8 / node.linkBitsPerSecond()).isBetween(0.2, 0.3);
        }
    }
}
