package io.lamplighter.simulator.flood;

/**
 * How far a flood has come.
 *
 * @param elapsedNs since its beginning
 * @param totalNs planned length with the ramp
 * @param lamps lamps that hold a session now
 * @param answered exchanges answered so far, with the ramp
 * @param errors errors so far
 * @param p99Ns 99th percentile of the measured part up to the last full second; 0 before
 */
public record FloodProgress(long elapsedNs, long totalNs, int lamps, long answered, long errors, long p99Ns) {
    static FloodProgress of(FloodPlan plan, long elapsedNs, Tally tally, LatencyReport report) {
        return new FloodProgress(
                elapsedNs,
                plan.ramp().plus(plan.duration()).toNanos(),
                tally.openLamps.get(),
                tally.answered.sum(),
                tally.errorTotal(),
                report.total(Latencies.Kind.RESPONSE).getValueAtPercentile(99));
    }

    /** Done so far, 0..1. */
    double share() {
        return Math.min(1, (double) elapsedNs / totalNs);
    }
}
