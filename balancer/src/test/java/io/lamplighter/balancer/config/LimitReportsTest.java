package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.LoadReportsConfig.SourceLimit;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitReportsTest {
    @TempDir
    Path directory;

    @Test
    void theDefaultOfTheTableIsTheDefault() {
        assertThat(limit("")).contains(new SourceLimit(100, 1_000, 100));
        assertThat(limit("limit_reports "
                        + Directive.LIMIT_REPORTS.defaultArguments().orElseThrow() + ";"))
                .isEqualTo(limit(""));
    }

    @Test
    void aRateIsPerSecondOrPerMinute() {
        assertThat(limit("limit_reports rate=5r/s;")).contains(new SourceLimit(5, 1_000, 5));
        assertThat(limit("limit_reports rate=30r/m;")).contains(new SourceLimit(30, 60_000, 30));
    }

    @Test
    void aBurstMayBeGivenBeforeOrAfterTheRate() {
        assertThat(limit("limit_reports rate=5r/s burst=1000000;")).contains(new SourceLimit(5, 1_000, 1_000_000));
        assertThat(limit("limit_reports burst=7 rate=5r/s;")).contains(new SourceLimit(5, 1_000, 7));
    }

    @Test
    void offLiftsTheLimit() {
        assertThat(limit("limit_reports off;")).isEmpty();
    }

    @Test
    void aRateOutsideItsRangeIsRefused() {
        String expected = ", it must be a rate such as 100r/s or 30r/m, between 1 and 1000000 in test.conf:1";
        for (String rate : List.of("100", "100r", "0r/s", "1000001r/m", "-1r/s", "1.5r/s", "r/s", "100R/S", "5 r/s")) {
            assertThat(TestConfig.faults(directory, text("limit_reports 'rate=" + rate + "';")))
                    .containsExactly("invalid parameter \"rate=" + rate + "\"" + expected);
        }
    }

    @Test
    void aBurstWithoutARateAndStrayWordsAreRefused() {
        assertThat(TestConfig.faults(directory, text("limit_reports burst=5;")))
                .containsExactly("\"limit_reports\" must have \"rate=\" or be \"off\" in test.conf:1");
        assertThat(TestConfig.faults(directory, text("limit_reports rate=1r/s off;")))
                .containsExactly("invalid parameter \"off\" in test.conf:1");
    }

    private Optional<SourceLimit> limit(String line) {
        return TestConfig.config(directory, text(line)).stream()
                .loadReports()
                .orElseThrow()
                .sourceLimit();
    }

    private static String text(String line) {
        return "stream { load_reports { listen 127.0.0.1:7946; unsigned on; " + line + " }"
                + " server { listen 1; proxy_pass 127.0.0.1:2; } }";
    }
}
