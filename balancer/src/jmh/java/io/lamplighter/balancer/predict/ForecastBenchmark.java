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

/**
 * What a fit costs, for the windows of a server (50) and of an upstream (100), and orders up to (2,·,2). The values are another
 * part of one long series each time, as a window that moves on sees them: an ARMA(1,1) process with spikes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ForecastBenchmark {
    private static final int STEP = 10; // values between two fits

    @Param({"50", "100"})
    public int n;

    /** p and q; d is 0, with a mean. */
    @Param({"1,0", "1,1", "2,2"})
    public String order = "";

    private final double[] series = new double[20_000];
    private Order fitted = Order.MEAN;
    private Arima model = Arima.fit(new double[] {1, 2, 1}, Order.MEAN).orElseThrow();
    private int from;

    @Setup
    public void generate() {
        Random random = new Random(20261130);
        double innovation = 0;
        for (int t = 1; t < series.length; t++) {
            double before = innovation;
            innovation = random.nextGaussian() + (random.nextInt(50) == 0 ? 6 : 0);
            series[t] = 40 + 0.6 * (series[t - 1] - 40) + innovation + 0.3 * before;
        }
        String[] terms = order.split(",");
        fitted = new Order(Integer.parseInt(terms[0]), 0, Integer.parseInt(terms[1]), true);
        model = Arima.fit(next(), fitted).orElseThrow();
    }

    private double[] next() {
        from = from + n + STEP > series.length ? 0 : from + STEP;
        return Arrays.copyOfRange(series, from, from + n);
    }

    @Benchmark
    public double[] conditionalSumOfSquares() {
        Standardised standardised = Standardised.of(next(), true);
        return ConditionalSumOfSquares.fit(standardised.values(), fitted.p(), fitted.q(), true);
    }

    /** What happens every 10 values: the order is known, the coefficients are those of the window before. */
    @Benchmark
    public Arima refit() {
        model = model.refit(next()).orElse(model);
        return model;
    }

    @Benchmark
    public Optional<Arima> quickFit() {
        return Arima.quickFit(next(), fitted);
    }

    @Benchmark
    public Optional<Arima> thoroughFit() {
        return Arima.fit(next(), fitted);
    }
}
