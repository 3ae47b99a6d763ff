package io.lamplighter.simulator.demo;

import io.lamplighter.balancer.weigh.WeightReason;
import io.lamplighter.simulator.LampSim;
import io.lamplighter.simulator.Lifeline;
import io.lamplighter.simulator.demo.DemoPlan.DemoNode;
import io.lamplighter.simulator.lamp.LampPlan;
import io.lamplighter.simulator.process.Child;
import io.lamplighter.simulator.process.Children;
import io.lamplighter.simulator.report.RunSummary;
import io.lamplighter.simulator.run.LoadRun;
import io.lamplighter.simulator.run.RunPlan;
import io.lamplighter.simulator.run.RunScreen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the demo in the order a reader would: nodes, balancer, lamps, table. Whatever fails ends it with one sentence, and
 * whatever ends it ends its children.
 */
final class Demo {
    private static final String BALANCER_MAIN = "io.lamplighter.balancer.Lamplighter";
    private static final long START_TIMEOUT_MS = 30_000;
    private static final long REPORTS_TIMEOUT_MS = 10_000;
    private static final long POLL_MS = 100;
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED");

    private final DemoPlan plan;
    private final LampPlan lamps;
    private final Path configuration;
    private final Path outDir;
    private final Children children;

    /**
     * @param configuration the balancer's configuration; its key file lies beside it as {@code demo.key}
     * @param outDir where reports and logs go; it exists
     * @param children takes the processes that are started
     */
    Demo(DemoPlan plan, LampPlan lamps, Path configuration, Path outDir, Children children) {
        this.plan = plan;
        this.lamps = lamps;
        this.configuration = configuration;
        this.outDir = outDir;
        this.children = children;
    }

    /** Starts everything and lets the lamps come; the nodes and the balancer go on until {@link Children#close}. */
    DemoResult run() throws IOException, InterruptedException {
        Port.requireFree(plan.ports());
        startNodes();
        Child balancer = startBalancer();
        try (StateWatch watch = new StateWatch(plan.apiPort())) {
            awaitApi(balancer, watch);
            awaitReports(watch);
            return run(watch);
        }
    }

    private void startNodes() throws IOException, InterruptedException {
        Path key = configuration.resolveSibling("demo.key");
        if (!Files.isReadable(key)) {
            throw new IOException(key + " cannot be read; it signs the nodes' reports");
        }
        List<Child> started = new java.util.ArrayList<>();
        for (DemoNode node : plan.nodes()) {
            started.add(children.start(() -> startNode(node, key)));
        }
        for (Child node : started) {
            node.awaitReady(START_TIMEOUT_MS);
        }
    }

    private Child startNode(DemoNode node, Path key) throws IOException {
        List<String> jvm = List.of("-XX:TieredStopAtLevel=1", "-Xmx128m"); // quick to start; a node does little
        return Child.start(
                "node " + node.name(),
                outDir.resolve("node-" + node.name() + ".log"),
                line -> line.startsWith("ready "),
                java.util.stream.Stream.of(JVM, jvm).flatMap(List::stream).toList(),
                List.of(
                        LampSim.class.getName(),
                        "node",
                        "--name=" + node.name(),
                        "--listen=" + DemoPlan.text(node.port()),
                        "--cores=" + node.cores(),
                        "--service-time=" + node.serviceTime().toNanos() / 1000 + "us",
                        "--link=" + node.linkBitsPerSecond(),
                        "--memory-gib=" + node.memoryGib(),
                        "--disk-gib=" + node.diskGib(),
                        "--report-to=" + DemoPlan.text(plan.reportsPort()),
                        "--key-file=" + key));
    }

    private Child startBalancer() throws IOException {
        return children.start(() -> Child.start(
                "the balancer",
                outDir.resolve("balancer.log"),
                line -> false,
                JVM,
                List.of(
                        Lifeline.class.getName(),
                        BALANCER_MAIN,
                        "-p",
                        outDir.toAbsolutePath().toString(),
                        "-c",
                        configuration.toAbsolutePath().toString(),
                        "-e",
                        "stderr",
                        "-g",
                        "daemon off;")));
    }

    private static void awaitApi(Child balancer, StateWatch watch) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_TIMEOUT_MS);
        while (true) {
            balancer.requireAlive();
            try {
                watch.ask();
                return;
            } catch (ConnectException | HttpTimeoutException e) {
                if (System.nanoTime() - deadlineNs > 0) {
                    throw new IOException(
                            "the balancer does not show its state after " + START_TIMEOUT_MS / 1000 + " s; see "
                                    + balancer.log(),
                            e);
                }
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
    }

    /** A run that begins before the first reports would begin with other weights than it goes on with. */
    private void awaitReports(StateWatch watch) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(REPORTS_TIMEOUT_MS);
        while (!watch.ask().nodes().stream()
                .allMatch(node -> node.weightReason().equals(WeightReason.AGENT.lowerName()))) {
            children.requireAllAlive();
            if (System.nanoTime() - deadlineNs > 0) {
                throw new IOException("the nodes' reports do not reach the weights after " + REPORTS_TIMEOUT_MS / 1000
                        + " s; see " + outDir.resolve("balancer.log"));
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
    }

    private DemoResult run(StateWatch watch) throws IOException, InterruptedException {
        long measuredFromNs = System.nanoTime() + lamps.scenario().warmup().toNanos();
        long measuredToNs = measuredFromNs + lamps.scenario().duration().toNanos();
        RunScreen screen = RunScreen.onStandardOutput();
        watch.start();
        try {
            RunSummary result = LoadRun.run(RunPlan.of(lamps), outDir, progress -> {
                requireAllAlive();
                screen.accept(progress);
            });
            Map<Integer, Shares.NodeShare> shares = Shares.of(watch.samples(measuredFromNs, measuredToNs));
            return DemoResult.of(plan, result, shares);
        } finally {
            screen.end();
        }
    }

    private void requireAllAlive() {
        try {
            children.requireAllAlive();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
