package io.lamplighter.simulator.lab;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.lamplighter.simulator.lab.experiment.Experiment;
import io.lamplighter.simulator.lab.experiment.Experiments;
import io.lamplighter.simulator.lab.experiment.Results;
import io.lamplighter.simulator.lab.output.Drawing;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lampsim lab}. */
@Command(
        name = "lab",
        description = {
            "Compare the balancer's methods in simulated clouds.",
            "The balancer's own selectors and weight loop run in virtual time, against model nodes. The same seed gives the"
                    + " same numbers."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:the experiments ran, whatever came of them", "1:they could not", "2:wrong options"})
public final class LabCommand implements Callable<Integer> {
    private static final List<Experiment> EXPERIMENTS = Experiments.all();
    private static final int MOST_REPETITIONS = 1_000;

    static final class ExperimentNames extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        ExperimentNames() {
            super(EXPERIMENTS.stream().map(Experiment::name).toList());
        }
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Parameters(
            paramLabel = "EXPERIMENT",
            completionCandidates = ExperimentNames.class,
            description = "${COMPLETION-CANDIDATES} (default: all of them).")
    private List<String> names = List.of();

    @Option(names = "--seed", defaultValue = "1", description = "Of everything random (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--repetitions",
            defaultValue = "5",
            paramLabel = "N",
            description = "Runs of each scenario under each method (default: ${DEFAULT-VALUE}).")
    private int repetitions;

    @Option(
            names = "--out",
            defaultValue = "lampsim-lab",
            paramLabel = "DIR",
            description = "Where CSV and drawings go (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("");

    @Override
    public Integer call() throws IOException {
        if (repetitions < 1 || repetitions > MOST_REPETITIONS) {
            throw new ParameterException(
                    spec.commandLine(), "--repetitions must be 1.." + MOST_REPETITIONS + ", found " + repetitions);
        }
        List<Experiment> chosen = names.isEmpty()
                ? EXPERIMENTS
                : names.stream().map(this::experiment).toList();
        keepBalancersQuiet();
        Files.createDirectories(out);
        for (Experiment experiment : chosen) {
            run(experiment, System.out);
        }
        return 0;
    }

    private Experiment experiment(String name) {
        return EXPERIMENTS.stream()
                .filter(experiment -> experiment.name().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "\"" + name + "\" is no experiment, expected one of "
                                + String.join(", ", new ExperimentNames())));
    }

    /** What they log when a simulated agent falls silent is no news for who watches an experiment. */
    private static void keepBalancersQuiet() {
        ((Logger) LoggerFactory.getLogger("io.lamplighter.balancer")).setLevel(Level.ERROR);
    }

    private void run(Experiment experiment, PrintStream screen) throws IOException {
        long startNs = System.nanoTime();
        Results results = Results.of(experiment, seed, repetitions);
        List<Path> files = new ArrayList<>(results.writeCsv(out));
        for (Drawing drawing : experiment.drawings(results)) {
            files.add(drawing.write(out));
        }
        screen.println("# " + experiment.name() + ": " + experiment.title());
        experiment.notes().forEach(screen::println);
        screen.println();
        experiment.tables(results).forEach(table -> table.print(screen));
        files.forEach(file -> screen.println("wrote  " + file));
        screen.printf(
                Locale.ROOT,
                "seed %d, %d repetitions, means with 95 %% intervals, %.1f s%n%n",
                seed,
                repetitions,
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs) / 1e3);
    }
}
