package io.lamplighter.simulator.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

class SlowDownTest {
    private final SlowDown.Type type = new SlowDown.Type();

    @Test
    void nodeTimeAndFactorAreRead() {
        assertThat(type.convert("b@10s:0.5")).isEqualTo(new SlowDown("b", Duration.ofSeconds(10), 0.5));
        assertThat(type.convert("node-7@1.5m:.1")).isEqualTo(new SlowDown("node-7", Duration.ofSeconds(90), 0.1));
    }

    @Test
    void withoutAFactorItIsAQuarter() {
        assertThat(type.convert("a@500ms")).isEqualTo(new SlowDown("a", Duration.ofMillis(500), 0.25));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "b",
                "b@",
                "@10s",
                "b@10",
                "b@0s",
                "b@10s:",
                "b@10s:0.0",
                "b@10s:1",
                "b@10s:2",
                "b@10s:-1",
                "b@x:0.5"
            })
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> type.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("expected");
    }

    @ParameterizedTest
    @CsvSource({
        "d@5s, '--slow must name one of the nodes a, b, c, found \"d\"'",
        "b@20s, '--slow must be before the end of the measured part, 20.0 s, found 20.0 s'"
    })
    void whatTheDemoCannotDoIsRefusedBeforeAnythingStarts(String slow, String message) {
        StringWriter errors = new StringWriter();
        int status = new CommandLine(new DemoCommand())
                .setErr(new PrintWriter(errors))
                .execute("--slow", slow, "--duration", "20s");

        assertThat(status).isEqualTo(2);
        assertThat(errors.toString()).contains(message);
    }
}
