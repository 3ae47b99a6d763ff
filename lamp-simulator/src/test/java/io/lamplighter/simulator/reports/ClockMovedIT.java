package io.lamplighter.simulator.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Wall clocks of nodes that are wrong, or are set while reports are under way. */
@Timeout(300)
class ClockMovedIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long HOUR_MS = TimeUnit.HOURS.toMillis(1);
    private static final long BEYOND_WINDOW_MS = TimeUnit.SECONDS.toMillis(35);

    @TempDir
    Path directory;

    @Test
    void aClockThatJumpsSilencesNobody() throws Exception {
        // An expiry longer than a hitch of the machine: after a silence the clock would count.
        try (ReportedCloud cloud = ReportedCloud.start(directory, "dynamic_weight;", "20s", "a", "b");
                ReportedNode a = new ReportedNode("a", cloud.reports(), 0.5, 0)) {
            awaitWeight(cloud, 50);
            int weight = 60;
            for (long clockOffMs : new long[] {HOUR_MS, -HOUR_MS, BEYOND_WINDOW_MS, 0}) {
                a.clockOffMs(clockOffMs);
                a.idle(weight / 100.0);
                awaitWeight(cloud, weight); // so what it says by its new clock is believed
                weight += 10;
            }
            assertThat(cloud.refused()).isEmpty();
        }
    }

    @Test
    void anAgentThatStartsWithAWrongClockIsNotBelievedUntilItIsRight() throws Exception {
        try (ReportedCloud cloud = ReportedCloud.start(directory, "dynamic_weight;", "5s", "a", "b");
                ReportedNode a = new ReportedNode("a", cloud.reports(), 0.5, BEYOND_WINDOW_MS)) {
            await().atMost(PATIENCE).until(() -> cloud.refused().getOrDefault("clock_off", 0L) >= 3);
            a.clockOffMs(-BEYOND_WINDOW_MS);
            long ahead = cloud.refused().get("clock_off");
            await().atMost(PATIENCE).until(() -> cloud.refused().get("clock_off") >= ahead + 3);
            assertThat(cloud.weightReason("a")).isEqualTo("agent_not_heard");
            assertThat(cloud.weight("a")).isEqualTo(ReportedCloud.BASE_WEIGHT);
            assertThat(cloud.accepted()).isZero();

            a.clockOffMs(TimeUnit.SECONDS.toMillis(5));
            awaitWeight(cloud, 50);
            assertThat(cloud.refused()).containsOnlyKeys("clock_off");
        }
    }

    private static void awaitWeight(ReportedCloud cloud, int weight) {
        await().atMost(PATIENCE).until(() -> cloud.weight("a") == weight);
        assertThat(cloud.weightReason("a")).isEqualTo("agent");
    }
}
