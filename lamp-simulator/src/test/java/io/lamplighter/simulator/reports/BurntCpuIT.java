package io.lamplighter.simulator.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another program burns the CPU of a node, whose agent is the real one and measures the host of this test; the other two nodes
 * are told to be half idle all the time, and stand for what does not change.
 */
@Timeout(600)
class BurntCpuIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int SESSIONS = 100;

    /** Below this much of idle CPU there is nothing left to burn on this machine. Weight is 100 times R. */
    private static final int LEAST_WEIGHT_AT_REST = 40;

    @TempDir
    Path directory;

    @Test
    void theShareOfANodeFallsWhileItsCpuIsBurntAndRecovers() throws Exception {
        try (ReportedCloud cloud = ReportedCloud.start(
                        directory, "dynamic_weight cpu=0.9 bandwidth=0.1 threshold=0.01;", "10s", "a", "b", "c");
                ReportedNode b = new ReportedNode("b", cloud.reports(), 1, 0);
                ReportedNode c = new ReportedNode("c", cloud.reports(), 1, 0)) {
            b.idle(0.5);
            c.idle(0.5);
            cloud.startAgent("a", cloud.reports().getPort());
            await().atMost(PATIENCE).until(() -> cloud.weight("b") == 50 && cloud.weight("c") == 50);
            assumeTrue(isAtRest(cloud), "the machine has no idle CPU that could be burnt");

            int restedWeight = cloud.weight("a");
            double restedShare = cloud.shareOf("a", SESSIONS);
            System.out.printf("at rest: weight %d, share %.2f%n", restedWeight, restedShare);
            assertThat(restedShare).isPositive();

            List<Process> fires = burn(cloud);
            // What is left is the share of the bandwidth, and what the agent itself is given.
            await().atMost(PATIENCE).until(() -> cloud.weight("a") < restedWeight / 2);
            await().atMost(PATIENCE).until(() -> cloud.shareOf("a", SESSIONS) < restedShare * 0.75);
            System.out.printf("burning: weight %d, share %.2f%n", cloud.weight("a"), cloud.shareOf("a", SESSIONS));
            assertThat(cloud.weight("b")).isEqualTo(50);
            assertThat(cloud.weight("c")).isEqualTo(50);

            // Back over the lines that it fell below, not to what it was: others use this machine too.
            for (Process fire : fires) {
                fire.destroyForcibly().waitFor();
            }
            await().atMost(PATIENCE).until(() -> cloud.weight("a") > restedWeight / 2);
            await().atMost(PATIENCE).until(() -> cloud.shareOf("a", SESSIONS) > restedShare * 0.75);
            System.out.printf("recovered: weight %d, share %.2f%n", cloud.weight("a"), cloud.shareOf("a", SESSIONS));
        }
    }

    private static boolean isAtRest(ReportedCloud cloud) {
        try {
            await().atMost(PATIENCE)
                    .until(() -> cloud.weightReason("a").equals("agent") && cloud.weight("a") >= LEAST_WEIGHT_AT_REST);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    private static List<Process> burn(ReportedCloud cloud) throws IOException {
        List<Process> fires = new ArrayList<>();
        for (int processor = 0; processor < Runtime.getRuntime().availableProcessors(); processor++) {
            fires.add(cloud.launch("fire", Fire.class.getName()));
        }
        return fires;
    }
}
