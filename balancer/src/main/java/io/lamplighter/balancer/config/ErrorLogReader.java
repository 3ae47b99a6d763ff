package io.lamplighter.balancer.config;

import io.lamplighter.balancer.config.Block.Clause;
import io.lamplighter.balancer.config.ErrorLogConfig.Level;
import io.lamplighter.balancer.config.ErrorLogConfig.Target;
import io.lamplighter.balancer.config.ErrorLogConfig.ToFile;
import io.lamplighter.balancer.config.ErrorLogConfig.ToStandardError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code error_log} lines → {@link ErrorLogs}. */
final class ErrorLogReader {
    private static final String STDERR = "stderr";
    /** nginx's levels that show one part of what {@code debug} shows; here there is no difference. */
    private static final String DEBUG_OF_A_PART = "debug_";

    private final Reading reading;

    ErrorLogReader(Reading reading) {
        this.reading = reading;
    }

    /**
     * What the program logs to.
     *
     * @param option the file of the option {@code -e}, for a configuration that has no {@code error_log}
     */
    List<ErrorLogConfig> ofProgram(Block main, Optional<String> option) {
        List<ErrorLogConfig> logs = read(main.all(Directive.ERROR_LOG));
        return logs.isEmpty() ? List.of(byDefault(option)) : logs;
    }

    /** What a server's sessions log to: its own lines, else those of {@code stream}, else what the program has. */
    ErrorLogs ofServer(Settings settings, ErrorLogs program) {
        List<Clause> clauses = settings.clauses(Directive.ERROR_LOG);
        List<ErrorLogConfig> logs = read(clauses);
        return logs.isEmpty()
                ? program
                : new ErrorLogs(clauses.get(0).name().source().toString(), logs);
    }

    private List<ErrorLogConfig> read(List<Clause> clauses) {
        List<ErrorLogConfig> logs = new ArrayList<>();
        clauses.forEach(clause -> read(clause).ifPresent(logs::add));
        return logs;
    }

    private ErrorLogConfig byDefault(Optional<String> option) {
        String[] defaults = Directive.ERROR_LOG.defaultArguments().orElseThrow().split(" ", -1);
        Level level = level(defaults[1]).orElseThrow();
        String name = option.orElse(defaults[0]);
        if (name.isEmpty() || name.equals(STDERR)) {
            return new ErrorLogConfig(new ToStandardError(), level);
        }
        Word word =
                new Word(name, new Source("option -e", 0), reading.diagnostics().nextOrder());
        Target target = reading.files()
                .resolve(reading.prefix(), word)
                .<Target>map(ToFile::new)
                .orElseGet(ToStandardError::new);
        return new ErrorLogConfig(target, level);
    }

    private Optional<ErrorLogConfig> read(Clause clause) {
        Optional<Target> target = target(clause.argument(0));
        Optional<Level> level = clause.arguments().size() < 2 ? Optional.of(Level.ERROR) : level(clause.argument(1));
        return target.flatMap(where -> level.map(least -> new ErrorLogConfig(where, least)));
    }

    private Optional<Target> target(Word word) {
        String text = word.text();
        if (text.equals(STDERR)) {
            return Optional.of(new ToStandardError());
        }
        if (text.startsWith(SyslogReader.PREFIX)) {
            return SyslogReader.read(reading, word).map(Target.class::cast);
        }
        if (text.startsWith("memory:")) {
            reading.diagnostics()
                    .fault(word, "\"" + text + "\" is not supported, a log in memory needs nginx's debugger");
            return Optional.empty();
        }
        return reading.underPrefix(word).map(ToFile::new);
    }

    private Optional<Level> level(Word word) {
        Optional<Level> level = level(word.text());
        if (level.isEmpty()) {
            String names =
                    Arrays.stream(Level.values()).map(ErrorLogReader::name).collect(Collectors.joining(", "));
            reading.diagnostics().fault(word, "invalid log level \"" + word.text() + "\", it must be one of " + names);
        }
        return level;
    }

    private static Optional<Level> level(String text) {
        if (text.startsWith(DEBUG_OF_A_PART)) {
            return Optional.of(Level.DEBUG);
        }
        return Arrays.stream(Level.values()).filter(l -> name(l).equals(text)).findFirst();
    }

    private static String name(Level level) {
        return level.name().toLowerCase(Locale.ROOT);
    }
}
