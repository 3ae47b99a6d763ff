package io.lamplighter.simulator.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.simulator.cloud.IdleMeter.IdleRates;
import org.junit.jupiter.api.Test;

class IdleMeterTest {
    private final IdleMeter meter = new IdleMeter(2, 8_000_000_000L, 0); // a byte a nanosecond

    @Test
    void coresAreBusyAsLongAsThereIsWorkForThem() {
        meter.inside(1, 0);
        meter.inside(5, 250); // more than there are cores
        meter.inside(0, 500);

        // 250 ns of one core and 250 ns of two, of 2 × 1000
        assertThat(meter.read(1000).cpu()).isCloseTo(1 - 750 / 2000.0, within(1e-9));
        assertThat(meter.read(2000).cpu()).isEqualTo(1);
    }

    @Test
    void workUnderWayIsDividedAmongTheReadings() {
        meter.inside(1, 600);

        assertThat(meter.read(1000).cpu()).isCloseTo(0.8, within(1e-9));
        assertThat(meter.read(2000).cpu()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void theBusierDirectionOfTheLinkCounts() {
        meter.received(100);
        meter.sent(400);

        assertThat(meter.read(1000).bandwidth()).isCloseTo(0.6, within(1e-9));
        assertThat(meter.read(2000).bandwidth()).isEqualTo(1);
    }

    @Test
    void noTimeIsNoLoad() {
        assertThat(meter.read(0)).isEqualTo(IdleRates.ALL_IDLE);
    }
}
