package io.lamplighter.simulator.lab.experiment;

import io.lamplighter.simulator.lab.model.Method;
import io.lamplighter.simulator.lab.model.Metric;
import io.lamplighter.simulator.lab.model.Outcome;
import io.lamplighter.simulator.lab.model.Scenario;
import io.lamplighter.simulator.lab.model.World;
import io.lamplighter.simulator.lab.output.Csv;
import io.lamplighter.simulator.lab.output.Numbers;
import io.lamplighter.simulator.lab.stats.Estimate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/** What came of every run of an experiment. */
public final class Results {
    private final Experiment experiment;
    private final long[] seeds;
    private final Map<Trial, List<Outcome>> outcomes = new HashMap<>();

    /** A scenario under a method. By name, for scenarios hold actions, which equal nothing. */
    private record Trial(String scenario, String method) {
        static Trial of(Scenario scenario, Method method) {
            return new Trial(scenario.name(), method.name());
        }
    }

    private Results(Experiment experiment, long[] seeds) {
        this.experiment = experiment;
        this.seeds = seeds;
    }

    /**
     * Runs an experiment, on all cores. The same numbers give the same results.
     *
     * @param seed of the seeds of the repetitions
     * @param repetitions of each scenario under each method, each with the same seeds
     */
    public static Results of(Experiment experiment, long seed, int repetitions) {
        Results results = new Results(
                experiment, new SplittableRandom(seed).longs(repetitions).toArray());
        List<Runnable> runs = new ArrayList<>();
        for (Scenario scenario : experiment.scenarios()) {
            for (Method method : experiment.methods()) {
                Outcome[] ofTrial = new Outcome[repetitions];
                results.outcomes.put(Trial.of(scenario, method), Arrays.asList(ofTrial));
                for (int i = 0; i < repetitions; i++) {
                    int repetition = i;
                    runs.add(() -> ofTrial[repetition] = World.run(scenario, method, results.seeds[repetition]));
                }
            }
        }
        runs.parallelStream().forEach(Runnable::run);
        return results;
    }

    Experiment experiment() {
        return experiment;
    }

    List<Outcome> outcomes(Scenario scenario, Method method) {
        return Objects.requireNonNull(outcomes.get(Trial.of(scenario, method)));
    }

    /** One value for each repetition; not-a-number where there was nothing to measure. */
    private double[] values(Scenario scenario, Method method, Metric metric) {
        return outcomes(scenario, method).stream()
                .mapToDouble(outcome -> outcome.metrics().getOrDefault(metric, Double.NaN))
                .toArray();
    }

    Estimate estimate(Scenario scenario, Method method, Metric metric) {
        return Estimate.of(values(scenario, method, metric));
    }

    /** How much more than the baseline, percent of it. */
    Estimate difference(Scenario scenario, Method method, Metric metric) {
        return Estimate.percentDifference(
                values(scenario, method, metric), values(scenario, experiment.baseline(), metric));
    }

    /** Writes every value, and what they come to. */
    public List<Path> writeCsv(Path directory) throws IOException {
        Csv runs = new Csv("experiment", "scenario", "method", "repetition", "seed", "metric", "unit", "value");
        Csv summary = new Csv(
                "experiment",
                "scenario",
                "method",
                "metric",
                "unit",
                "repetitions",
                "mean",
                "half_width_95",
                "percent_against_baseline",
                "percent_half_width_95");
        for (Scenario scenario : experiment.scenarios()) {
            for (Method method : experiment.methods()) {
                for (Metric metric : experiment.metrics()) {
                    addRuns(runs, scenario, method, metric);
                    addSummary(summary, scenario, method, metric);
                }
            }
        }
        Path runsFile = directory.resolve(experiment.name() + "-runs.csv");
        Path summaryFile = directory.resolve(experiment.name() + ".csv");
        runs.write(runsFile);
        summary.write(summaryFile);
        return List.of(summaryFile, runsFile);
    }

    private void addRuns(Csv csv, Scenario scenario, Method method, Metric metric) {
        double[] values = values(scenario, method, metric);
        for (int i = 0; i < values.length; i++) {
            csv.add(
                    experiment.name(),
                    scenario.name(),
                    method.name(),
                    Integer.toString(i + 1),
                    Long.toString(seeds[i]),
                    metric.title(),
                    metric.unit(),
                    Numbers.exact(values[i]));
        }
    }

    private void addSummary(Csv csv, Scenario scenario, Method method, Metric metric) {
        Estimate estimate = estimate(scenario, method, metric);
        Estimate difference = difference(scenario, method, metric);
        csv.add(
                experiment.name(),
                scenario.name(),
                method.name(),
                metric.title(),
                metric.unit(),
                Integer.toString(seeds.length),
                Numbers.exact(estimate.mean()),
                Numbers.exact(estimate.halfWidth()),
                Numbers.exact(difference.mean()),
                Numbers.exact(difference.halfWidth()));
    }
}
