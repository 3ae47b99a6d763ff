package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.config.EventsConfig.EventMethod;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** What stands outside of all blocks → a {@link BalancerConfig}. */
final class MainReader {
    private static final int MAX_WORKERS = 1024;

    private final Reading reading;

    MainReader(Reading reading) {
        this.reading = reading;
    }

    /**
     * The configuration, or empty after a fault.
     *
     * @param errorLog the file of the option {@code -e}, for a configuration that has no {@code error_log}
     */
    Optional<BalancerConfig> read(Block main, Optional<String> errorLog) {
        Settings settings = Settings.of(main);
        int workers = workerProcesses(settings);
        Optional<Path> pidFile = pidFile(settings);
        main.first(Directive.USER).ifPresent(this::warnOfUser);
        ErrorLogs errorLogs = ErrorLogs.ofProgram(new ErrorLogReader(reading).ofProgram(main, errorLog));
        EventsConfig events = events(main.first(Directive.EVENTS));
        if (!main.has(Directive.STREAM) && main.isComplete()) {
            reading.diagnostics().fault("no \"stream\" section in configuration");
        }
        Optional<StreamConfig> stream =
                main.first(Directive.STREAM).map(clause -> new StreamReader(reading).read(clause, errorLogs));
        if (stream.isEmpty() || pidFile.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new BalancerConfig(
                workers,
                settings.flag(Directive.DAEMON),
                pidFile.get(),
                settings.timeMs(Directive.WORKER_SHUTDOWN_TIMEOUT),
                errorLogs,
                events,
                stream.get()));
    }

    private int workerProcesses(Settings settings) {
        Optional<Clause> clause = settings.clause(Directive.WORKER_PROCESSES);
        if (clause.isEmpty()) {
            return Integer.parseInt(
                    Directive.WORKER_PROCESSES.defaultArguments().orElseThrow());
        }
        Word value = clause.get().argument(0);
        if (value.text().equals("auto")) {
            return reading.cores();
        }
        OptionalLong number = Units.number(value.text());
        if (number.isEmpty() || number.getAsLong() < 1 || number.getAsLong() > MAX_WORKERS) {
            reading.diagnostics()
                    .fault(
                            value,
                            "invalid value \"" + value.text() + "\" in \"worker_processes\" directive, it must be"
                                    + " \"auto\" or a number between 1 and " + MAX_WORKERS);
            return 1;
        }
        return (int) number.getAsLong();
    }

    private void warnOfUser(Clause user) {
        reading.diagnostics().warn(user.name(), "\"user\" has no effect: the program stays the user that starts it");
    }

    private Optional<Path> pidFile(Settings settings) {
        Optional<Clause> clause = settings.clause(Directive.PID);
        return clause.isPresent()
                ? reading.underPrefix(clause.get().argument(0))
                : Optional.of(reading.prefix()
                        .resolve(Directive.PID.defaultArguments().orElseThrow()));
    }

    private EventsConfig events(Optional<Clause> clause) {
        Settings settings = Settings.of(clause.map(Clause::inside).orElse(Block.EMPTY));
        Optional<EventMethod> use = settings.clause(Directive.USE).flatMap(this::eventMethod);
        return new EventsConfig(use, settings.number(Directive.WORKER_CONNECTIONS));
    }

    private Optional<EventMethod> eventMethod(Clause clause) {
        Word word = clause.argument(0);
        Optional<EventMethod> method = Arrays.stream(EventMethod.values())
                .filter(m -> name(m).equals(word.text()))
                .findFirst();
        if (method.isEmpty()) {
            reading.diagnostics()
                    .fault(
                            word,
                            "invalid event type \"" + word.text() + "\", it must be one of "
                                    + names(EventMethod.values()));
        }
        return method;
    }

    private static String names(Enum<?>[] constants) {
        return Arrays.stream(constants).map(MainReader::name).collect(Collectors.joining(", "));
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
