package io.lamplighter.simulator.lab.model;

import io.lamplighter.simulator.lab.engine.VirtualTime;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps what happens in a run after its warm-up. An exchange belongs to the time at which its lamp began it, answered or not; every
 * one that begins ends exactly once, answered or failed.
 */
public final class Recorder {
    private static final double MS = 1e3;
    private static final double PERCENT = 100;

    private final VirtualTime time;
    private final double warmUp;
    private final double patience;
    private double[] responses = new double[1 << 10];
    private int count;
    private long begun;
    private long answered;
    private long failed;
    private long failedMeasured;
    private double lastEnd;
    private double imbalanceSum;
    private int windows;
    private int lamps;
    private int held;

    /**
     * @param warmUp what begins before counts for nothing but the conservation of exchanges, seconds
     * @param patience an answer that takes longer is a failure, seconds
     */
    Recorder(VirtualTime time, double warmUp, double patience) {
        this.time = time;
        this.warmUp = warmUp;
        this.patience = patience;
    }

    /** One more lamp is there, to stay. */
    void appeared() {
        lamps++;
    }

    /** An exchange begins. */
    void begin() {
        begun++;
    }

    /** @param since when the exchange began, seconds */
    void answered(double since) {
        if (time.now() - since > patience) {
            failed(since);
            return;
        }
        answered++;
        lastEnd = time.now();
        if (since >= warmUp) {
            if (count == responses.length) {
                responses = Arrays.copyOf(responses, 2 * count);
            }
            responses[count++] = time.now() - since;
        }
    }

    void failed(double since) {
        if (failed == 0) {
            held = lamps;
        }
        failed++;
        lastEnd = time.now();
        failedMeasured += since >= warmUp ? 1 : 0;
    }

    /** Looks at the utilisation of the nodes in windows of so many seconds; those in which nothing was done do not count. */
    void watch(List<ModelNode> nodes, double window) {
        double[] before = new double[nodes.size()];
        time.at(warmUp, () -> {
            look(nodes, before);
            nextWindow(nodes, before, window);
        });
    }

    private void nextWindow(List<ModelNode> nodes, double[] before, double window) {
        time.after(window, () -> {
            double[] busy = look(nodes, before);
            for (int i = 0; i < busy.length; i++) {
                busy[i] /= window * nodes.get(i).spec().cores();
            }
            if (Arrays.stream(busy).sum() > 0) {
                imbalanceSum += deviation(busy);
                windows++;
            }
            nextWindow(nodes, before, window);
        });
    }

    private static double[] look(List<ModelNode> nodes, double[] before) {
        double[] busy = new double[before.length];
        for (int i = 0; i < busy.length; i++) {
            double now = nodes.get(i).busy();
            busy[i] = now - before[i];
            before[i] = now;
        }
        return busy;
    }

    private static double deviation(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return Math.sqrt(squares / values.length);
    }

    public long begun() {
        return begun;
    }

    public long answered() {
        return answered;
    }

    public long failed() {
        return failed;
    }

    /** What came of it; times of exchanges only if there were any. */
    Map<Metric, Double> metrics() {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        if (count > 0) {
            double[] sorted = Arrays.copyOf(responses, count);
            metrics.put(Metric.MEAN, MS * Arrays.stream(sorted).average().orElseThrow());
            Arrays.sort(sorted);
            metrics.put(Metric.P95, MS * percentile(sorted, 95));
            metrics.put(Metric.P99, MS * percentile(sorted, 99));
        }
        metrics.put(Metric.MAKESPAN, lastEnd);
        if (windows > 0) {
            metrics.put(Metric.IMBALANCE, PERCENT * imbalanceSum / windows);
        }
        metrics.put(Metric.FAILED, PERCENT * failedMeasured / Math.max(1, count + failedMeasured));
        if (held > 0) {
            metrics.put(Metric.HELD, (double) held);
        }
        return metrics;
    }

    /** The least value that so many percent are not above. */
    private static double percentile(double[] sorted, int percent) {
        int rank = (int) Math.ceil(sorted.length * percent / PERCENT);
        return sorted[Math.max(1, rank) - 1];
    }
}
