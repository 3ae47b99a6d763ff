package io.lamplighter.simulator.report;

import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Interval;
import io.lamplighter.simulator.measure.Measurements;
import io.lamplighter.simulator.measure.Phase;
import org.HdrHistogram.Histogram;

/**
 * One interval of a run in a few figures, for plots over time. Times are those of exchanges from their intended send time,
 * milliseconds, and 0 where none was answered.
 *
 * @param from seconds since the measured part began; negative in the warm-up
 * @param to the same
 * @param answeredPerSecond exchanges answered
 * @param errors of all kinds
 * @param openLamps lamps with a session at its end
 * @param latenessP99Ms how late the simulator itself sent, at the 99th percentile
 * @param busiestLoop CPU of the busiest event loop, 0..1
 * @param cpuMs CPU time of the simulator
 */
public record Second(
        double from,
        double to,
        double answeredPerSecond,
        long errors,
        int openLamps,
        double p50Ms,
        double p99Ms,
        double maxMs,
        double latenessP99Ms,
        double busiestLoop,
        double cpuMs) {
    static Second of(Interval interval, double warmupSeconds) {
        Measurements measurements = interval.measurements();
        Histogram exchanges = measurements.times(Phase.EXCHANGE);
        if (exchanges.getTotalCount() == 0) {
            exchanges = measurements.times(Phase.WARMUP);
        }
        Times times = Times.of(exchanges);
        double seconds = Math.max(1e-9, interval.toSeconds() - interval.fromSeconds());
        return new Second(
                interval.fromSeconds() - warmupSeconds,
                interval.toSeconds() - warmupSeconds,
                measurements.get(Count.ANSWERED) / seconds,
                measurements.faultTotal(),
                measurements.openLamps(),
                times.p50Ms(),
                times.p99Ms(),
                times.maxMs(),
                Times.of(measurements.times(Phase.LATENESS)).p99Ms(),
                interval.strain().busiestLoop(),
                interval.strain().cpuNs() / 1e6);
    }
}
