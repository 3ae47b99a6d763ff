package io.lamplighter.balancer.variable;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Computed by another implementation of the same description, in Python. */
class MurmurHash2Test {
    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "1, 1228156847",
        "12, 3282964525",
        "123, 2461496879",
        "1234, 25465593",
        "lamplighter, 470624465",
        "192.168.0.1:50000, 36572101",
    })
    void otherImplementationsComeToTheSame(String text, long hash) {
        assertThat(MurmurHash2.hash(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(hash);
    }
}
