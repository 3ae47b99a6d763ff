package io.lamplighter.simulator.lab.experiment;

import io.lamplighter.simulator.lab.engine.Machine.Discipline;
import io.lamplighter.simulator.lab.model.ForecastLog.Row;
import io.lamplighter.simulator.lab.model.Method;
import io.lamplighter.simulator.lab.model.Metric;
import io.lamplighter.simulator.lab.model.NodeSpec;
import io.lamplighter.simulator.lab.model.Requests;
import io.lamplighter.simulator.lab.model.Scenario;
import io.lamplighter.simulator.lab.model.Work;
import io.lamplighter.simulator.lab.output.Drawing;
import io.lamplighter.simulator.lab.output.LinePlot;
import io.lamplighter.simulator.lab.output.Plot;
import io.lamplighter.simulator.lab.output.Series;
import io.lamplighter.simulator.lab.output.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Experiment [A], after Nguyen et al. 2018: equal machines that serve in order, and up to a thousand requests. The text says what
 * was simulated and draws predicted response times, but it gives no numbers, so only shapes can be compared.
 *
 * <p>When the requests come it does not say. If all come at the beginning nobody can predict anything: before the first response
 * each method takes turns. So they come at random moments as well, and there the machines are ten times as fast as the paper's: the
 * balancer forgets response times after a minute, in which a machine of 1,000 MIPS answers too few to forecast from.
 */
final class Paper implements Experiment {
    private static final int[] MACHINES = {3, 4, 5};
    private static final int[] REQUESTS = {100, 250, 500, 750, 1_000};
    private static final int MOST_REQUESTS = 1_000;

    private static final double SPEED = 10;
    private static final double LOAD = 0.8;
    private static final Work WORK = new Work.Uniform(
            PaperRequests.SHORTEST_MI / PaperRequests.MIPS, PaperRequests.LONGEST_MI / PaperRequests.MIPS);
    private static final double WINDOW = 5;
    private static final double REST = 30;

    private static final List<Scenario> TOGETHER =
            EngineCheck.all().stream().map(EngineCheck::scenario).toList();

    private static List<NodeSpec> machines(int number) {
        return IntStream.rangeClosed(1, number)
                .mapToObj(i ->
                        NodeSpec.of("VM" + i, 1).withDiscipline(Discipline.FIFO).withSpeed(SPEED))
                .toList();
    }

    private static List<Scenario> random(int machines) {
        return IntStream.of(REQUESTS)
                .mapToObj(requests -> random(machines, requests))
                .toList();
    }

    private static Scenario random(int machines, int requests) {
        double rate = LOAD * machines * SPEED / WORK.mean();
        return Scenario.of(
                        machines + " VMs, " + requests,
                        machines(machines),
                        Requests.count(rate, WORK, requests),
                        requests / rate + REST)
                .measure(0, WINDOW)
                .forecast()
                .build();
    }

    @Override
    public String name() {
        return "a";
    }

    @Override
    public String title() {
        return "[A], equal machines and response times predicted by ARIMA";
    }

    @Override
    public List<Scenario> scenarios() {
        return Stream.concat(
                        IntStream.of(MACHINES).boxed().flatMap(machines -> random(machines).stream()),
                        TOGETHER.stream())
                .toList();
    }

    @Override
    public List<Method> methods() {
        return List.of(Method.ROUND_ROBIN, Method.RESPONSE_TIME, Method.ARIMA, Method.LEAST_CONN, Method.ADAPTIVE);
    }

    @Override
    public Method baseline() {
        return Method.ROUND_ROBIN;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(
                Metric.MEAN,
                Metric.P95,
                Metric.P99,
                Metric.MAKESPAN,
                Metric.IMBALANCE,
                Metric.FORECAST_MAE,
                Metric.FORECAST_MAPE);
    }

    @Override
    public List<Table> tables(Results results) {
        List<Table> tables = new ArrayList<>();
        for (int machines : MACHINES) {
            tables.add(Views.methods("Requests at random moments: ", results, random(machines), Metric.MEAN));
            tables.add(Views.scenario(results, random(machines, MOST_REQUESTS)));
        }
        tables.add(Views.methods("Requests all at once: ", results, TOGETHER, Metric.MEAN));
        tables.add(Views.methods("Requests all at once: ", results, TOGETHER, Metric.MAKESPAN));
        tables.add(EngineCheck.table(results));
        return tables;
    }

    /** What the paper's figures 2, 3 and 4 show, from the first run of each. */
    @Override
    public List<Drawing> drawings(Results results) {
        List<Drawing> drawings = new ArrayList<>();
        for (int machines : MACHINES) {
            List<Plot> plots = new ArrayList<>();
            for (Method method : List.of(Method.ROUND_ROBIN, Method.RESPONSE_TIME, Method.ARIMA)) {
                plots.add(predictions(results, random(machines, MOST_REQUESTS), method));
            }
            drawings.add(new Drawing("a-" + machines + "-vms", plots));
        }
        return drawings;
    }

    private static Plot predictions(Results results, Scenario scenario, Method method) {
        List<Row> rows = results.outcomes(scenario, method).get(0).forecasts().rows();
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < scenario.nodes().size(); i++) {
            int node = i;
            series.add(series(scenario.nodes().get(i).name(), rows, row -> row.predictedMs()[node]));
        }
        series.add(series("threshold", rows, Row::thresholdMs));
        return new LinePlot(method.name() + ": predicted response times", "responses so far", "predicted, ms", series);
    }

    private static Series series(String name, List<Row> rows, ToDoubleFunction<Row> of) {
        double[] x = IntStream.range(0, rows.size()).asDoubleStream().toArray();
        return new Series(name, x, rows.stream().mapToDouble(of).toArray(), new double[0]);
    }

    @Override
    public List<String> notes() {
        return List.of(
                "The paper's text gives no numbers; only shapes can be compared.",
                "At random moments: Poisson arrivals, load .8, lengths of 1,700 to 3,000 MI, machines of 10,000 MIPS.",
                "At once: machines of 1,000 MIPS. No method knows a response time then, so all take turns.",
                "MAE and MAPE are those of what the method predicted; round robin and least_conn predict nothing, and a"
                        + " forecaster that nobody heeds looks on.");
    }
}
