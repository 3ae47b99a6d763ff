package io.lamplighter.simulator.run;

import io.lamplighter.balancer.config.EventsConfig.EventMethod;
import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.simulator.Lifeline;
import io.lamplighter.simulator.OptionTypes.AddressType;
import io.lamplighter.simulator.OptionTypes.DurationType;
import io.lamplighter.simulator.lamp.LampPlan;
import io.lamplighter.simulator.lamp.LampPlan.Targets;
import io.lamplighter.simulator.lamp.Sources;
import io.lamplighter.simulator.measure.IntervalJson;
import io.lamplighter.simulator.real.RealLampPlan;
import io.lamplighter.simulator.report.Expectation;
import io.lamplighter.simulator.report.RunSummary;
import io.lamplighter.simulator.report.RunTable;
import io.lamplighter.simulator.run.RunOptionTypes.PartType;
import io.lamplighter.simulator.run.RunOptionTypes.SourcesType;
import io.lamplighter.simulator.scenario.Protocol;
import io.lamplighter.simulator.scenario.Scenario;
import io.lamplighter.simulator.scenario.ScenarioException;
import io.lamplighter.simulator.scenario.Scenarios;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lampsim run}. */
@Command(
        name = "run",
        description = {
            "Run a scenario: lamps that load a balancer, a node or a broker, and what they measured.",
            "SCENARIO is steady, dusk, power-cut, node-lost, slow-reader, half-open, short-connections, held, nat-rebind,",
            "or a file. Latency counts from the intended send time, so a slow server cannot slow the questions down and hide it."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:as expected",
            "1:an expectation was missed, nothing was answered, or the run could not be carried out",
            "2:wrong options or a wrong scenario"
        })
