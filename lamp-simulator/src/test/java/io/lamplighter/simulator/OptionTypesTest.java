package io.lamplighter.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.simulator.OptionTypes.AddressType;
import io.lamplighter.simulator.OptionTypes.BitRateType;
import io.lamplighter.simulator.OptionTypes.DurationType;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionTypesTest {
    @Test
    void durationsCarryAUnit() {
        DurationType type = new DurationType();

        assertThat(type.convert("250us")).isEqualTo(Duration.ofNanos(250_000));
        assertThat(type.convert("2ms")).isEqualTo(Duration.ofMillis(2));
        assertThat(type.convert("1.5s")).isEqualTo(Duration.ofMillis(1500));
        assertThat(type.convert("2m")).isEqualTo(Duration.ofMinutes(2));
        assertThat(type.convert("1h")).isEqualTo(Duration.ofHours(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2", "s", "-1s", "1 s", "1d", "1e3s", "99999999999s"})
    void whatIsNoDurationIsRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> new DurationType().convert(text))
                .hasMessage(
                        "\"" + text + "\" is no duration, expected a number and us, ms, s, m or h, such as 2ms or 20s");
    }

    @Test
    void bitRatesCountInThousands() {
        BitRateType type = new BitRateType();

        assertThat(type.convert("500k")).isEqualTo(500_000);
        assertThat(type.convert("10M")).isEqualTo(10_000_000);
        assertThat(type.convert("1G")).isEqualTo(1_000_000_000);
        assertThat(type.convert("9600")).isEqualTo(9600);
        assertThatThrownBy(() -> type.convert("0")).hasMessageContaining("above 0");
        assertThatThrownBy(() -> type.convert("10MB")).hasMessageContaining("such as 500k, 10M or 1G");
    }

    @Test
    void addressesHaveAHostAndAPort() {
        AddressType type = new AddressType();

        assertThat(type.convert("127.0.0.1:80").getPort()).isEqualTo(80);
        assertThat(type.convert("[::1]:80").getAddress().isLoopbackAddress()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "127.0.0.1", ":80", "127.0.0.1:65536", "::1:80", "127.0.0.1:x"})
    void whatIsNoAddressIsRefused(String text) {
        assertThatThrownBy(() -> new AddressType().convert(text))
                .hasMessage("\"" + text + "\" is no address, expected host:port with a port of 0..65535");
    }
}
