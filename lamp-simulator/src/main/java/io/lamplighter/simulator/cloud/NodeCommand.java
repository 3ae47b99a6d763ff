package io.lamplighter.simulator.cloud;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.ReportKey;
import io.lamplighter.agent.report.ReportKeyFile;
import io.lamplighter.simulator.Lifeline;
import io.lamplighter.simulator.OptionTypes.AddressType;
import io.lamplighter.simulator.OptionTypes.BitRateType;
import io.lamplighter.simulator.OptionTypes.DurationType;
import io.lamplighter.simulator.cloud.ServiceTime.Distribution;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lampsim node}. */
@Command(
        name = "node",
        description = "Emulate a cloud node: serve TCP and UDP lamps on one port and report idle rates.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class NodeCommand implements Callable<Integer> {
    private static final long GIB = 1L << 30;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Option(names = "--name", required = true, description = "Name in answers and reports.")
    private String name = "";

    @Option(
            names = "--listen",
            required = true,
            paramLabel = "HOST:PORT",
            converter = AddressType.class,
            description = "Where to serve lamps, TCP and UDP; port 0 for any.")
    private InetSocketAddress listen = new InetSocketAddress(0);

    @Option(names = "--cores", defaultValue = "1", description = "Emulated cores (default: ${DEFAULT-VALUE}).")
    private int cores;

    @Option(
            names = "--service-time",
            defaultValue = "2ms",
            converter = DurationType.class,
            description = "Mean time a core spends on a request (default: ${DEFAULT-VALUE}).")
    private Duration serviceTime = Duration.ZERO;

    @Option(
            names = "--speed",
            defaultValue = "1",
            description = "How much faster the cores are than the service time says (default: ${DEFAULT-VALUE}).")
    private double speed;

    @Option(
            names = "--distribution",
            defaultValue = "lognormal",
            description = {
                "Of the service times: fixed, lognormal (sigma 0.5), exponential or pareto (alpha 2.5)",
                "(default: ${DEFAULT-VALUE})."
            })
    private Distribution distribution = Distribution.LOGNORMAL;

    @Option(
            names = "--discipline",
            defaultValue = "fifo",
            description = "fifo, or ps for processor sharing (default: ${DEFAULT-VALUE}).")
    private Discipline.Kind discipline = Discipline.Kind.FIFO;

    @Option(
            names = "--queue",
            defaultValue = "100000",
            description = "Most requests inside; further ones are answered BUSY (default: ${DEFAULT-VALUE}).")
    private int queueLimit;

    @Option(
            names = "--connections",
            defaultValue = "1000000",
            description = "Most TCP connections; further ones are closed at once (default: ${DEFAULT-VALUE}).")
    private int connectionLimit;

    @Option(
            names = "--link",
            defaultValue = "100M",
            paramLabel = "BITS/S",
            converter = BitRateType.class,
            description = "Capacity of the emulated link, each direction (default: ${DEFAULT-VALUE}).")
    private Long linkBitsPerSecond = 0L;

    @Option(
            names = "--memory-gib",
            paramLabel = "GIB",
            description = "Memory to report; nothing is allocated (default: unknown).")
    private @Nullable Integer memoryGib;

    @Option(names = "--disk-gib", paramLabel = "GIB", description = "Disk to report (default: unknown).")
    private @Nullable Integer diskGib;

    @Option(
            names = "--report-to",
            paramLabel = "HOST:PORT",
            converter = AddressType.class,
            description = "Balancer to report to each second; may be repeated.")
    private List<InetSocketAddress> reportTo = new ArrayList<>();

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "Its first key signs the reports (default: unsigned reports).")
    private @Nullable Path keyFile;

    @Option(
            names = "--connection-kib",
            defaultValue = "32",
            paramLabel = "KIB",
            description = "Memory to report as used for each connection (default: ${DEFAULT-VALUE}).")
    private int connectionKib;

    @Option(
            names = "--at",
            paramLabel = "'TIME ORDER'",
            description = {
                "What the node does by itself, such as '10s crash for 5s', '10s slow 0.25 for 5s', freeze, mute, refuse or",
                "drain for a time, or reset; may be repeated."
            })
    private List<String> orders = new ArrayList<>();

    @Option(names = "--script", paramLabel = "FILE", description = "The same, a line each; # begins a comment.")
    private @Nullable Path script;

    @Option(names = "--obey", description = "Do what scenarios order over the lamps' port, such as to crash.")
    private boolean obeys;

    @Option(names = "--seed", defaultValue = "1", description = "Of the service times (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--no-lifeline", description = "Stay when standard input ends; else that ends the node.")
    private boolean hasNoLifeline;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        if (!hasNoLifeline) {
            Lifeline.watch(System.in, end::countDown);
        }
        try (CloudNode node = CloudNode.start(plan())) {
            System.out.println("ready node=" + name + " port=" + node.address().getPort());
            end.await();
        }
        return 0;
    }

    NodePlan plan() throws IOException {
        require(LoadReport.isValidName(name), "--name must be 1..255 visible ASCII characters, found " + name);
        require(cores >= 1 && cores <= 1024, "--cores must be 1..1024, found " + cores);
        require(queueLimit >= 1, "--queue must be at least 1, found " + queueLimit);
        require(connectionLimit >= 0, "--connections must not be negative, found " + connectionLimit);
        require(connectionKib >= 0, "--connection-kib must not be negative, found " + connectionKib);
        require(speed > 0 && speed <= 1000, "--speed must be above 0 and at most 1000, found " + speed);
        require(!serviceTime.isZero(), "--service-time must be more than 0");
        return new NodePlan(
                name,
                listen,
                cores,
                speed,
                serviceTime.toNanos(),
                distribution,
                discipline,
                queueLimit,
                connectionLimit,
                linkBitsPerSecond,
                hardware(),
                connectionKib * 1024L,
                reportTo,
                reportKey(),
                script(),
                obeys,
                seed);
    }

    private Hardware hardware() {
        return new Hardware(OptionalDouble.of(cores), OptionalInt.empty(), bytes(memoryGib), bytes(diskGib));
    }

    private static OptionalLong bytes(@Nullable Integer gib) {
        return gib == null ? OptionalLong.empty() : OptionalLong.of(gib * GIB);
    }

    private List<TimedOrder> script() throws IOException {
        List<TimedOrder> all = new ArrayList<>();
        for (String order : orders) {
            all.add(order("--at", order));
        }
        if (script != null) {
            int number = 0;
            for (String line : Files.readAllLines(script)) {
                number++;
                if (!line.isBlank() && !line.strip().startsWith("#")) {
                    all.add(order(script + ":" + number, line));
                }
            }
        }
        return all;
    }

    private TimedOrder order(String place, String line) {
        try {
            return TimedOrder.parse(line);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), place + ": " + e.getMessage(), e);
        }
    }

    private Optional<ReportKey> reportKey() throws IOException {
        return keyFile == null
                ? Optional.empty()
                : Optional.of(ReportKeyFile.read(keyFile).get(0));
    }

    private void require(boolean holds, String message) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }
}
