package io.lamplighter.balancer.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Reads a configuration as a whole: either all of it is right, or everything that is wrong is listed and nothing of it is
 * used. Four passes, each over everything: {@link Parser} makes statements of text and follows includes, {@link Grammar}
 * compares them with the table of {@link Directive}s, the readers from {@link MainReader} down give them their meaning, and
 * {@link Diagnostics} puts what they found into the order of the files.
 *
 * <p>Bad input never throws; unreadable files and unknown hosts are faults like any other.
 *
 * <p>Threads: has no state; {@link #load} blocks while it reads files and looks up names, so it is kept off event loops.
 */
public final class ConfigLoader {
    private final NameResolver names;
    private final int cores;

    /** A loader for this machine. */
    public ConfigLoader() {
        this(NameResolver.system(), Runtime.getRuntime().availableProcessors());
    }

    /**
     * A loader for tests.
     *
     * @param names looks up hosts
     * @param cores what {@code worker_processes auto} means, at least 1
     */
    public ConfigLoader(NameResolver names, int cores) {
        this.names = names;
        this.cores = cores;
    }

    /**
     * Reads a configuration.
     *
     * @param confFile the configuration file, relative to {@code prefix}; includes and key files are relative to its
     *     directory
     * @param prefix what the paths of logs and of the process id are relative to
     * @param globals directives of the option {@code -g}, or empty
     * @param errorLog the file of the option {@code -e} ({@code stderr} for standard error): where messages go when the
     *     configuration has no {@code error_log}
     */
    public LoadResult load(Path confFile, Path prefix, String globals, Optional<String> errorLog) {
        Diagnostics diagnostics = new Diagnostics();
        SourceFiles files = new SourceFiles(diagnostics);
        Path file = prefix.resolve(confFile);
        Path confDirectory = Optional.ofNullable(file.getParent()).orElse(Path.of(""));

        Parser parser = new Parser(files, diagnostics, confDirectory);
        List<Statement> statements = new ArrayList<>(parser.parseGlobals(globals));
        statements.addAll(parser.parseFile(file));
        Optional<BalancerConfig> config = Optional.empty();
        if (!files.files().isEmpty()) {
            Block main = new Grammar(diagnostics).check(statements, Context.MAIN);
            Reading reading = new Reading(
                    diagnostics,
                    files,
                    new Addresses(names),
                    new Sockets(diagnostics),
                    prefix,
                    confDirectory,
                    cores,
                    new TemplateReader(diagnostics),
                    new HashSet<>());
            config = new MainReader(reading).read(main, errorLog);
        }
        return result(config, diagnostics, files);
    }

    private static LoadResult result(Optional<BalancerConfig> config, Diagnostics diagnostics, SourceFiles files) {
        List<Fault> faults = diagnostics.faults();
        if (faults.isEmpty()) {
            return new LoadResult.Loaded(config.orElseThrow(), diagnostics.warnings(), files.files());
        }
        return new LoadResult.Refused(faults, diagnostics.warnings(), files.files());
    }
}
