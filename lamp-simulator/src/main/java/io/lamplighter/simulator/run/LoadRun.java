package io.lamplighter.simulator.run;

import io.lamplighter.simulator.frame.LampTransport;
import io.lamplighter.simulator.lamp.LampPlan;
import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Interval;
import io.lamplighter.simulator.measure.Measurements;
import io.lamplighter.simulator.measure.Phase;
import io.lamplighter.simulator.real.RealLamps;
import io.lamplighter.simulator.report.RunInfo;
import io.lamplighter.simulator.report.RunLog;
import io.lamplighter.simulator.report.RunSummary;
import io.lamplighter.simulator.report.Second;
import io.lamplighter.simulator.scenario.Protocol;
import io.lamplighter.simulator.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One run from its beginning to its report. Everything happens on the thread that calls; lamps have their own. */
public final class LoadRun {
    private final RunPlan plan;
    private final Path directory;
    private final Consumer<RunProgress> onProgress;

    private LoadRun(RunPlan plan, Path directory, Consumer<RunProgress> onProgress) {
        this.plan = plan;
        this.directory = directory;
        this.onProgress = onProgress;
    }

    /**
     * Runs to the end.
     *
     * @param directory where the reports go; made when it is not there
     * @param onProgress told once a second, on the calling thread
     * @throws IOException when a report cannot be written, or a worker fails; the message says which
     */
    public static RunSummary run(RunPlan plan, Path directory, Consumer<RunProgress> onProgress)
            throws IOException, InterruptedException {
        return new LoadRun(plan, Files.createDirectories(directory), onProgress).run();
    }

    private RunSummary run() throws IOException, InterruptedException {
        try (RealLamps realLamps = RealLamps.start(plan.realLamps());
                LampSource lamps = source();
                NodeLosses losses = new NodeLosses(plan.lamps());
                RunLog log = new RunLog(info(), directory)) {
            while (!lamps.isOver()) {
                Interval interval = lamps.nextInterval();
                add(interval, realLamps, losses, log);
            }
            Measurements last = new Measurements();
            realLamps.finish(last);
            double endSeconds = log.last().to() + info().warmupSeconds();
            log.add(new Interval(endSeconds, endSeconds, last, io.lamplighter.simulator.measure.Strain.NONE));
            List<String> notes = new ArrayList<>(losses.notes());
            notes.addAll(realLamps.notes());
            return log.finish(notes);
        }
    }

    private LampSource source() throws IOException, InterruptedException {
        return plan.processes() == 1
                ? LampSource.Local.start(plan.lamps())
                : Workers.start(plan.processes(), plan.arguments(), directory);
    }

    private void add(Interval interval, RealLamps realLamps, NodeLosses losses, RunLog log) {
        if (interval.toSeconds() <= interval.fromSeconds()) {
            return; // the last worker had nothing more to say
        }
        realLamps.addTo(interval.measurements());
        losses.addTo(interval.measurements());
        log.add(interval);
        onProgress.accept(progress(log));
    }

    private RunProgress progress(RunLog log) {
        Measurements totals = log.totals();
        Second last = log.last();
        Scenario scenario = plan.lamps().scenario();
        double warmupSeconds = scenario.warmup().toNanos() / 1e9;
        return new RunProgress(
                scenario.name(),
                last.to() + warmupSeconds,
                warmupSeconds + scenario.duration().toNanos() / 1e9,
                last.to() <= 0,
                totals.openLamps(),
                plan.lamps().lamps(),
                totals.get(Count.ANSWERED),
                last.answeredPerSecond(),
                totals.faultTotal(),
                totals.faultsByKind(),
                last.p50Ms(),
                last.p99Ms(),
                last.maxMs(),
                ms(totals, 99),
                ms(totals, 99.9),
                last.busiestLoop());
    }

    private static double ms(Measurements totals, double percentile) {
        return totals.times(Phase.EXCHANGE).getValueAtPercentile(percentile) / 1e6;
    }

    private RunInfo info() {
        LampPlan lamps = plan.lamps();
        Scenario scenario = lamps.scenario();
        Map<String, String> targets = new TreeMap<>();
        Map<String, Integer> byProtocol = new TreeMap<>();
        for (Protocol protocol : Protocol.values()) {
            int count = lamps.lampsOf(protocol);
            if (count > 0) {
                byProtocol.put(protocol.id(), count);
                targets.put(protocol.id(), LampTransport.text(lamps.targets().of(protocol)));
            }
        }
        return new RunInfo(
                scenario.name(),
                scenario.about(),
                targets,
                lamps.lamps(),
                byProtocol,
                plan.processes(),
                lamps.threads(),
                lamps.isClosedLoop() ? 0 : scenario.reportsPerLampSecond() * lamps.lamps(),
                scenario.warmup().toNanos() / 1e9,
                scenario.duration().toNanos() / 1e9,
                lamps.isClosedLoop());
    }
}
