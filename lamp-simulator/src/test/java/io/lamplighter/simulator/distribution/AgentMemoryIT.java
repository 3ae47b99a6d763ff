package io.lamplighter.simulator.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lamplighter.simulator.FreePort;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The agent runs on hosts whose memory belongs to others. */
class AgentMemoryIT {

    private static final int REPORTS = 10;
    private static final long MAX_RESIDENT_KIB = 48 * 1_024;

    @Test
    void afterSomeReportsItIsAsSmallAsPromised() throws Exception {
        assumeTrue(Runtime.version().feature() == 17, "promised for Java 17");
        ProcessBuilder builder = new ProcessBuilder(
                        Repository.DISTRIBUTION.resolve("bin/lamplighter-agent").toString(),
                        "--print",
                        "--balancer",
                        "127.0.0.1:9",
                        "--key-file",
                        Repository.file("conf/demo.key").toString(),
                        "--node",
                        "a",
                        "--haproxy-check",
                        "127.0.0.1:" + FreePort.next(),
                        "--interval",
                        "500ms")
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", "/usr/bin:/bin", "JAVA_HOME", System.getProperty("java.home")));
        Process agent = builder.start();
        try (BufferedReader reports = agent.inputReader()) {
            for (int i = 0; i < REPORTS; i++) {
                assertThat(reports.readLine()).startsWith("a #" + i + ": ");
            }

            assertThat(residentKib(agent)).isLessThanOrEqualTo(MAX_RESIDENT_KIB);
        } finally {
            agent.destroy();
            assertThat(agent.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static long residentKib(Process process) throws IOException {
        return Files.readAllLines(Path.of("/proc", String.valueOf(process.pid()), "status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }
}
