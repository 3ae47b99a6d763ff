package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BalancerNameTest {
    @Test
    void aNameOrAnAddressOfEitherFamilyIsRead() {
        assertThat(BalancerName.parse("lb.example:7946")).isEqualTo(new BalancerName("lb.example", 7946));
        assertThat(BalancerName.parse("10.0.0.1:1")).isEqualTo(new BalancerName("10.0.0.1", 1));
        assertThat(BalancerName.parse("[::1]:65535")).isEqualTo(new BalancerName("::1", 65_535));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lb.example:7946", "[fe80::1]:7946"})
    void itIsWrittenAsItIsRead(String text) {
        assertThat(BalancerName.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "lb", "lb:", ":7946", "lb:0", "lb:65536", "lb:-1", "lb:x", "::1:7946", "[]:7946", "[::1]"})
    void anythingElseIsRefusedWithWhatWasFound(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BalancerName.parse(text))
                .withMessageContaining("expected")
                .withMessageContaining("\"" + text + "\"");
    }
}
