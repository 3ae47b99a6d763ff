package io.lamplighter.simulator.cloud;

import io.lamplighter.simulator.cloud.Discipline.Kind;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a request costs the order in which an emulated node of eight cores serves: one ends and the next comes in. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DisciplineBenchmark {
    private static final int CORES = 8;
    private static final int SERVICES = 1 << 12;
    private static final String JOB = "job";

    @Param({"FIFO", "PS"})
    public String kind = "FIFO";

    @Param({"4", "100", "10000"})
    public int inside;

    private final double[] servicesNs = new double[SERVICES];
    private Discipline<String> jobs = Discipline.of(Kind.FIFO, CORES);
    private int next;

    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(20261201);
        Arrays.setAll(servicesNs, i -> -Math.log(1 - random.nextDouble()) * 5e6);
        jobs = Discipline.of(Kind.valueOf(kind), CORES);
        for (int i = 0; i < inside; i++) {
            jobs.admit(0, nextServiceNs(), JOB);
        }
    }

    private double nextServiceNs() {
        return servicesNs[next++ & (SERVICES - 1)];
    }

    @Benchmark
    public @Nullable String request() {
        double workNs = jobs.nextEndNs();
        String done = jobs.finish(workNs);
        jobs.admit(workNs, nextServiceNs(), JOB);
        return done;
    }
}
