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
            names = "--distribution",
            defaultValue = "lognormal",
            description = "Of the service times: lognormal (sigma 0.5) or fixed (default: ${DEFAULT-VALUE}).")
    private Distribution distribution = Distribution.LOGNORMAL;

    @Option(
            names = "--queue",
            defaultValue = "100000",
            description = "Most requests inside; further ones are answered BUSY (default: ${DEFAULT-VALUE}).")
    private int queueLimit;

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

    private NodePlan plan() throws IOException {
        require(LoadReport.isValidName(name), "--name must be 1..255 visible ASCII characters, found " + name);
        require(cores >= 1 && cores <= 1024, "--cores must be 1..1024, found " + cores);
        require(queueLimit >= 1, "--queue must be at least 1, found " + queueLimit);
        require(!serviceTime.isZero(), "--service-time must be more than 0");
        return new NodePlan(
                name,
                listen,
                cores,
                serviceTime.toNanos(),
                distribution,
                queueLimit,
                linkBitsPerSecond,
                hardware(),
                reportTo,
                reportKey(),
                seed);
    }

    private Hardware hardware() {
        return new Hardware(OptionalDouble.of(cores), OptionalInt.empty(), bytes(memoryGib), bytes(diskGib));
    }

    private static OptionalLong bytes(@Nullable Integer gib) {
        return gib == null ? OptionalLong.empty() : OptionalLong.of(gib * GIB);
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
