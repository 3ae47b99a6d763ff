package io.lamplighter.balancer.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ForecastErrorTest {
    private final ForecastError error = new ForecastError(9); // a step counts 1/5

    @Test
    void beforeTheFirstStepThereIsNone() {
        error.step(Double.NaN, 1, 2);

        assertThat(error.own()).isNaN();
        assertThat(error.lastValue()).isNaN();
    }

    @Test
    void theFirstStepsCountEquallyAndLaterOnesFade() {
        for (int i = 0; i < 5; i++) {
            error.step(10, 12, 10 + i); // off by 0 1 2 3 4 and 2 1 0 1 2
        }
        assertThat(error.own()).isCloseTo(2, within(1e-12));
        assertThat(error.lastValue()).isCloseTo(1.2, within(1e-12));

        error.step(10, 12, 22);
        assertThat(error.own()).isCloseTo(2 + (12 - 2) / 5.0, within(1e-12));
        assertThat(error.lastValue()).isCloseTo(1.2 + (10 - 1.2) / 5, within(1e-12));
    }
}
