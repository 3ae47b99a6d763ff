package io.lamplighter.simulator.flood;

import io.lamplighter.simulator.OptionTypes.AddressType;
import io.lamplighter.simulator.OptionTypes.DurationType;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lampsim flood}. */
@Command(
        name = "flood",
        description = {
            "Flood a balancer or a node with lamps at a fixed rate.",
            "Latency counts from the intended send time, so a slow server cannot slow the questions down and hide it."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:no errors", "1:errors, or the flood could not run", "2:wrong options"})
public final class FloodCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Option(
            names = "--target",
            required = true,
            paramLabel = "HOST:PORT",
            converter = AddressType.class,
            description = "Where TCP lamps connect.")
    private InetSocketAddress target = new InetSocketAddress(0);

    @Option(
            names = "--udp",
            paramLabel = "HOST:PORT",
            converter = AddressType.class,
            description = "Where UDP lamps send (default: no UDP lamps).")
    private @Nullable InetSocketAddress udpTarget;

    @Option(
            names = "--udp-share",
            defaultValue = "0.2",
            description = "Share of the lamps on UDP, 0..1, when --udp is given (default: ${DEFAULT-VALUE}).")
    private double udpShare;

    @Option(names = "--lamps", defaultValue = "2000", description = "Concurrent lamps (default: ${DEFAULT-VALUE}).")
    private int lamps;

    @Option(
            names = "--duration",
            defaultValue = "20s",
            converter = DurationType.class,
            description = "Length of the measured part (default: ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ZERO;

    @Option(names = "--rate", paramLabel = "N", description = "Exchanges per second in total; or use --think.")
    private @Nullable Double rate;

    @Option(
            names = "--think",
            converter = DurationType.class,
            description = "Time from one exchange of a lamp to its next (default: 2s), instead of --rate.")
    private @Nullable Duration think;

    @Option(
            names = "--ramp",
            defaultValue = "2s",
            converter = DurationType.class,
            description =
                    "Time over which the lamps come; warm-up, not in the percentiles (default: ${DEFAULT-VALUE}).")
    private Duration ramp = Duration.ZERO;

    @Option(
            names = "--reconnect-every",
            converter = DurationType.class,
            description = "Mean life of a session, exponentially distributed (default: as long as the flood).")
    private @Nullable Duration reconnectEvery;

    @Option(
            names = "--timeout",
            defaultValue = "5s",
            converter = DurationType.class,
            description = "Longest wait for an answer or a connection (default: ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ZERO;

    @Option(names = "--payload", defaultValue = "40", description = "Payload bytes (default: ${DEFAULT-VALUE}).")
    private int payloadBytes;

    @Option(names = "--threads", defaultValue = "1", description = "Event loops (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--seed", defaultValue = "1", description = "Of the sessions' lives (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--out",
            defaultValue = "lampsim-report",
            paramLabel = "DIR",
            description = "Where the reports go (default: ${DEFAULT-VALUE}).")
    private Path outDir = Path.of("");

    @Override
    public Integer call() throws IOException, InterruptedException {
        FloodPlan plan = plan();
        FloodScreen screen = FloodScreen.onStandardOutput();
        FloodResult result = Flood.run(plan, outDir, screen);
        screen.end();
        FloodTable.printCounts(result, System.out);
        FloodTable.printNodes(result, System.out);
        FloodTable.printTimes(result, System.out);
        FloodTable.printFiles(result, System.out);
        return result.errors() == 0 ? 0 : 1;
    }

    private FloodPlan plan() {
        if (rate != null && think != null) {
            throw new ParameterException(spec.commandLine(), "--rate and --think say the same: give one of them");
        }
        double thinkSeconds = (think == null ? Duration.ofSeconds(2) : think).toNanos() / 1e9;
        try {
            return new FloodPlan(
                    target,
                    Optional.ofNullable(udpTarget),
                    lamps,
                    udpTarget == null ? 0 : (int) Math.round(udpShare * lamps),
                    rate == null ? lamps / thinkSeconds : rate,
                    duration,
                    ramp,
                    timeout,
                    Optional.ofNullable(reconnectEvery),
                    payloadBytes,
                    threads,
                    seed);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
