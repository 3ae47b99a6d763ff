package io.lamplighter.balancer.predict;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Series that have broken forecasts elsewhere, or well might. */
final class HardSeries {
    private HardSeries() {}

    /** By name, {@code n} values each, the same each time. */
    static Map<String, double[]> all(int n) {
        Random random = new Random(4);
        Map<String, double[]> all = new LinkedHashMap<>();
        all.put("constant", of(n, t -> 25));
        all.put("zero", of(n, t -> 0));
        all.put("constant, not a binary fraction", of(n, t -> 0.1));
        all.put("almost constant", of(n, t -> 25 + 1e-9 * random.nextGaussian()));
        all.put("one value off", of(n, t -> t == n / 2 ? 26 : 25));
        all.put("last value off", of(n, t -> t == n - 1 ? 1e6 : 25));
        all.put("spikes", of(n, t -> random.nextInt(12) == 0 ? 5_000 * random.nextDouble() : 15 + random.nextDouble()));
        all.put("level shift", of(n, t -> (t < n / 2 ? 40 : 95) + random.nextGaussian()));
        all.put("level shift without noise", of(n, t -> t < n / 2 ? 40 : 95));
        all.put("stairs", of(n, t -> Math.floor(t / 10.0)));
        all.put("explosive", of(n, t -> Math.pow(1.1, t)));
        all.put("explosive, fast", of(n, t -> Math.pow(10, t)));
        all.put("growing alternation", of(n, t -> 100 + (t % 2 == 0 ? t : -t)));
        all.put("slightly explosive with noise", autoregression(n, 1.02, random));
        all.put("unit root", autoregression(n, 1, random));
        all.put("near unit root", autoregression(n, 0.999, random));
        all.put("near negative unit root", autoregression(n, -0.999, random));
        all.put("line", of(n, t -> t + 1));
        all.put("line, falling to 0", of(n, t -> n - 1 - t));
        all.put("parabola", of(n, t -> t * t));
        all.put("perfect period", of(n, t -> t % 6 + 1));
        all.put("two values in turn", of(n, t -> t % 2 == 0 ? 3 : 8));
        all.put("sine", of(n, t -> 60 + 20 * Math.sin(0.3 * t)));
        all.put("microseconds", of(n, t -> 1e-6 * (140 + 20 * random.nextGaussian())));
        all.put("nanoseconds as they are", of(n, t -> 1e9 + 1e5 * random.nextGaussian()));
        all.put("smallest", of(n, t -> Double.MIN_VALUE * random.nextInt(5)));
        all.put("greatest", of(n, t -> Double.MAX_VALUE * random.nextDouble()));
        all.put("all magnitudes", of(n, t -> Math.pow(10, random.nextInt(600) - 300)));
        all.put("heavy tail", of(n, t -> 1 / (1 - random.nextDouble())));
        return all;
    }

    private static double[] of(int n, IntToDoubleFunction value) {
        return IntStream.range(0, n).mapToDouble(value).toArray();
    }

    /** Shifted so that none is negative. */
    private static double[] autoregression(int n, double coefficient, Random random) {
        double[] series = new double[n];
        for (int t = 1; t < n; t++) {
            series[t] = coefficient * series[t - 1] + random.nextGaussian();
        }
        double least = Arrays.stream(series).min().orElse(0);
        return Arrays.stream(series).map(v -> v - least).toArray();
    }
}
