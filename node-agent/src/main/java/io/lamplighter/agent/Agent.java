package io.lamplighter.agent;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.ReportKey;
import io.lamplighter.agent.report.ReportKeyFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of {@code lamplighter-agent}: checks it as a whole, then hands over to {@link ReportRounds}. */
@Command(
        name = "lamplighter-agent",
        description = "Tells load balancers how idle this host is: CPU and bandwidth, each second, over UDP.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        versionProvider = Agent.Version.class)
public final class Agent implements Callable<Integer> {
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(500);
    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);

    private final SamplerFactory samplers;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--balancer",
            paramLabel = "HOST:PORT",
            description = "Where a balancer takes load reports. May be given several times.")
    private List<String> balancers = List.of();

    @Option(
            names = "--node",
            paramLabel = "NAME",
            description = "This host's node= name in the balancer's configuration. Default: the host name.")
    private Optional<String> node = Optional.empty();

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "Keys as lines of \"<id> <base64>\"; the first signs.")
    private Optional<Path> keyFile = Optional.empty();

    @Option(names = "--key-id", paramLabel = "ID", description = "Sign with this key of the key file instead.")
    private Optional<Integer> keyId = Optional.empty();

    @Option(names = "--unsigned", description = "Do not sign. Balancers refuse this unless told \"unsigned on\".")
    private boolean unsigned;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = Amounts.Time.class,
            defaultValue = "1s",
            description = "Time between two reports, 500ms..60s. Default: ${DEFAULT-VALUE}.")
    private Duration interval;

    @Option(
            names = "--interface",
            paramLabel = "NAME",
            description =
                    "Interface whose traffic counts; may be given several times. Default: every one with a device.")
    private List<String> interfaces = List.of();

    @Option(
            names = "--bandwidth-capacity",
            paramLabel = "RATE",
            converter = Amounts.BitsPerSecond.class,
            description = "What the interfaces carry together in one direction, bits per second, such as 1g or 100m. "
                    + "Default: what they say; virtual ones say nothing, and then the bandwidth counts as unknown.")
    private Long bandwidthCapacity;

    @Option(
            names = "--container",
            description = "Measure the CPU time and limit of the container the agent runs in, not those of the host.")
    private boolean container;

    @Option(names = "--print", description = "Print each report. Needs no balancer.")
    private boolean print;

    @Option(names = "--once", description = "Report once and end.")
    private boolean once;

    /** Makes the source of readings; tests have their own. */
    interface SamplerFactory {
        Supplier<HostReading> sampler(OshiSampler.Settings settings) throws IOException;
    }

    Agent(SamplerFactory samplers) {
        this.samplers = samplers;
    }

    /** Runs until a signal ends it. */
    public static void main(String[] args) {
        AgentLogging.configure();
        System.exit(commandLine(OshiSampler::new).execute(args));
    }

    static CommandLine commandLine(SamplerFactory samplers) {
        return new CommandLine(new Agent(samplers)).setExecutionExceptionHandler((fault, command, parsed) -> {
            command.getErr().println(command.getCommandName() + ": " + message(fault));
            return command.getCommandSpec().exitCodeOnExecutionException();
        });
    }

    private static String message(Exception fault) {
        // Only trouble with files and sockets explains itself; anything else is ours, and its class helps to find it.
        return fault instanceof IOException ? String.valueOf(fault.getMessage()) : fault.toString();
    }

    @Override
    public Integer call() throws Exception {
        List<BalancerName> targets = targets();
        checkInterval();
        Optional<ReportKey> key = key(targets);
        String name = nodeName();
        Supplier<HostReading> sampler = samplers.sampler(new OshiSampler.Settings(
                interfaces,
                bandwidthCapacity == null ? OptionalLong.empty() : OptionalLong.of(bandwidthCapacity),
                container));
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.configureBlocking(false);
            List<ReportSender> senders = targets.stream()
                    .map(target -> new ReportSender(channel, target))
                    .toList();
            Reporter reporter = new Reporter(name, sampler, key, System::currentTimeMillis, printer(), senders);
            ReportRounds rounds = new ReportRounds(reporter, senders, interval);
            return once ? rounds.once() : rounds.untilStopped();
        }
    }

    private List<BalancerName> targets() {
        if (balancers.isEmpty() && !print) {
            throw wrong("where to report to? Give --balancer HOST:PORT, or --print to look only");
        }
        try {
            return balancers.stream().map(BalancerName::parse).toList();
        } catch (IllegalArgumentException e) {
            throw wrong("--balancer: " + e.getMessage());
        }
    }

    private void checkInterval() {
        if (interval.compareTo(SHORTEST_INTERVAL) < 0 || interval.compareTo(LONGEST_INTERVAL) > 0) {
            throw wrong("--interval: expected 500ms..60s, found " + interval.toMillis() + "ms");
        }
    }

    private Optional<ReportKey> key(List<BalancerName> targets) throws IOException {
        if (unsigned && (keyFile.isPresent() || keyId.isPresent())) {
            throw wrong("--unsigned and a key exclude each other");
        }
        if (keyFile.isEmpty()) {
            if (keyId.isPresent() || (!unsigned && !targets.isEmpty())) {
                throw wrong("which key signs? Give --key-file FILE, or --unsigned");
            }
            return Optional.empty();
        }
        List<ReportKey> keys = ReportKeyFile.read(keyFile.get());
        int wanted = keyId.orElse(keys.get(0).id());
        Optional<ReportKey> key =
                keys.stream().filter(one -> one.id() == wanted).findFirst();
        if (key.isEmpty()) {
            throw new IOException(keyFile.get() + ": there is no key " + wanted + " in it");
        }
        return key;
    }

    private String nodeName() {
        String name = node.orElseGet(OshiSampler::hostName);
        if (!LoadReport.isValidName(name)) {
            throw wrong("--node: expected 1..255 visible ASCII characters, found \"" + name + "\"");
        }
        return name;
    }

    private Consumer<LoadReport> printer() {
        PrintWriter out = spec.commandLine().getOut();
        return report -> {
            if (print) {
                out.println(ReportText.line(report));
                out.flush();
            }
        };
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Reads the version the build put into the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String built = Agent.class.getPackage().getImplementationVersion();
            return new String[] {"lamplighter-agent " + (built == null ? "(not from a jar)" : built)};
        }
    }
}
