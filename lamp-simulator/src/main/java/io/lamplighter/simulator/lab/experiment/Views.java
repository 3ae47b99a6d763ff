package io.lamplighter.simulator.lab.experiment;

import io.lamplighter.simulator.lab.model.Method;
import io.lamplighter.simulator.lab.model.Metric;
import io.lamplighter.simulator.lab.model.Scenario;
import io.lamplighter.simulator.lab.output.DotPlot;
import io.lamplighter.simulator.lab.output.LinePlot;
import io.lamplighter.simulator.lab.output.Numbers;
import io.lamplighter.simulator.lab.output.Series;
import io.lamplighter.simulator.lab.output.Table;
import io.lamplighter.simulator.lab.stats.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Ways to look at results that more than one experiment uses. */
final class Views {
    /** From far better to four times as much; the hopeless stand at the edge. */
    private static final double LEAST_PERCENT = -60;

    private static final double MOST_PERCENT = 100;

    private Views() {}

    /** One scenario: a row for each method. */
    static Table scenario(Results results, Scenario scenario) {
        List<Metric> metrics = results.experiment().metrics();
        Method baseline = results.experiment().baseline();
        List<String> heads = new ArrayList<>(List.of("method"));
        metrics.forEach(metric -> heads.add(metric.title() + " " + metric.unit()));
        heads.add(metrics.get(0).title() + " against " + baseline.name());
        Table table = new Table(scenario.name(), heads);
        for (Method method : results.experiment().methods()) {
            List<String> row = new ArrayList<>(List.of(method.name()));
            metrics.forEach(metric -> row.add(Numbers.estimate(results.estimate(scenario, method, metric))));
            row.add(
                    method.equals(baseline)
                            ? ""
                            : Numbers.percent(results.difference(scenario, method, metrics.get(0))));
            table.add(row);
        }
        return table;
    }

    /** One metric: a row for each method, a column for each scenario. */
    static Table methods(String title, Results results, List<Scenario> scenarios, Metric metric) {
        List<String> heads = new ArrayList<>(List.of("method"));
        scenarios.forEach(scenario -> heads.add(scenario.name()));
        Table table = new Table(title + metric.title() + ", " + metric.unit(), heads);
        for (Method method : results.experiment().methods()) {
            List<String> row = new ArrayList<>(List.of(method.name()));
            scenarios.forEach(scenario -> row.add(Numbers.estimate(results.estimate(scenario, method, metric))));
            table.add(row);
        }
        return table;
    }

    /** One metric over a number that differs from scenario to scenario. */
    static LinePlot lines(
            String title, String xLabel, Results results, List<Scenario> scenarios, int[] x, Metric metric) {
        double[] places = Arrays.stream(x).asDoubleStream().toArray();
        List<Series> series = new ArrayList<>();
        for (Method method : results.experiment().methods()) {
            series.add(series(
                    method,
                    places,
                    scenarios.stream()
                            .map(scenario -> results.estimate(scenario, method, metric))
                            .toList()));
        }
        return new LinePlot(title, xLabel, metric.title() + ", " + metric.unit(), series);
    }

    /** One metric against the baseline, percent: a row for each scenario. */
    static DotPlot differences(String title, Results results, List<Scenario> scenarios, Metric metric) {
        List<Series> series = new ArrayList<>();
        for (Method method : results.experiment().methods()) {
            if (!method.equals(results.experiment().baseline())) {
                series.add(series(
                        method,
                        new double[0],
                        scenarios.stream()
                                .map(scenario -> results.difference(scenario, method, metric))
                                .toList()));
            }
        }
        String label = metric.title() + " against "
                + results.experiment().baseline().name() + ", percent, with 95 % intervals; less is better";
        return new DotPlot(
                title, label, scenarios.stream().map(Scenario::name).toList(), series, LEAST_PERCENT, MOST_PERCENT);
    }

    private static Series series(Method method, double[] x, List<Estimate> estimates) {
        return new Series(
                method.name(),
                x,
                estimates.stream().mapToDouble(Estimate::mean).toArray(),
                estimates.stream().mapToDouble(Estimate::halfWidth).toArray());
    }
}
