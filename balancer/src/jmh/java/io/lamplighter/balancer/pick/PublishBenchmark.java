package io.lamplighter.balancer.pick;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What the weigher pays to publish one set of weights: nothing a session waits for, but it must not take a core. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PublishBenchmark {
    @Param({"3", "300", "3000"})
    public int size;

    private final SplittableRandom random = new SplittableRandom(20261130);
    private WeightTable table = new WeightTable(new int[0], new long[0]);
    private int[] weights = {};

    @Setup
    public void load() {
        table = new WeightTable(draw(), new long[size]);
    }

    @Setup(Level.Invocation)
    public void next() {
        weights = draw();
        for (int i = 0; i < size / 2; i++) {
            table.next();
        }
    }

    private int[] draw() {
        int[] drawn = new int[size];
        Arrays.setAll(drawn, i -> random.nextInt(1, 101));
        return drawn;
    }

    @Benchmark
    public Object publish() {
        table = table.followedBy(weights);
        return table;
    }
}
