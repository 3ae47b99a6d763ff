package io.lamplighter.agent;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.ReportKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
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
    /** Reports that may be missed before HAProxy is told that the load is unknown. */
    private static final int REPORTS_UNTIL_UNKNOWN = 5;

    private final SamplerFactory samplers;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Take options that are not given here from this file: lines of \"name = value\".")
    private Optional<Path> config = Optional.empty();

    @Option(
            names = "--balancer",
            paramLabel = "HOST:PORT",
            split = ",",
            converter = OptionTypes.Balancer.class,
            description = "Where a balancer takes load reports. May be given several times; each gets every report.")
    private List<BalancerName> balancers = List.of();

    @Option(
            names = "--node",
            paramLabel = "NAME",
            converter = OptionTypes.NodeName.class,
            description = "This host's node= name in the balancer's configuration. Default: the host name.")
    private Optional<String> node = Optional.empty();

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "Keys as lines of \"<id> <base64>\"; the first signs. Read again when it changes.")
    private Optional<Path> keyFile = Optional.empty();

    @Option(
            names = "--key-id",
            paramLabel = "ID",
            converter = OptionTypes.KeyId.class,
            description = "Sign with this key of the key file instead.")
    private Optional<Integer> keyId = Optional.empty();

    @Option(names = "--unsigned", description = "Do not sign. Balancers refuse this unless told \"unsigned on\".")
    private boolean unsigned;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = OptionTypes.Interval.class,
            defaultValue = "1s",
            description =
                    "Time between two reports on average, 500ms..60s; each wait is up to a tenth shorter or longer. "
                            + "Default: 1s.")
    private Duration interval;

    @Option(
            names = "--interface",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Interface whose traffic counts; may be given several times. Default: every one with a device.")
    private List<String> interfaces = List.of();

    @Option(
            names = "--bandwidth-capacity",
            paramLabel = "RATE",
            converter = OptionTypes.BitsPerSecond.class,
            description = "What the interfaces carry together in one direction, bits per second, such as 1g or 100m. "
                    + "Default: what they say; virtual ones say nothing, and then the bandwidth counts as unknown.")
    private Long bandwidthCapacity;

    @Option(
            names = "--container",
            paramLabel = "auto|on|off",
            arity = "0..1",
            fallbackValue = "on",
            defaultValue = "auto",
            converter = OptionTypes.Container.class,
            description =
                    "Whose CPU time and memory count. auto: the host's, and the limits of the container or control "
                            + "group the agent runs in, where there are any; on: only the container's; off: only the host's. "
                            + "Default: auto; without a value: on.")
    private ContainerMode container;

    @Option(
            names = "--drain-file",
            paramLabel = "FILE",
            description = "Ask for no new sessions for as long as this file exists.")
    private Optional<Path> drainFile = Optional.empty();

    @Option(
            names = "--haproxy-check",
            paramLabel = "[HOST:]PORT",
            converter = OptionTypes.ListenAddress.class,
            description = "Answer HAProxy's agent-check on this TCP port. Default host: all addresses.")
    private Optional<InetSocketAddress> haproxyCheck = Optional.empty();

    @Option(
            names = "--cpu-share",
            paramLabel = "SHARE",
            converter = OptionTypes.Share.class,
            defaultValue = "0.5",
            description = "Share of the idle CPU in the weight told to HAProxy, 0..1; the idle bandwidth has the rest. "
                    + "Default: 0.5.")
    private double cpuShare;

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
        if (fault instanceof NoSuchFileException missing) {
            return missing.getFile() + ": there is no such file";
        }
        // Only trouble with files and sockets explains itself; anything else is ours, and its class helps to find it.
        return fault instanceof IOException ? String.valueOf(fault.getMessage()) : fault.toString();
    }

    @Override
    public Integer call() throws Exception {
        if (config.isPresent()) {
            CommandLine command = spec.commandLine();
            command.setDefaultValueProvider(ConfigFile.read(config.get(), () -> commandLine(samplers)));
            // The same words again, and where they are silent the file speaks.
            command.parseArgs(command.getParseResult().originalArgs().toArray(String[]::new));
        }
        return run();
    }

    private int run() throws IOException, InterruptedException {
        if (balancers.isEmpty() && haproxyCheck.isEmpty() && !print) {
            throw wrong("where to report to? Give --balancer HOST:PORT, or --print to look only");
        }
        Supplier<Optional<ReportKey>> key = key();
        String name = nodeName();
        BooleanSupplier draining =
                drainFile.<BooleanSupplier>map(DrainFile::new).orElse(() -> false);
        Supplier<HostReading> sampler = samplers.sampler(new OshiSampler.Settings(
                interfaces,
                bandwidthCapacity == null ? OptionalLong.empty() : OptionalLong.of(bandwidthCapacity),
                container));
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.configureBlocking(false);
            List<ReportSender> senders = balancers.stream()
                    .map(balancer -> new ReportSender(channel, balancer, InetAddress::getAllByName))
                    .toList();
            Consumer<LoadReport> readers = printer();
            if (haproxyCheck.isPresent() && !once) {
                readers = readers.andThen(answerHaproxy(haproxyCheck.get(), draining.getAsBoolean()));
            }
            Reporter reporter = new Reporter(name, sampler, key, draining, System::currentTimeMillis, readers, senders);
            ReportRounds rounds = new ReportRounds(reporter::report, senders, interval);
            return once ? rounds.once() : rounds.untilStopped();
        }
    }

    private Consumer<LoadReport> answerHaproxy(InetSocketAddress address, boolean draining) throws IOException {
        HaproxyAnswer answer =
                new HaproxyAnswer(cpuShare, draining, System::nanoTime, REPORTS_UNTIL_UNKNOWN * interval.toNanos());
        new HaproxyCheck(address, answer).start();
        return answer;
    }

    private Supplier<Optional<ReportKey>> key() throws IOException {
        if (unsigned && (keyFile.isPresent() || keyId.isPresent())) {
            throw wrong("--unsigned and a key exclude each other");
        }
        if (keyFile.isPresent()) {
            OptionalInt wanted = keyId.isPresent() ? OptionalInt.of(keyId.get()) : OptionalInt.empty();
            return new SigningKey(keyFile.get(), wanted, System::currentTimeMillis);
        }
        if (keyId.isPresent() || (!unsigned && !balancers.isEmpty())) {
            throw wrong("which key signs? Give --key-file FILE, or --unsigned");
        }
        return Optional::empty;
    }

    private String nodeName() {
        String name = node.orElseGet(OshiSampler::hostName);
        if (!LoadReport.isValidName(name)) {
            throw wrong("--node: expected 1..255 visible ASCII characters, found the host name \"" + name + "\"");
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
