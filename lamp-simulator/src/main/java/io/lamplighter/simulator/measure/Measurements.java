package io.lamplighter.simulator.measure;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.HdrHistogram.Histogram;

/**
 * Counts and histograms of some stretch of time. Times are nanoseconds, kept to three digits from half a microsecond to an
 * hour: a fixed range, so that recording never allocates once a series has begun. Not thread-safe; whoever hands one over
 * keeps no hold of it.
 */
@SuppressWarnings("EnumOrdinal") // arrays by ordinal: an EnumMap would box what is counted for every exchange
public final class Measurements {
    /** Greatest time that is told apart from greater ones, nanoseconds. */
    public static final long HIGHEST_NS = 3_600_000_000_000L;

    private static final int DIGITS = 3;
    private static final int LOWEST_NS = 1000;
    private static final int MAX_NODES = 64; // answers may carry rubbish for a name; memory must stay bounded
    private static final String OTHER_NODES = "(others)";
    private static final Phase[] PHASES = Phase.values();

    private final Histogram[] phases = new Histogram[PHASES.length];
    private final Map<String, Histogram> nodes = new TreeMap<>();
    private final Map<String, Histogram> groups = new TreeMap<>();
    private final long[] counts = new long[Count.values().length];
    private final long[] faults = new long[Fault.values().length];
    private int openLamps;
    private int peakOpenLamps;

    /** An empty histogram of the range and precision used here. */
    public static Histogram newHistogram() {
        return new Histogram(LOWEST_NS, HIGHEST_NS, DIGITS);
    }

    public void count(Count what) {
        counts[what.ordinal()]++;
    }

    public void count(Count what, long howMany) {
        counts[what.ordinal()] += howMany;
    }

    public void fault(Fault kind, long howMany) {
        faults[kind.ordinal()] += howMany;
    }

    /**
     * Records one time of a phase.
     *
     * @param timeNs negative counts as 0: clocks of two cores may differ by a hair
     */
    public void time(Phase phase, long timeNs) {
        Histogram histogram = phases[phase.ordinal()];
        if (histogram == null) {
            histogram = newHistogram();
            phases[phase.ordinal()] = histogram;
        }
        record(histogram, timeNs);
    }

    /** Records an exchange, from its intended send time, for the node that answered it. */
    public void timeOfNode(String node, long timeNs) {
        Histogram histogram = nodes.get(node);
        if (histogram == null) {
            histogram = nodes.computeIfAbsent(nodes.size() < MAX_NODES ? node : OTHER_NODES, any -> newHistogram());
        }
        record(histogram, timeNs);
    }

    /** Records an exchange, from its intended send time, for the lamp's group. */
    public void timeOfGroup(String group, long timeNs) {
        record(groups.computeIfAbsent(group, any -> newHistogram()), timeNs);
    }

    private static void record(Histogram histogram, long timeNs) {
        histogram.recordValue(Math.max(0, Math.min(timeNs, HIGHEST_NS)));
    }

    /** Tells how many lamps hold a session now. */
    public void openLamps(int now) {
        openLamps = now;
        peakOpenLamps = Math.max(peakOpenLamps, now);
    }

    public long get(Count what) {
        return counts[what.ordinal()];
    }

    public long get(Fault kind) {
        return faults[kind.ordinal()];
    }

    /** Faults of all kinds. */
    public long faultTotal() {
        return Arrays.stream(faults).sum();
    }

    /** The kinds that occurred. */
    public Map<Fault, Long> faultsByKind() {
        Map<Fault, Long> occurred = new EnumMap<>(Fault.class);
        for (Fault kind : Fault.values()) {
            if (get(kind) > 0) {
                occurred.put(kind, get(kind));
            }
        }
        return occurred;
    }

    /** The times of a phase; empty when there were none. Not to be changed. */
    public Histogram times(Phase phase) {
        Histogram histogram = phases[phase.ordinal()];
        return histogram == null ? newHistogram() : histogram;
    }

    /** The nodes that named themselves, with their exchanges. */
    public Map<String, Histogram> nodes() {
        return nodes;
    }

    /** The groups, with their exchanges. */
    public Map<String, Histogram> groups() {
        return groups;
    }

    /** Lamps with a session at the end of the stretch. */
    public int openLamps() {
        return openLamps;
    }

    /** Most lamps with a session at one time; of several loops or processes, the sum of theirs. */
    public int peakOpenLamps() {
        return peakOpenLamps;
    }

    /** Adds what was measured elsewhere in the same stretch of time. */
    public void addBeside(Measurements other) {
        addSums(other);
        openLamps += other.openLamps;
        peakOpenLamps += other.peakOpenLamps;
    }

    /** Adds what was measured in the stretch that follows. */
    public void addAfter(Measurements other) {
        addSums(other);
        openLamps = other.openLamps;
        peakOpenLamps = Math.max(peakOpenLamps, other.peakOpenLamps);
    }

    private void addSums(Measurements other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        for (int i = 0; i < faults.length; i++) {
            faults[i] += other.faults[i];
        }
        other.eachSeries(this::add);
    }

    /** Adds times to the series of this name. */
    public void add(String series, Histogram times) {
        seriesOf(series).add(times);
    }

    private Histogram seriesOf(String series) {
        if (series.startsWith(Series.NODE)) {
            return nodes.computeIfAbsent(series.substring(Series.NODE.length()), any -> newHistogram());
        }
        if (series.startsWith(Series.GROUP)) {
            return groups.computeIfAbsent(series.substring(Series.GROUP.length()), any -> newHistogram());
        }
        int phase = Series.phase(series).ordinal();
        if (phases[phase] == null) {
            phases[phase] = newHistogram();
        }
        return phases[phase];
    }

    /** Shows every series that has times: name and histogram. */
    public void eachSeries(BiConsumer<String, Histogram> see) {
        for (Phase phase : PHASES) {
            seeUnlessEmpty(phase.tag(), phases[phase.ordinal()], see);
        }
        groups.forEach((name, histogram) -> seeUnlessEmpty(Series.GROUP + name, histogram, see));
        nodes.forEach((name, histogram) -> seeUnlessEmpty(Series.NODE + name, histogram, see));
    }

    private static void seeUnlessEmpty(
            String name, @org.jspecify.annotations.Nullable Histogram histogram, BiConsumer<String, Histogram> see) {
        if (histogram != null && histogram.getTotalCount() > 0) {
            see.accept(name, histogram);
        }
    }

    /** Empties it for the next stretch; series that have begun keep their memory. */
    public void reset() {
        Arrays.fill(counts, 0);
        Arrays.fill(faults, 0);
        for (Histogram histogram : phases) {
            if (histogram != null) {
                histogram.reset();
            }
        }
        nodes.values().forEach(Histogram::reset);
        groups.values().forEach(Histogram::reset);
        openLamps = 0;
        peakOpenLamps = 0;
    }
}
