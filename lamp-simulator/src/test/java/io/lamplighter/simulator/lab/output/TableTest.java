package io.lamplighter.simulator.lab.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.simulator.lab.stats.Estimate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableTest {
    @TempDir
    private Path directory;

    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        Table table = new Table("nodes", List.of("name", "ms"));
        table.add(List.of("a", "1,000"));
        table.add(List.of("a longer one", ""));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        table.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualToNormalizingNewlines("""
                        nodes
                        name             ms
                        a             1,000
                        a longer one

                        """);
    }

    @Test
    void aRowHasACellForEachHead() {
        Table table = new Table("nodes", List.of("name", "ms"));
        assertThatThrownBy(() -> table.add(List.of("a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cells: found [a], expected one for each of [name, ms]");
    }

    @Test
    void cellsWithCommasAndQuotesAreQuoted() throws IOException {
        Csv csv = new Csv("name", "value");
        csv.add("least_conn, weights", "1.5");
        csv.add("\"so called\"", "");
        csv.write(directory.resolve("x.csv"));
        assertThat(Files.readString(directory.resolve("x.csv")))
                .isEqualTo("name,value\n\"least_conn, weights\",1.5\n\"\"\"so called\"\"\",\n");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.00, 0",
        "0.1, 0.10, 0.1",
        "-9.994, -9.99, -9.994",
        "9.996, 10.0, 9.996",
        "99.96, 100, 99.96",
        "'123456.7891234', '123,457', 123456.789",
        "1e-9, 0.00, 0.000000001",
        "NaN, –, ''"
    })
    void numbersForPeopleAreShortAndForProgramsExact(double value, String rounded, String exact) {
        assertThat(Numbers.rounded(value)).isEqualTo(rounded);
        assertThat(Numbers.exact(value)).isEqualTo(exact);
    }

    @Test
    void estimatesShowTheirIntervalIfTheyHaveOne() {
        assertThat(Numbers.estimate(new Estimate(32.25, 0.5))).isEqualTo("32.3 ±0.50");
        assertThat(Numbers.estimate(new Estimate(32.25, Double.NaN))).isEqualTo("32.3");
        assertThat(Numbers.percent(new Estimate(-12.04, 1.1))).isEqualTo("-12.0 ±1.1 %");
        assertThat(Numbers.percent(new Estimate(5, Double.NaN))).isEqualTo("+5.0 %");
        assertThat(Numbers.percent(new Estimate(Double.NaN, Double.NaN))).isEqualTo("–");
    }
}
