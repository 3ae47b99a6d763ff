package io.lamplighter.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.simulator.cloud.EmulatedNode;
import io.lamplighter.simulator.lamp.LampPlan;
import io.lamplighter.simulator.lamp.LampPlan.Targets;
import io.lamplighter.simulator.lamp.Sources;
import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Phase;
import io.lamplighter.simulator.report.RunSummary;
import io.lamplighter.simulator.scenario.Protocol;
import io.lamplighter.simulator.scenario.Scenario;
import io.lamplighter.simulator.scenario.Scenarios;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scenarios against an emulated node that misbehaves. */
@Timeout(120)
class EmulatedNodeTest {
    @TempDir
    private Path dir;

    /**
     * 100 lamps, 250 exchanges a second for six seconds, and a node that stands still for two of them: a third of the
     * exchanges waited up to two seconds, so the slowest tenth waited over 1.2 s and the slowest thousandth nearly all of it.
     */
    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"TCP", "UDP"})
    void aNodeThatStallsForTwoSecondsShowsInTheHighPercentiles(Protocol protocol) throws Exception {
        try (EmulatedNode node = EmulatedNode.start("--at", "3s freeze for 2s")) {
            RunSummary run = run(
                    Scenarios.read("steady", List.of("warmup=1s", "duration=6s", "jitter=0%"))
                            .speaking(Map.of(protocol, 1.0))
                            .atRate(250, 100),
                    node.address(),
                    100);

            assertThat(run.errorsByKind()).isEmpty();
            assertThat(run.exchanges()).isEqualTo(1500);
            assertThat(run.times(Phase.EXCHANGE).p999Ms()).isBetween(1900.0, 4000.0);
            assertThat(run.times(Phase.EXCHANGE).p90Ms()).isGreaterThan(1000);
            assertThat(run.times(Phase.EXCHANGE).p50Ms()).isLessThan(1000);
            assertThat(run.exchangesOf("emulated")).isEqualTo(1500);
        }
    }

    @Test
    void aLostNodeIsToldToDieTheWayOfTheLampsAndItsLampsComeBack() throws Exception {
        Path file = Files.writeString(dir.resolve("lost.scenario"), """
                warmup = 500ms
                duration = 4s
                [lamps all]
                interval = 200ms
                reconnect = 100ms..200ms jitter 50%
                [at 500ms]
                lose-node = for 1s
                """);
        try (EmulatedNode node = EmulatedNode.start("--obey")) {
            RunSummary run = run(
                    Scenarios.read(file.toString(), List.of()).speaking(Map.of(Protocol.TCP, 1.0)), node.address(), 20);

            assertThat(run.notes()).isEmpty();
            assertThat(run.count(Count.NODES_LOST)).isEqualTo(1);
            assertThat(run.errorsByKind()).containsEntry("reset", 20L).containsKey("refused");
            assertThat(run.count(Count.TCP_SESSIONS)).isEqualTo(40);
            assertThat(run.exchanges() + run.errorsByKind().getOrDefault("unanswered", 0L))
                    .isEqualTo(400);
            assertThat(run.times(Phase.EXCHANGE).maxMs()).isGreaterThan(800);
        }
    }

    @Test
    void aNodeThatDoesNotObeyIsANote() throws Exception {
        try (EmulatedNode node = EmulatedNode.start()) {
            RunSummary run = run(
                    Scenarios.read("node-lost", List.of("warmup=0", "duration=11s", "interval=1s"))
                            .speaking(Map.of(Protocol.TCP, 1.0)),
                    node.address(),
                    2);

            assertThat(run.notes())
                    .containsExactly("node emulated does not obey; start it with --obey, or end a node by hand");
            assertThat(run.errors()).isZero();
        }
    }

    private RunSummary run(Scenario scenario, InetSocketAddress target, int lamps) throws Exception {
        LampPlan plan = new LampPlan(
                scenario,
                Targets.all(target),
                Sources.best(target),
                lamps,
                0,
                1,
                1,
                1,
                false,
                false,
                1,
                Optional.empty());
        return LoadRun.run(RunPlan.of(plan), dir.resolve("report"), progress -> {});
    }
}
