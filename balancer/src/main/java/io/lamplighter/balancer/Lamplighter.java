package io.lamplighter.balancer;

import io.lamplighter.balancer.config.BalancerConfig;
import io.lamplighter.balancer.config.ConfigLoader;
import io.lamplighter.balancer.config.LoadResult;
import io.lamplighter.balancer.measure.SessionVariables;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command line of the balancer, which is nginx's. It reads the configuration, starts the {@link Balancer} and then
 * waits for signals; everything that a signal asks for happens on the main thread, one after the other.
 */
@Command(
        name = "lamplighter",
        description = "Layer-4 load balancer whose weights follow what the servers are doing.",
        sortOptions = false)
public final class Lamplighter implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(Lamplighter.class);

    @Option(names = "-c", paramLabel = "FILE", description = "configuration file (default: conf/lamplighter.conf)")
    private Path file = Path.of("conf/lamplighter.conf");

    @Option(names = "-p", paramLabel = "PREFIX", description = "directory that relative paths start from")
    private @Nullable Path prefix;

    @Option(names = "-e", paramLabel = "FILE", description = "error log file, or stderr")
    private @Nullable String errorLog;

    @Option(names = "-g", paramLabel = "DIRECTIVES", description = "global directives out of the configuration file")
    private String globals = "";

    @Option(names = "-t", description = "test the configuration and exit")
    private boolean isTest;

    @Option(names = "-T", description = "test the configuration, dump it and exit")
    private boolean isDump;

    @Option(names = "-q", description = "suppress messages that are no errors while testing the configuration")
    private boolean isQuiet;

    @Option(
            names = "-s",
            paramLabel = "SIGNAL",
            description = "send a signal to the running process: stop, quit, reopen, reload")
    private @Nullable String signal;

    @Option(names = "-v", description = "show version and exit")
    private boolean isVersion;

    @Option(names = "-V", description = "show version, Java, transports and exit")
    private boolean isLongVersion;

    @Option(
            names = {"-h", "-?", "--help"},
            usageHelp = true,
            description = "this help")
    @SuppressWarnings("unused") // picocli reads the annotation
    private boolean isHelp;

    private final PrintStream err;

    private Lamplighter(PrintStream err) {
        this.err = err;
    }

    public static void main(String[] args) {
        // Exit explicitly: event loops are no daemon threads, and a failed start must not hang.
        System.exit(run(System.err, args));
    }

    static int run(PrintStream err, String... args) {
        Logging.silence(); // until the configuration says where to
        return new CommandLine(new Lamplighter(err))
                .setErr(new java.io.PrintWriter(err, true, java.nio.charset.StandardCharsets.UTF_8))
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    LOG.error("internal error", e);
                    err.println("lamplighter: [emerg] internal error: " + e);
                    return 1;
                })
                .execute(args);
    }

    @Override
    public Integer call() {
        if (isVersion || isLongVersion) {
            Version.print(err, isLongVersion);
            return 0;
        }
        LoadResult result = load();
        if (result instanceof LoadResult.Refused refused) {
            refused.faults().forEach(err::println);
            if (isTest || isDump) {
                err.println("lamplighter: configuration file " + configFile() + " test failed");
            }
            return 1;
        }
        LoadResult.Loaded loaded = (LoadResult.Loaded) result;
        if (!isQuiet) {
            loaded.warnings().forEach(err::println);
        }
        if (isTest || isDump) {
            return tested(loaded);
        }
        if (signal != null) {
            return Signals.send(signal, loaded.config().pidFile(), err);
        }
        return serve(loaded.config());
    }

    private LoadResult load() {
        return new ConfigLoader().load(configFile(), prefix(), globals, Optional.ofNullable(errorLog));
    }

    private Path prefix() {
        if (prefix != null) {
            return prefix;
        }
        return Path.of(System.getProperty("lamplighter.home", "."));
    }

    private Path configFile() {
        return prefix().resolve(file);
    }

    private int tested(LoadResult.Loaded loaded) {
        if (!isQuiet) {
            err.println("lamplighter: the configuration file " + configFile() + " syntax is ok");
            err.println("lamplighter: configuration file " + configFile() + " test is successful");
        }
        if (isDump) {
            loaded.files()
                    .forEach(read -> System.out.println("# configuration file " + read.path() + ":\n" + read.text()));
        }
        return 0;
    }

    private int serve(BalancerConfig config) {
        if (config.daemon() && !Daemon.isDetached()) {
            return Daemon.detach(config.pidFile(), err);
        }
        openClassPath();
        Logging logging = new Logging();
        logging.use(config);
        BlockingQueue<Signals.Request> requests = new LinkedBlockingQueue<>();
        Signals.deliverTo(requests);
        try (Balancer balancer = Balancer.start(config);
                PidFile pid = PidFile.write(config.pidFile())) {
            LOG.info(
                    "start {}, the stream language of nginx/{}, {} event loops on {}",
                    Version.text(),
                    SessionVariables.NGINX_VERSION,
                    config.workerProcesses(),
                    balancer.transport());
            LOG.debug("process id in {}", pid.path());
            untilStopped(balancer, logging, requests);
            return 0;
        } catch (IOException | IllegalStateException e) {
            LOG.error(Logging.EMERG, "{}", e.getMessage());
            err.println("lamplighter: [emerg] " + e.getMessage());
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        } finally {
            logging.close();
        }
    }

    /**
     * Looks for what is nowhere, which makes the class loader open every jar and keep it open: a class that is first needed
     * when descriptors have run out can then still be loaded.
     */
    private static void openClassPath() {
        Lamplighter.class.getClassLoader().getResource("nowhere");
    }

    private void untilStopped(Balancer balancer, Logging logging, BlockingQueue<Signals.Request> requests)
            throws InterruptedException {
        while (true) {
            switch (requests.take()) {
                case RELOAD -> reload(balancer, logging);
                case REOPEN -> {
                    logging.reopen();
                    balancer.reopenLogs();
                }
                case STOP -> {
                    LOG.info("stopping");
                    return;
                }
                case QUIT -> {
                    LOG.info(
                            "gracefully stopping: {} sessions go on",
                            balancer.counters().openSessions());
                    // What comes next may be another signal: a second request to stop is not waited out.
                    balancer.drain(() -> requests.add(Signals.Request.STOP));
                }
            }
        }
    }

    private void reload(Balancer balancer, Logging logging) {
        LoadResult result = load();
        if (balancer.reload(result) && result instanceof LoadResult.Loaded loaded) {
            logging.use(loaded.config());
        }
    }
}
