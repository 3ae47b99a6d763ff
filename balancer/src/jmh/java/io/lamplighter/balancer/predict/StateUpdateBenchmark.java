package io.lamplighter.balancer.predict;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What it costs a fitted model to move on with one response and to forecast the next; alone, without window and errors. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StateUpdateBenchmark {
    private static final int WINDOW = 100;

    /** p, d and q; without a mean. The last one is the largest that there is. */
    @Param({"1,0,0", "1,0,1", "2,0,2", "0,1,1", "3,0,3", "3,2,3"})
    public String order = "";

    private final double[] series = new double[1 << 14];
    private ArimaState state = new ArimaState(0, series, series, 0, new double[0], series);
    private int at;

    @Setup
    public void fit() {
        Random random = new Random(20261201);
        for (int t = 1; t < series.length; t++) {
            series[t] = 40 + 0.6 * (series[t - 1] - 40) + random.nextGaussian();
        }
        double[] window = new double[WINDOW];
        System.arraycopy(series, 0, window, 0, WINDOW);
        String[] terms = order.split(",");
        Order fitted =
                new Order(Integer.parseInt(terms[0]), Integer.parseInt(terms[1]), Integer.parseInt(terms[2]), false);
        state = Arima.fit(window, fitted).orElseThrow().end();
    }

    @Benchmark
    public double addAndForecast() {
        at = (at + 1) & (series.length - 1);
        state.add(series[at]);
        return state.forecast();
    }
}
