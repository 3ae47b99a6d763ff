package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "10, 10000",
        "10s, 10000",
        "500ms, 500",
        "1h30m, 5400000",
        "1h 30m, 5400000",
        "'10 ', 10000",
        "1h30, 3630000",
        "1w2d3h4m5s6ms, 788645006",
        "12h, 43200000",
        "1d, 86400000"
    })
    void timesInMillisecondsAreReadAsNginxReadsThem(String text, long expectedMs) {
        assertThat(Units.msec(text)).hasValue(expectedMs);
    }

    @ParameterizedTest
    @CsvSource({"10, 10000", "1M, 2592000000", "1y, 31536000000", "1y2M3w4d5h6m7s, 38898367000", "1m, 60000"})
    void timesInSecondsKnowMonthsAndYears(String text, long expectedMs) {
        assertThat(Units.seconds(text)).hasValue(expectedMs);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "s",
                "1M",
                "1y",
                "10S",
                "1.5s",
                "30m1h",
                "1m1m",
                "-1",
                "+1",
                "99999999999999d",
                "9223372036854775808",
                "10 ms",
                "1h 30 m",
                "1x",
                "٣s"
            })
    void whatIsNoTimeInMillisecondsIsRefused(String text) {
        assertThat(Units.msec(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"500ms", "1s1ms", "1s1m", "", "999999999999999y"})
    void whatIsNoTimeInSecondsIsRefused(String text) {
        assertThat(Units.seconds(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "512, 512", "16k, 16384", "16K, 16384", "1m, 1048576", "1M, 1048576"})
    void sizesAreReadAsNginxReadsThem(String text, long expectedBytes) {
        assertThat(Units.size(text)).hasValue(expectedBytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "1g", "16kb", "1 k", "-1", "1.5k", "0x10", "9223372036854775807k"})
    void whatIsNoSizeIsRefused(String text) {
        assertThat(Units.size(text)).isEmpty();
    }

    @Property
    void aNumberIsItself(@ForAll @LongRange(min = 0) long number) {
        assertThat(Units.number(Long.toString(number))).hasValue(number);
        assertThat(Units.size(Long.toString(number))).hasValue(number);
    }

    @Property
    void theUnitsOfATimeAddUp(
            @ForAll @IntRange(max = 500) int days,
            @ForAll @IntRange(max = 500) int hours,
            @ForAll @IntRange(max = 500) int minutes,
            @ForAll @IntRange(max = 500) int seconds,
            @ForAll @IntRange(max = 5000) int ms) {
        long expectedMs = (((days * 24L + hours) * 60 + minutes) * 60 + seconds) * 1000;
        String text = days + "d" + hours + "h" + minutes + "m" + seconds + "s";
        assertThat(Units.msec(text + ms + "ms")).hasValue(expectedMs + ms);
        assertThat(Units.seconds(text.replace("h", "h "))).hasValue(expectedMs);
    }

    @Property
    void noTextThrows(@ForAll String text) {
        assertThat(Units.msec(text)).isNotNull();
        assertThat(Units.seconds(text)).isNotNull();
        assertThat(Units.size(text)).isNotNull();
        assertThat(Units.number(text)).isNotNull();
    }
}
