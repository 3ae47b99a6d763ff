package io.lamplighter.simulator.demo;

import io.lamplighter.simulator.OptionTypes.DurationType;
import io.lamplighter.simulator.demo.DemoPlan.DemoNode;
import io.lamplighter.simulator.lamp.LampPlan;
import io.lamplighter.simulator.process.Children;
import io.lamplighter.simulator.scenario.ScenarioException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lampsim demo}. */
@Command(
        name = "demo",
        description = {
            "Start three emulated nodes and the balancer, let lamps load them, and print the report.",
            "Everything runs on the loopback address and is stopped at the end."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:no errors, and every node got what its weights promised, where nothing else decides",
            "1:otherwise, or the demo could not run",
            "2:wrong options"
        })
public final class DemoCommand implements Callable<Integer> {
    /** The balancer and the lamps hold two descriptors for a lamp, of the 20,000 that systems commonly allow. */
    private static final int MAX_LAMPS = 8000;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Option(names = "--lamps", defaultValue = "2000", description = "Concurrent lamps (default: ${DEFAULT-VALUE}).")
    private int lamps;

    @Option(
            names = "--duration",
            defaultValue = "20s",
            converter = DurationType.class,
            description = "Length of the measured part (default: ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description =
                    "Exchanges per second in total; the emulated nodes are scaled to it (default: half the lamps).")
    private @Nullable Double rate;

    @Option(
            names = "--reconnect-every",
            defaultValue = "5s",
            converter = DurationType.class,
            description = "Mean life of a lamp's session (default: ${DEFAULT-VALUE}).")
    private Duration reconnectEvery = Duration.ZERO;

    @Option(
            names = "--method",
            paramLabel = "DIRECTIVE",
            description = {
                "How the balancer chooses, as its configuration says it: least_conn, adaptive, 'arima pick=lowest', round_robin",
                "(default: the dynamic_weight of conf/demo.conf)."
            })
    private @Nullable String method;

    @Option(
            names = "--slow",
            paramLabel = "NODE@TIME[:FACTOR]",
            converter = SlowDown.Type.class,
            description = {
                "Let node a, b or c go on at a part of its speed, so long after the measured part began; then show what was before",
                "and after. For example b@10s:0.25; without FACTOR it is 0.25."
            })
    private @Nullable SlowDown slowDown;

    @Option(names = "--keep-running", description = "Leave nodes and balancer running until Ctrl-C.")
    private boolean isKeptRunning;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where reports and logs go (default: lampsim-report-DATE-TIME).")
    private @Nullable Path outDir;

    @Option(
            names = "--home",
            defaultValue = "${sys:lamplighter.home:-.}",
            paramLabel = "DIR",
            description = "Where conf/demo.conf is (default: ${DEFAULT-VALUE}).")
    private Path home = Path.of("");

    @Override
    public Integer call() throws IOException, InterruptedException {
        double ratePerSecond = rate == null ? lamps / 2.0 : rate;
        DemoPlan plan = DemoPlan.standard(ratePerSecond);
        LampPlan lampPlan = lampPlan(plan, ratePerSecond);
        requirePossible(slowDown, plan);
        Path configuration = home.resolve("conf").resolve("demo.conf");
        if (!Files.isReadable(configuration)) {
            throw new IOException(configuration + " cannot be read; --home names the directory that has it");
        }
        Path reports = Files.createDirectories(outDir == null ? newOutDir() : outDir);
        DemoMethod chosen = method == null ? DemoMethod.usual() : new DemoMethod(method.strip());
        Path used = method == null ? configuration : chosen.configure(configuration, reports);
        try (Children children = new Children("the balancer and the nodes are stopped")) {
            Demo demo = new Demo(plan, lampPlan, chosen, Optional.ofNullable(slowDown), used, reports, children);
            return run(demo, plan, children);
        }
    }

    private void requirePossible(@Nullable SlowDown wanted, DemoPlan plan) {
        if (wanted != null && plan.node(wanted.node()).isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--slow must name one of the nodes "
                            + String.join(
                                    ", ",
                                    plan.nodes().stream().map(DemoNode::name).toList())
                            + ", found \"" + wanted.node() + "\"");
        }
        if (wanted != null && wanted.at().compareTo(duration) >= 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--slow must be before the end of the measured part, " + duration.toMillis() / 1e3 + " s, found "
                            + wanted.at().toMillis() / 1e3 + " s");
        }
    }

    private LampPlan lampPlan(DemoPlan plan, double ratePerSecond) throws IOException {
        if (lamps > MAX_LAMPS) {
            throw new ParameterException(
                    spec.commandLine(), "--lamps of the demo must be at most " + MAX_LAMPS + ", found " + lamps);
        }
        if (rate != null && rate <= 0) {
            throw new ParameterException(spec.commandLine(), "--rate must be above 0, found " + rate);
        }
        try {
            return plan.lampPlan(lamps, ratePerSecond, duration, reconnectEvery);
        } catch (IllegalArgumentException | ScenarioException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static Path newOutDir() {
        return Path.of("lampsim-report-"
                + DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").format(LocalDateTime.now(ZoneId.systemDefault())));
    }

    private int run(Demo demo, DemoPlan plan, Children children) throws IOException, InterruptedException {
        try {
            DemoResult result = demo.run();
            result.print(System.out);
            if (isKeptRunning) {
                keepRunning(plan, children);
            }
            return result.faults().isEmpty() ? 0 : 1;
        } catch (IOException | UncheckedIOException e) {
            if (children.isInterrupted()) {
                new CountDownLatch(1).await(); // the hook has the last word; what it ended is no news
            }
            throw new IOException(e.getMessage(), e);
        }
    }

    private static void keepRunning(DemoPlan plan, Children children) throws IOException, InterruptedException {
        System.out.println(
                "The nodes and the balancer keep running: lamps connect to " + DemoPlan.text(plan.lampsPort())
                        + ", the state is at http://" + DemoPlan.text(plan.apiPort()) + "/state. Ctrl-C stops them.");
        while (true) {
            children.requireAllAlive();
            java.util.concurrent.TimeUnit.MILLISECONDS.sleep(500);
        }
    }
}
