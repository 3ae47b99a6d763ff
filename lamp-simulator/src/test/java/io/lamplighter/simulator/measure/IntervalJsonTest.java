package io.lamplighter.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class IntervalJsonTest {
    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        Measurements measurements = new Measurements();
        measurements.count(Count.ANSWERED, 7);
        measurements.fault(Fault.RESET, 3);
        measurements.time(Phase.EXCHANGE, 1_000_000);
        measurements.timeOfNode("a b", 2_000_000);
        measurements.timeOfGroup("old", 3_000_000);
        measurements.openLamps(9);
        measurements.openLamps(4);

        Interval read =
                IntervalJson.read(IntervalJson.write(new Interval(1.5, 2.5, measurements, new Strain(0.5, 8, 9))));

        assertThat(read.fromSeconds()).isEqualTo(1.5);
        assertThat(read.toSeconds()).isEqualTo(2.5);
        assertThat(read.strain()).isEqualTo(new Strain(0.5, 8, 9));
        Measurements again = read.measurements();
        assertThat(again.get(Count.ANSWERED)).isEqualTo(7);
        assertThat(again.faultsByKind()).containsOnlyKeys(Fault.RESET).containsValue(3L);
        assertThat(again.times(Phase.EXCHANGE)).isEqualTo(measurements.times(Phase.EXCHANGE));
        assertThat(again.nodes().get("a b")).isEqualTo(measurements.nodes().get("a b"));
        assertThat(again.groups().get("old")).isEqualTo(measurements.groups().get("old"));
        assertThat(again.openLamps()).isEqualTo(4);
        assertThat(again.peakOpenLamps()).isEqualTo(9);
    }

    @Test
    void somethingElseIsRefusedWithASentence() {
        assertThatThrownBy(() -> IntervalJson.read("{}"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("a process reported what is no interval");
    }
}
