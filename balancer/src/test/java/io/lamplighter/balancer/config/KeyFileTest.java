package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFileTest {
    private static final String TEXT =
            "stream { load_reports { listen 127.0.0.1:7946; key_file report.key; unsigned %s; } }";

    @TempDir
    Path directory;

    @Test
    void severalKeysAreReadWhileTheyAreRotated() {
        TestConfig.write(
                directory, "report.key", "  1\tMDEyMzQ1Njc4OWFiY2RlZg== \r\n#2 x\n0 bW9yZSB0aGFuIHNpeHRlZW4gYnl0ZXM\n");
        LoadReportsConfig reports = TestConfig.config(directory, TEXT.formatted("off")).stream()
                .loadReports()
                .orElseThrow();
        assertThat(reports.keys()).extracting(key -> key.id()).containsExactly(1, 0);
        assertThat(reports.keys().get(1).secret()).asString().isEqualTo("more than sixteen bytes");
    }

    @Test
    void neitherFaultsNorRecordsShowAKey() {
        String secret = "c2VjcmV0IHNlY3JldCBzZWNyZXQ=";
        TestConfig.write(directory, "report.key", "1 " + secret + "\n");
        BalancerConfig config = TestConfig.config(directory, TEXT.formatted("off"));
        assertThat(config.toString()).doesNotContain(secret).contains("key 1");
        for (String line : List.of(secret, secret + " 1", "300 " + secret, "1 " + secret + "*", "1 " + secret + " x")) {
            TestConfig.write(directory, "report.key", line);
            assertThat(TestConfig.faults(directory, TEXT.formatted("off")))
                    .isNotEmpty()
                    .noneMatch(fault -> fault.contains(secret));
        }
    }

    @Test
    void openReportsNeedNoKeyButAWarningWhereOthersCanSendThem() {
        String text =
                "stream { server { listen 1; proxy_pass 127.0.0.1:1; } load_reports { listen %s; unsigned on; } }";
        assertThat(TestConfig.load(directory, text.formatted("127.0.0.1:7946")).warnings())
                .isEmpty();
        assertThat(TestConfig.load(directory, text.formatted("7946")).warnings())
                .hasSize(1)
                .allMatch(
                        warning -> warning.toString().startsWith("lamplighter: [warn] \"unsigned on\" lets everyone"));
    }
}
