package io.lamplighter.simulator.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.simulator.demo.StateSample.NodeState;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class StateSampleTest {
    @Test
    void theStateOfABalancerIsRead() throws IOException {
        StateSample sample = StateSample.parse(7, """
                {"version":"x","counters":{"accepted":3},"upstreams":[{"name":"lamps","method":"dynamic_weight","nodes":[
                {"name":"a","address":"127.0.0.1:21883","backup":false,"state":"up",
                 "weight":{"value":29,"reason":"report","set_by":"agent","age_ms":12,"configured":1},"in_flight":1,"sessions":42,"failures":0}]}]}""");

        assertThat(sample.atNs()).isEqualTo(7);
        assertThat(sample.nodes()).containsExactly(new NodeState("lamps", 21883, 29, "report", 42));
    }

    @Test
    void aStateWithoutWhatIsNeededIsRefused() {
        assertThatThrownBy(() -> StateSample.parse(0, "{}")).hasMessageContaining("upstreams");
        assertThatThrownBy(() -> StateSample.parse(0, """
                {"upstreams":[{"name":"u","nodes":[{"address":"unix:/x","weight":1,"sessions":0}]}]}"""))
                .hasMessage("the balancer's state has a node with the address \"unix:/x\"");
    }
}
