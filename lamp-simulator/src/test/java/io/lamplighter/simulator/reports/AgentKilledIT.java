package io.lamplighter.simulator.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class AgentKilledIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @Test
    void aKilledAgentGivesItsNodeTheBaseWeightAndARestartedOneIsBelievedAtOnce() throws Exception {
        // A threshold of 0: on a busy machine the node must not be overloaded.
        try (ReportedCloud cloud =
                ReportedCloud.start(directory, "dynamic_weight cpu=0.5 bandwidth=0.5 threshold=0;", "5s", "a", "b")) {
            int port = cloud.reports().getPort();
            Process agent = cloud.startAgent("a", port);
            await().atMost(PATIENCE).until(() -> cloud.weightReason("a").equals("agent"));
            assertThat(cloud.weightReason("b")).isEqualTo("agent_not_heard");

            agent.destroyForcibly().waitFor(); // SIGKILL: it can say no good-bye
            long heardOfIt = cloud.accepted();
            Process second = cloud.startAgent("a", port);
            await("before its predecessor is silent for expire")
                    .atMost(PATIENCE)
                    .until(() -> cloud.accepted() > heardOfIt);

            second.destroyForcibly().waitFor();
            await().atMost(PATIENCE).until(() -> cloud.weightReason("a").equals("agent_silent"));
            assertThat(cloud.weight("a")).isEqualTo(ReportedCloud.BASE_WEIGHT);

            cloud.startAgent("a", port);
            await("after a silence")
                    .atMost(PATIENCE)
                    .until(() -> cloud.weightReason("a").equals("agent"));
            assertThat(cloud.refused())
                    .as("not one report of a restarted agent")
                    .isEmpty();
        }
    }
}
