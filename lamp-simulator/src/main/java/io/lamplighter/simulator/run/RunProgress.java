package io.lamplighter.simulator.run;

import io.lamplighter.simulator.measure.Fault;
import java.util.Map;

/**
 * How far a run has come.
 *
 * @param scenario its name
 * @param elapsedSeconds since its beginning
 * @param totalSeconds planned length with the warm-up
 * @param isWarmingUp whether the measured part has not begun
 * @param openLamps lamps that hold a session now
 * @param lamps lamps in all
 * @param answered exchanges answered so far, with the warm-up
 * @param answeredPerSecond in the last interval
 * @param errors so far
 * @param errorsByKind the kinds that occurred
 * @param p50Ms of the last interval
 * @param nowP99Ms of the last interval
 * @param maxMs of the last interval
 * @param p99Ms 99th percentile of the measured part so far; 0 before
 * @param p999Ms the same at 99.9
 * @param busiestLoop CPU of the busiest event loop in the last interval, 0..1
 */
public record RunProgress(
        String scenario,
        double elapsedSeconds,
        double totalSeconds,
        boolean isWarmingUp,
        int openLamps,
        int lamps,
        long answered,
        double answeredPerSecond,
        long errors,
        Map<Fault, Long> errorsByKind,
        double p50Ms,
        double nowP99Ms,
        double maxMs,
        double p99Ms,
        double p999Ms,
        double busiestLoop) {
    public RunProgress {
        errorsByKind = Map.copyOf(errorsByKind);
    }

    /** Done so far, 0..1. */
    double share() {
        return Math.min(1, elapsedSeconds / totalSeconds);
    }
}
