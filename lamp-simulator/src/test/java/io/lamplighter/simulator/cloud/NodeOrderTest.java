package io.lamplighter.simulator.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.simulator.cloud.NodeOrder.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeOrderTest {
    @Test
    void ordersAreReadFromWords() {
        assertThat(NodeOrder.parse("crash for 10s")).isEqualTo(new NodeOrder(Kind.CRASH, 1, Duration.ofSeconds(10)));
        assertThat(NodeOrder.parse("slow 0.25 for 500ms"))
                .isEqualTo(new NodeOrder(Kind.SLOW, 0.25, Duration.ofMillis(500)));
        assertThat(NodeOrder.parse(" reset ")).isEqualTo(new NodeOrder(Kind.RESET, 1, Duration.ZERO));
        assertThat(TimedOrder.parse("3s freeze for 2s"))
                .isEqualTo(new TimedOrder(Duration.ofSeconds(3), new NodeOrder(Kind.FREEZE, 1, Duration.ofSeconds(2))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "crash",
                "crash for ever",
                "slow for 3s",
                "slow 0 for 3s",
                "slow fast for 3s",
                "explode for 3s"
            })
    void anythingElseIsNamedWithWhatThereIs(String words) {
        assertThatThrownBy(() -> NodeOrder.parse(words))
                .hasMessage(
                        "expected crash, freeze, mute, refuse or drain for TIME, slow FACTOR for TIME, or reset, found \""
                                + words + "\"");
        assertThatThrownBy(() -> TimedOrder.parse("soon crash for 3s")).hasMessageStartingWith("expected TIME ORDER");
    }
}
