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
import io.lamplighter.simulator.run.RunProgress;
import io.lamplighter.simulator.run.RunScreen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs the demo in the order a reader would: nodes, balancer, lamps, table. Whatever fails ends it with one sentence, and
 * whatever ends it ends its children.
 */
final class Demo {
    static final String KEY_FILE = "demo.key";

    private static final String BALANCER_MAIN = "io.lamplighter.balancer.Lamplighter";
    private static final long START_TIMEOUT_MS = 30_000;
    private static final long REPORTS_TIMEOUT_MS = 10_000;
    private static final long POLL_MS = 100;
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED");

    /** Weights that say this are not what they will be. */
    private static final Set<String> NO_REPORT_YET =
            Set.of(WeightReason.AGENT_NOT_HEARD.lowerName(), WeightReason.AGENT_BLIND.lowerName());

    private final DemoPlan plan;
    private final LampPlan lamps;
    private final DemoMethod method;
    private final Optional<Slowing> slowing;
    private final Path configuration;
    private final Path outDir;
    private final Children children;

    /**
     * @param method of the configuration
     * @param slowDown of a node of the plan
     * @param configuration the balancer's configuration; its key file lies beside it as {@value #KEY_FILE}
     * @param outDir where reports and logs go; it exists
     * @param children takes the processes that are started
     */
    Demo(
            DemoPlan plan,
            LampPlan lamps,
            DemoMethod method,
            Optional<SlowDown> slowDown,
            Path configuration,
            Path outDir,
            Children children) {
        this.plan = plan;
        this.lamps = lamps;
        this.method = method;
        this.slowing = slowDown.map(down -> new Slowing(
                down, plan.node(down.node()).orElseThrow(), lamps.scenario().warmup()));
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
        Path key = configuration.resolveSibling(KEY_FILE);
        if (!Files.isReadable(key)) {
            throw new IOException(key + " cannot be read; it signs the nodes' reports");
        }
        List<Child> started = new ArrayList<>();
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
                Stream.of(JVM, jvm).flatMap(List::stream).toList(),
                arguments(node, key));
    }

    private List<String> arguments(DemoNode node, Path key) {
        List<String> arguments = new ArrayList<>(List.of(
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
        if (slowing.isPresent()) {
            arguments.add("--obey");
        }
        return arguments;
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
        while (watch.ask().nodes().stream().anyMatch(node -> NO_REPORT_YET.contains(node.weightReason()))) {
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
                whileRunning(progress);
                screen.accept(progress);
            });
            Map<Integer, Shares.NodeShare> shares = Shares.of(watch.samples(measuredFromNs, measuredToNs));
            Optional<Slowing.Outcome> slowed = slowing.isEmpty()
                    ? Optional.empty()
                    : Optional.of(slowing.get().outcome(outDir, watch, measuredFromNs, measuredToNs));
            return DemoResult.of(plan, method, result, shares, slowed);
        } finally {
            screen.end();
        }
    }

    private void whileRunning(RunProgress progress) {
        try {
            children.requireAllAlive();
            if (slowing.isPresent()) {
                slowing.get().progress(progress);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
