package io.lamplighter.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.simulator.LampSim;
import io.lamplighter.simulator.lamp.LampPlan;
import io.lamplighter.simulator.lamp.LampPlan.Targets;
import io.lamplighter.simulator.lamp.Sources;
import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.process.Child;
import io.lamplighter.simulator.process.Children;
import io.lamplighter.simulator.report.RunSummary;
import io.lamplighter.simulator.scenario.Protocol;
import io.lamplighter.simulator.scenario.Scenarios;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** As many lamps as one process carries, and several processes. The node is a process of its own, with descriptors of its own. */
@Timeout(180)
class ScaleIT {
    @TempDir
    private Path dir;

    @Test
    void nineAndAHalfThousandTcpLampsAreHeldByOneProcess() throws Exception {
        try (Children children = new Children("the node is stopped")) {
            InetSocketAddress node = startNode(children);
            LampPlan plan = plan(
                    node,
                    9500,
                    1,
                    "held",
                    Protocol.TCP,
                    "warmup=8s",
                    "duration=8s",
                    "speedup=1",
                    "interval=16s",
                    "jitter=0%",
                    "timeout=30s");
            Assumptions.assumeTrue(
                    Limits.ofThisProcess().complaint(plan, 1).isEmpty(), "this process may not open so many files");

            RunSummary run = LoadRun.run(RunPlan.of(plan), dir.resolve("report"), progress -> {});

            assertThat(run.errorsByKind()).isEmpty();
            assertThat(run.count(Count.TCP_SESSIONS)).isEqualTo(9500);
            assertThat(run.peakLamps()).isEqualTo(9500);
            assertThat(run.exchanges()).isBetween(4740L, 4760L); // half of an interval's
        }
    }

    @Test
    void fiftyThousandUdpLampsFitIntoOneProcessWhenTheyShareAddresses() throws Exception {
        try (Children children = new Children("the node is stopped")) {
            InetSocketAddress node = startNode(children);
            LampPlan plan = plan(
                    node, 50_000, 10, "steady", Protocol.UDP, "warmup=2s", "duration=10s", "interval=20s", "jitter=0%");
            Assumptions.assumeTrue(
                    Limits.ofThisProcess().complaint(plan, 1).isEmpty(), "this process may not open so many files");

            RunSummary run = LoadRun.run(RunPlan.of(plan), dir.resolve("report"), progress -> {});

            assertThat(run.peakLamps()).isEqualTo(50_000);
            assertThat(run.count(Count.UDP_SESSIONS)).isEqualTo(5_000);
            // 2,500 a second; the kernel of a busy machine may drop a few datagrams, and those are counted
            assertThat(run.exchanges() + run.errorsByKind().getOrDefault("lost_datagram", 0L))
                    .isBetween(24_900L, 31_000L);
            assertThat(run.exchanges()).isGreaterThan(20_000);
        }
    }

    @Test
    void severalProcessesShareTheLampsAndOneReport() throws Exception {
        try (Children children = new Children("the node is stopped")) {
            InetSocketAddress node = startNode(children);
            String[] settings = {"warmup=1s", "duration=4s", "jitter=0%", "interval=500ms", "timeout=20s"};
            LampPlan plan = plan(node, 101, 1, "steady", Protocol.TCP, settings);
            List<String> arguments = new java.util.ArrayList<>(
                    List.of("run", "steady", "--target=127.0.0.1:" + node.getPort(), "--lamps=101", "--processes=3"));
            for (String setting : settings) {
                arguments.add("--set=" + setting);
            }

            RunSummary run = LoadRun.run(
                    new RunPlan(plan, 3, arguments, Optional.empty()), dir.resolve("report"), progress -> {});

            assertThat(run.errorsByKind()).isEmpty();
            assertThat(run.count(Count.TCP_SESSIONS)).isEqualTo(101);
            assertThat(run.peakLamps()).isEqualTo(101);
            assertThat(run.exchanges()).isEqualTo(808); // eight of each lamp
            assertThat(run.exchangesOf("scale")).isEqualTo(808);
            assertThat(run.run().processes()).isEqualTo(3);
            assertThat(dir.resolve("report/worker-2.log")).content().startsWith("ready");
            assertThat(dir.resolve("report/index.html")).isNotEmptyFile();
        }
    }

    private InetSocketAddress startNode(Children children) throws IOException, InterruptedException {
        Path log = dir.resolve("node.log");
        Child node = children.start(() -> Child.start(
                "the node",
                log,
                line -> line.startsWith("ready "),
                List.of("-XX:+UseSerialGC", "-Xmx512m", "--enable-native-access=ALL-UNNAMED"),
                List.of(
                        LampSim.class.getName(),
                        "node",
                        "--name=scale",
                        "--listen=127.0.0.1:0",
                        "--cores=8",
                        "--service-time=20us")));
        node.awaitReady(60_000);
        String ready = Files.readString(log).strip();
        int port = Integer.parseInt(ready.substring(ready.lastIndexOf('=') + 1));
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static LampPlan plan(
            InetSocketAddress target,
            int lamps,
            int lampsPerUdpSocket,
            String scenario,
            Protocol protocol,
            String... settings)
            throws Exception {
        return new LampPlan(
                Scenarios.read(scenario, List.of(settings)).speaking(Map.of(protocol, 1.0)),
                Targets.all(target),
                Sources.best(target),
                lamps,
                0,
                1,
                1,
                lampsPerUdpSocket,
                false,
                false,
                1,
                Optional.empty());
    }
}
