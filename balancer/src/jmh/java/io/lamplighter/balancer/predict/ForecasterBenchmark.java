package io.lamplighter.balancer.predict;

import java.util.Arrays;
import java.util.Optional;
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

/** What a forecaster costs for each response; what the search for an order costs now and then. */
@State(Scope.Benchmark)
public class ForecasterBenchmark {
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    @Param({"50", "100"})
    public int n;

    private final double[] series = new double[1 << 14];
    private Forecaster forecaster = new Forecaster(1, 0);
    private int at;
    private long nowNs;

    @Setup
    public void fit() {
        Random random = new Random(20261130);
        for (int t = 1; t < series.length; t++) {
            series[t] = 40 + 0.6 * (series[t - 1] - 40) + random.nextGaussian() + (random.nextInt(50) == 0 ? 6 : 0);
        }
        forecaster = new Forecaster(n, MINUTE_NS);
        for (int i = 0; i < n; i++) {
            add();
        }
        forecaster.refit(nowNs);
        if (forecaster.rung() != Rung.ARIMA) {
            throw new IllegalStateException("no model is measured: " + forecaster.rung());
        }
    }

    /** A value comes in: the window, both errors, the model's state. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public void add() {
        at = (at + 1) & (series.length - 1);
        nowNs += STEP_NS;
        forecaster.add(series[at], nowNs);
    }

    /** The same, and the forecast is asked for. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public double addAndForecast() {
        add();
        return forecaster.forecast(nowNs);
    }

    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Optional<Arima> stepwiseSearch() {
        return OrderSearch.stepwise(next(), 2, 2);
    }

    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Optional<Arima> fullSearch() {
        return OrderSearch.full(next(), 2, 2);
    }

    private double[] next() {
        at = at + n + 10 > series.length ? 0 : at + 10;
        return Arrays.copyOfRange(series, at, at + n);
    }
}
