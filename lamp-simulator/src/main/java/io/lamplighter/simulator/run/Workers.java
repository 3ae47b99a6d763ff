package io.lamplighter.simulator.run;

import io.lamplighter.simulator.LampSim;
import io.lamplighter.simulator.measure.Interval;
import io.lamplighter.simulator.measure.IntervalJson;
import io.lamplighter.simulator.measure.Measurements;
import io.lamplighter.simulator.measure.Strain;
import io.lamplighter.simulator.process.Child;
import io.lamplighter.simulator.process.Children;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Lamps in several processes that share one report. Each worker is this program with the same arguments and a number; it says
 * {@code ready}, is told {@code go} so that all begin together, and prints its intervals as JSON, a line each. Those of the
 * same second are added up here.
 */
final class Workers implements LampSource {
    /** What a worker says when its lamps can be started. */
    static final String READY = "ready";

    /** What it is told then. */
    static final String GO = "go";

    /** What it says at the end. */
    static final String OVER = "over";

    private static final long START_TIMEOUT_MS = 60_000;
    private static final long POLL_MS = 100;

    private final Children children = new Children("the workers are stopped");
    private final List<Worker> workers = new ArrayList<>();

    private Workers() {}

    /**
     * Starts workers and waits until all are ready.
     *
     * @param arguments of this program
     * @param logDirectory where their output goes
     */
    static Workers start(int count, List<String> arguments, Path logDirectory)
            throws IOException, InterruptedException {
        Workers started = new Workers();
        try {
            for (int part = 0; part < count; part++) {
                started.workers.add(started.startWorker(part, count, arguments, logDirectory));
            }
            for (Worker worker : started.workers) {
                worker.child.awaitReady(START_TIMEOUT_MS);
            }
            for (Worker worker : started.workers) {
                worker.child.say(GO);
            }
            return started;
        } catch (IOException | InterruptedException e) {
            started.close();
            throw e;
        }
    }

    private Worker startWorker(int part, int count, List<String> arguments, Path logDirectory) throws IOException {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        List<String> command = new ArrayList<>(List.of(LampSim.class.getName()));
        command.addAll(arguments);
        command.add("--worker=" + part + "/" + count);
        Child child = children.start(() -> Child.start(
                "worker " + part,
                logDirectory.resolve("worker-" + part + ".log"),
                line -> {
                    lines.add(line);
                    return line.equals(READY);
                },
                jvmOptions(),
                command));
        return new Worker(child, lines);
    }

    /** The workers' JVMs are like this one. */
    private static List<String> jvmOptions() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-X") || option.startsWith("--"))
                .toList();
    }

    @Override
    public boolean isOver() {
        return workers.stream().allMatch(worker -> worker.isOver);
    }

    @Override
    public Interval nextInterval() throws IOException, InterruptedException {
        Measurements sum = new Measurements();
        Strain strain = Strain.NONE;
        double from = Double.MAX_VALUE;
        double to = 0;
        for (Worker worker : workers) {
            Interval interval = worker.isOver ? null : worker.next();
            if (interval != null) {
                sum.addBeside(interval.measurements());
                strain = strain.beside(interval.strain());
                from = Math.min(from, interval.fromSeconds());
                to = Math.max(to, interval.toSeconds());
            }
        }
        return new Interval(Math.min(from, to), to, sum, strain);
    }

    @Override
    public void close() {
        children.close();
    }

    private static final class Worker {
        private final Child child;
        private final BlockingQueue<String> lines;
        private boolean isOver;

        Worker(Child child, BlockingQueue<String> lines) {
            this.child = child;
            this.lines = lines;
        }

        @org.jspecify.annotations.Nullable
        Interval next() throws IOException, InterruptedException {
            while (true) {
                String line = lines.poll(POLL_MS, TimeUnit.MILLISECONDS);
                if (line == null) {
                    child.requireAlive();
                } else if (line.equals(OVER)) {
                    isOver = true;
                    return null;
                } else if (line.startsWith("{")) {
                    return IntervalJson.read(line);
                }
            }
        }
    }
}
