package io.lamplighter.agent.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadReportTest {
    @ParameterizedTest
    @ValueSource(doubles = {-0.001, 1.000001, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void anIdleShareIsZeroToOne(double share) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LoadReport.Usage(
                        OptionalDouble.of(share), OptionalDouble.empty(), OptionalLong.empty(), OptionalLong.empty()))
                .withMessageContaining("CPU")
                .withMessageContaining(String.valueOf(share));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LoadReport.Usage(
                        OptionalDouble.empty(), OptionalDouble.of(share), OptionalLong.empty(), OptionalLong.empty()))
                .withMessageContaining("bandwidth");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.0009, 4_000_001, Double.NaN})
    void coresAreMoreThanNone(double cores) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LoadReport.Hardware(
                        OptionalDouble.of(cores), OptionalInt.empty(), OptionalLong.empty(), OptionalLong.empty()))
                .withMessageContaining("cores");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\n", "ä", "\u007f"})
    void aNameIsVisibleAscii(String name) {
        assertThat(LoadReport.isValidName(name)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new LoadReport(name, 1, 1, 1, LoadReport.Hardware.UNKNOWN, LoadReport.Usage.UNKNOWN, false))
                .withMessageContaining("name");
    }

    @Test
    void aNameHasALimit() {
        assertThat(LoadReport.isValidName("n".repeat(255))).isTrue();
        assertThat(LoadReport.isValidName("n".repeat(256))).isFalse();
    }
}
