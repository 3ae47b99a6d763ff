package io.lamplighter.balancer.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.balancer.config.HealthCheckConfig;
import io.lamplighter.balancer.node.ActiveHealth;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CheckCountTest {
    @Test
    void onlySoManyResultsInARowChangeTheHealth() {
        CheckCount count = new CheckCount(check(3, 2, false));
        assertThat(changes(count, "PFPFFPFF")).isEqualTo("--------");
        assertThat(count.health()).isEqualTo(ActiveHealth.HEALTHY);
        assertThat(changes(count, "F")).isEqualTo("!");
        assertThat(count.health()).isEqualTo(ActiveHealth.UNHEALTHY);
        assertThat(changes(count, "PFFPP")).isEqualTo("----!");
        assertThat(count.health()).isEqualTo(ActiveHealth.HEALTHY);
        assertThat(count.shown()).isEqualTo(new CheckFigures(14, 8, 1, true));
    }

    @Test
    void whatMustBeFoundHealthyFirstIsNeitherBeforehand() {
        CheckCount count = new CheckCount(check(2, 2, true));
        assertThat(count.health()).isEqualTo(ActiveHealth.CHECKING);
        assertThat(changes(count, "PFP")).isEqualTo("---");
        assertThat(count.health()).isEqualTo(ActiveHealth.CHECKING);
        assertThat(changes(count, "P")).isEqualTo("!");
        assertThat(count.health()).isEqualTo(ActiveHealth.HEALTHY);
    }

    private static String changes(CheckCount count, String results) {
        StringBuilder changes = new StringBuilder();
        for (int i = 0; i < results.length(); i++) {
            changes.append(count.record(results.charAt(i) == 'P') ? '!' : '-');
        }
        return changes.toString();
    }

    private static HealthCheckConfig check(int fails, int passes, boolean isMandatory) {
        return new HealthCheckConfig(
                "u",
                1_000,
                0,
                fails,
                passes,
                isMandatory,
                false,
                OptionalInt.empty(),
                Optional.empty(),
                1_000,
                0,
                Optional.empty(),
                Optional.empty());
    }
}
