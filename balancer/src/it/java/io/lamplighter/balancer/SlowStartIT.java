package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.admin.AdminState;
import io.lamplighter.balancer.node.Node;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node that dies and comes back gets sessions by as much of its weight as the API says. */
@Timeout(120)
class SlowStartIT {
    private static final int BATCH = 50;

    @TempDir
    Path directory;

    private RunningBalancer balancer;

    @Test
    void aNodeThatComesBackGrowsIntoItsShare() throws Exception {
        int port = FreePort.next();
        TestNode slow = TestNode.naming("b", port);
        try (TestNode a = TestNode.naming("a");
                RunningBalancer running = RunningBalancer.stream(
                        directory,
                        "nio",
                        "upstream u { server " + a.hostPort() + "; server " + slow.hostPort()
                                + " fail_timeout=1s slow_start=4s; } server { listen 127.0.0.1:0; proxy_pass u; }")) {
            balancer = running;
            Node node = balancer.nodes("u").get(1);
            assertThat(sessionsOnB(BATCH)).isEqualTo(BATCH / 2);
            slow.close();
            Awaitility.await().until(() -> {
                assertThat(sessionsOnB(2)).isZero();
                return node.isFailed();
            });
            Awaitility.await().until(() -> rampPercent(node) == 10);

            slow = TestNode.naming("b", port);
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> sessionsOnB(2) > 0);
            boolean hasGrown = false;
            int percent = rampPercent(node);
            while (percent < 100) {
                int sessions = sessionsOnB(BATCH);
                int after = rampPercent(node);
                // Of each 100 + percent sessions, percent; one more or less for where in the round the batch begins and
                // ends,
                // and one for the weights that change under it.
                assertThat(sessions)
                        .as("between %d %% and %d %%", percent, after)
                        .isBetween(BATCH * percent / (100 + percent) - 2, BATCH * after / (100 + after) + 2);
                hasGrown |= percent > 10 && percent < 100;
                percent = after;
            }
            assertThat(hasGrown).isTrue();
            assertThat(sessionsOnB(BATCH)).isBetween(BATCH / 2 - 1, BATCH / 2 + 1);
        } finally {
            slow.close();
        }
    }

    private int rampPercent(Node node) {
        AdminState state = balancer.balancer().coldSide().state();
        return state.weightOf(node).rampPercent();
    }

    private int sessionsOnB(int count) throws IOException {
        int onB = 0;
        for (int i = 0; i < count; i++) {
            try (Socket session = balancer.connect()) {
                String name = new String(session.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                assertThat(name).isIn("a", "b");
                onB += name.equals("b") ? 1 : 0;
            }
        }
        return onB;
    }
}
