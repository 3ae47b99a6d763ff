package io.lamplighter.balancer.variable;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.variable.NameTable.Added;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NameTableTest {
    private final NameTable<String> names = new NameTable<>();

    @BeforeEach
    void someNames() {
        for (String name : new String[] {
            "a.example.com", "*.example.com", "*.b.example.com", ".lamps.test", "www.*", "www.lamps.*", ""
        }) {
            assertThat(names.add(name, name)).isEqualTo(Added.DONE);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a.example.com, a.example.com",
        "A.Example.COM, a.example.com",
        "c.example.com, *.example.com",
        "d.c.example.com, *.example.com",
        "x.b.example.com, *.b.example.com",
        "b.example.com, *.example.com",
        "lamps.test, .lamps.test",
        "x.lamps.test, .lamps.test",
        "www.org, www.*",
        "www.lamps.org, www.lamps.*",
        "www.lamps.co.uk, www.lamps.*",
        "www.example.com, *.example.com",
        "'', ''",
    })
    void theMostExactNameCountsAndAHeadWildcardBeforeATail(String name, String found) {
        assertThat(names.find(name)).isEqualTo(found);
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.com", ".example.com", "www", "www.", "lampsXtest", "xlamps.test"})
    void aWildcardStandsForAtLeastOneLabel(String name) {
        assertThat(names.find(name)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "a.*.com", "*a.com", "a*", "a..b", ".", "*.", "*.a.*"})
    void aStarInAnotherPlaceIsRefused(String name) {
        assertThat(names.add(name, name)).isEqualTo(Added.INVALID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"A.EXAMPLE.COM", "*.example.com", "lamps.test", "*.lamps.test", "www.*"})
    void theSameNameTwiceIsAConflictAndTheFirstStays(String name) {
        assertThat(names.add(name, "other")).isEqualTo(Added.CONFLICT);
    }

    @Test
    void asExactNamesStarsMeanNothing() {
        NameTable<String> exact = new NameTable<>();
        assertThat(exact.addExact("*.Test", "star")).isEqualTo(Added.DONE);
        assertThat(exact.find("*.test")).isEqualTo("star");
        assertThat(exact.find("a.test")).isNull();
    }
}
