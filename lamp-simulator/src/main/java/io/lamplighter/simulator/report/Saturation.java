package io.lamplighter.simulator.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.lamplighter.simulator.measure.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whether the simulator itself was the bottleneck, and by what.
 *
 * @param isSaturated whether the figures say more of the simulator than of the target
 * @param reasons a sentence each; empty when it is not
 */
public record Saturation(@JsonProperty("saturated") boolean isSaturated, List<String> reasons) {
    /** CPU of a loop in one second from which it no longer keeps up: the rest is lost to scheduling. Guessed. */
    static final double BUSY_LOOP = 0.95;

    /** Share of the measured seconds in which a loop may be that busy. Guessed. */
    static final double BUSY_SECONDS = 0.1;

    /** Lateness of one send in a hundred that is too much for whoever looks at p99: a scheduler's time slice. Guessed. */
    static final double LATE_MS = 10;

    public Saturation {
        reasons = List.copyOf(reasons);
    }

    /**
     * Judges a run.
     *
     * @param seconds of the measured part
     * @param isClosedLoop a closed loop is meant to be busy: only shortages count
     */
    static Saturation of(
            List<Second> seconds, Times lateness, Times exchanges, Map<String, Long> errors, boolean isClosedLoop) {
        List<String> reasons = new ArrayList<>();
        if (!isClosedLoop) {
            busyLoop(seconds, reasons);
            lateSends(lateness, exchanges, reasons);
        }
        long shortages = errors.getOrDefault(Fault.LOCAL_SHORTAGE.id(), 0L);
        if (shortages > 0) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "this machine had no descriptor, port or memory for %,d sessions; see \"limits\" in docs/lampsim.md",
                    shortages));
        }
        return new Saturation(!reasons.isEmpty(), reasons);
    }

    private static void busyLoop(List<Second> seconds, List<String> reasons) {
        long busy = seconds.stream()
                .filter(second -> second.busiestLoop() >= BUSY_LOOP)
                .count();
        if (busy > 0 && busy >= BUSY_SECONDS * seconds.size()) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "an event loop used more than %.0f %% of a core in %d of %d seconds; try --threads or --processes",
                    BUSY_LOOP * 100,
                    busy,
                    seconds.size()));
        }
    }

    private static void lateSends(Times lateness, Times exchanges, List<String> reasons) {
        if (lateness.p99Ms() >= LATE_MS) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "one exchange in a hundred was sent %.1f ms or more after its time, of a p99 of %.1f ms: the machine is"
                            + " too busy for this rate",
                    lateness.p99Ms(),
                    exchanges.p99Ms()));
        }
    }
}