public final class RunCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "SCENARIO", description = "Name of a scenario, or its file.")
    private String scenarioName = "";

    @Option(
            names = "--target",
            paramLabel = "HOST:PORT",
            converter = AddressType.class,
            description = "Where lamps go.")
    private @Nullable InetSocketAddress target;

    @Option(
            names = "--udp",
            paramLabel = "HOST:PORT",
            converter = AddressType.class,
            description = "Where UDP lamps go instead.")
    private @Nullable InetSocketAddress udpTarget;

    @Option(
            names = "--mqtt",
            paramLabel = "HOST:PORT",
            converter = AddressType.class,
            description = "Where MQTT lamps go instead.")
    private @Nullable InetSocketAddress mqttTarget;

    @Option(names = "--lamps", defaultValue = "1000", description = "Lamps in all (default: ${DEFAULT-VALUE}).")
    private int lamps;

    @Option(
            names = "--protocol",
            defaultValue = "tcp",
            paramLabel = "P[=SHARE],...",
            description = {
                "tcp, udp, mqtt, mqtt5, or a mix such as tcp=80%%,udp=20%%, for lamps whose scenario names none",
                "(default: ${DEFAULT-VALUE})."
            })
    private String protocols = "";

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = {
                "Exchanges per second in total, instead of by the scenario's intervals; max for a closed loop, in which every",
                "lamp sends when it has its answer."
            })
    private @Nullable String rate;

    @Option(
            names = "--duration",
            converter = DurationType.class,
            description = "Length of the measured part (default: the scenario's).")
    private @Nullable Duration duration;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Any value of the scenario, for all its lamps; may be repeated.")
    private List<String> settings = new ArrayList<>();

    @Option(names = "--print", description = "Show the scenario's text, as a beginning for one's own, and stop.")
    private boolean isPrinted;

    @Option(
            names = "--sources",
            paramLabel = "FIRST-LAST",
            converter = SourcesType.class,
            description = {
                "Addresses of this host that lamps come from, or system for what the system chooses (default: an address",
                "for each lamp when the target is in 127.0.0.0/8, else system)."
            })
    private @Nullable Sources sources;

    @Option(
            names = "--lamps-per-socket",
            defaultValue = "1",
            description = "UDP lamps that share an address, as behind one gateway (default: ${DEFAULT-VALUE}).")
    private int lampsPerUdpSocket;

    @Option(
            names = "--threads",
            defaultValue = "1",
            description = "Event loops of a process (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--processes",
            defaultValue = "1",
            description = "Processes that share the lamps and the report (default: ${DEFAULT-VALUE}).")
    private int processes;

    @Option(
            names = "--use",
            paramLabel = "METHOD",
            description = {
                "How sockets are waited for: io_uring, epoll or nio (default: what costs these lamps least and works here)."
            })
    private @Nullable EventMethod use;

    @Option(
            names = "--real-lamps",
            defaultValue = "0",
            paramLabel = "N",
            description = "Further lamps that are Eclipse Paho clients: MQTT 5, QoS 1 (default: ${DEFAULT-VALUE}).")
    private int realLamps;

    @Option(
            names = "--audit",
            paramLabel = "HOST:PORT",
            converter = AddressType.class,
            description =
                    "Broker to subscribe to, to see whether what was acknowledged arrives; repeat for each broker.")
    private List<InetSocketAddress> audit = new ArrayList<>();

    @Option(names = "--echo", description = "The target gives back what it gets: any echo server will do.")
    private boolean isEcho;

    @Option(
            names = "--expect",
            paramLabel = "X,...",
            description = "What the exit status depends on, such as p99<20ms,errors=0 or connect.p99.9<1s,rate>=990.")
    private @Nullable String expect;

    @Option(names = "--seed", defaultValue = "1", description = "Of all chance (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--out",
            defaultValue = "lampsim-report",
            paramLabel = "DIR",
            description = "Where the reports go (default: ${DEFAULT-VALUE}).")
    private Path directory = Path.of("");

    @Option(names = "--worker", hidden = true, paramLabel = "PART/PARTS", converter = PartType.class)
    private RunOptionTypes.@Nullable Part worker;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (isPrinted) {
            return print();
        }
        List<Expectation> expectations = expectations();
        LampPlan plan = plan();
        Optional<String> complaint = Limits.ofThisProcess().complaint(plan, processes);
        if (complaint.isPresent()) {
            throw new IOException(complaint.get());
        }
        return worker == null ? run(plan, expectations) : work(plan.part(worker.part(), worker.parts()));
    }

    private int print() throws IOException {
        try {
            System.out.print(Scenarios.text(scenarioName));
            return 0;
        } catch (ScenarioException e) {
            throw wrong(e);
        }
    }

    private int run(LampPlan plan, List<Expectation> expectations) throws IOException, InterruptedException {
        RunScreen screen = RunScreen.onStandardOutput();
        List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
        RunSummary summary =
                LoadRun.run(new RunPlan(plan, processes, arguments, realLampPlan(plan)), directory, screen);
        screen.end();
        RunTable.printWarnings(summary, System.out);
        RunTable.printCounts(summary, System.out);
        RunTable.printNodes(summary, System.out);
        RunTable.printTimes(summary, System.out);
        RunTable.printFiles(summary, System.out);
        List<String> missed = expectations.stream()
                .flatMap(expectation -> expectation.missedBy(summary).stream())
                .toList();
        missed.forEach(System.out::println);
        return missed.isEmpty() && summary.exchanges() > 0 ? 0 : 1;
    }

    /** The other side of {@link Workers}. */
    private static int work(LampPlan plan) throws IOException, InterruptedException {
        InputStream in = System.in;
        System.out.println(Workers.READY);
        BufferedReader orders = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        if (!Workers.GO.equals(orders.readLine())) {
            return 1; // the parent is gone
        }
        Lifeline.watch(in, () -> Runtime.getRuntime().halt(1));
        try (LampSource.Local lamps = LampSource.Local.start(plan)) {
            while (!lamps.isOver()) {
                System.out.println(IntervalJson.write(lamps.nextInterval()));
            }
        }
        System.out.println(Workers.OVER);
        return 0;
    }

    private List<Expectation> expectations() {
        try {
            return expect == null ? List.of() : Expectation.parse(expect);
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
    }

    private LampPlan plan() throws IOException {
        if (target == null) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--target=HOST:PORT'");
        }
        try {
            Targets targets = new Targets(
                    target, udpTarget == null ? target : udpTarget, mqttTarget == null ? target : mqttTarget);
            return new LampPlan(
                            scenario(),
                            targets,
                            sources == null ? Sources.best(target) : sources,
                            lamps,
                            0,
                            processes,
                            threads,
                            lampsPerUdpSocket,
                            isEcho,
                            isClosedLoop(),
                            seed,
                            workingMethod())
                    .part(0, 1);
        } catch (IllegalArgumentException | IllegalStateException | ScenarioException e) {
            throw wrong(e);
        }
    }

    /** @throws IllegalStateException when the method asked for does not work on this host */
    private Optional<EventMethod> workingMethod() {
        return Optional.ofNullable(use).map(asked -> {
            Transport.of(Optional.of(asked), false);
            return asked;
        });
    }

    private boolean isClosedLoop() {
        return "max".equals(rate);
    }

    private Scenario scenario() throws IOException, ScenarioException {
        List<String> overrides = new ArrayList<>(settings);
        if (duration != null) {
            overrides.add("duration=" + duration.toNanos() / 1000 + "us");
        }
        Map<Protocol, Double> shares = RunOptionTypes.protocols(protocols);
        Scenario scenario = Scenarios.read(scenarioName, overrides).speaking(shares);
        return rate == null || isClosedLoop() ? scenario : scenario.atRate(RunOptionTypes.rate(rate), lamps);
    }

    private Optional<RealLampPlan> realLampPlan(LampPlan plan) {
        if (realLamps == 0 && audit.isEmpty()) {
            return Optional.empty();
        }
        Scenario scenario = plan.scenario();
        return Optional.of(new RealLampPlan(
                plan.targets().mqtt(),
                audit,
                realLamps,
                scenario.groups().get(0).interval(),
                scenario.warmup(),
                scenario.duration(),
                scenario.timeout(),
                scenario.groups().get(0).minPayloadBytes()));
    }

    private ParameterException wrong(Exception e) {
        return new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
}
