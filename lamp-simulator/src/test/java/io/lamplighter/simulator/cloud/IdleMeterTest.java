package io.lamplighter.simulator.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.simulator.cloud.IdleMeter.IdleRates;
import org.junit.jupiter.api.Test;

class IdleMeterTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long MS_NS = 1_000_000;

    private final ServiceQueue queue = new ServiceQueue(2, 1000, 0);
    private final IdleMeter meter = new IdleMeter(queue, 8000, 0); // 1,000 bytes a second

    @Test
    void aMachineWithoutWorkIsAllIdle() {
        assertThat(meter.read(SECOND_NS)).isEqualTo(IdleRates.ALL_IDLE);
    }

    @Test
    void cpuIsIdleForTheTimeItsCoresDidNotServe() {
        queue.admit(0, 600 * MS_NS);
        queue.admit(0, 200 * MS_NS);

        assertThat(meter.read(SECOND_NS).cpu()).isCloseTo(0.6, within(1e-12));
    }

    @Test
    void workThatReachesIntoTheNextSecondCountsThere() {
        queue.admit(0, 1500 * MS_NS);

        assertThat(meter.read(SECOND_NS).cpu()).isCloseTo(0.5, within(1e-12));
        assertThat(meter.read(2 * SECOND_NS).cpu()).isCloseTo(0.75, within(1e-12));
        assertThat(meter.read(3 * SECOND_NS).cpu()).isEqualTo(1);
    }

    @Test
    void anOverloadedMachineIsNotIdleAtAllAndNeverLess() {
        for (int i = 0; i < 100; i++) {
            queue.admit(0, SECOND_NS);
        }
        meter.sent(5000);

        assertThat(meter.read(SECOND_NS)).isEqualTo(new IdleRates(0, 0));
    }

    @Test
    void theBusierDirectionOfTheLinkCounts() {
        meter.received(300);
        meter.sent(100);
        assertThat(meter.read(SECOND_NS).bandwidth()).isCloseTo(0.7, within(1e-12));

        meter.received(100);
        meter.sent(450);
        assertThat(meter.read(2 * SECOND_NS).bandwidth()).isCloseTo(0.55, within(1e-12));
    }

    @Test
    void anIntervalOfAnyLengthIsMeasuredByItsLength() {
        queue.admit(0, 100 * MS_NS);
        meter.sent(125);

        IdleRates rates = meter.read(SECOND_NS / 4);

        assertThat(rates.cpu()).isCloseTo(0.8, within(1e-12));
        assertThat(rates.bandwidth()).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void twoReadingsAtTheSameMomentDivideByNothing() {
        meter.read(SECOND_NS);

        assertThat(meter.read(SECOND_NS)).isEqualTo(IdleRates.ALL_IDLE);
    }
}
