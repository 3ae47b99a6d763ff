package io.lamplighter.simulator.flood;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * The times one event loop measures. The loop alone records; one other thread takes the intervals. Three significant
 * digits, from a nanosecond to an hour: a fixed range, so that recording never allocates.
 */
final class Latencies {
    static final long HIGHEST_NS = 3_600_000_000_000L;
    static final int DIGITS = 3;

    private final Map<Kind, SingleWriterRecorder> recorders = new EnumMap<>(Kind.class);

    Latencies() {
        for (Kind kind : Kind.values()) {
            recorders.put(kind, new SingleWriterRecorder(1, HIGHEST_NS, DIGITS));
        }
    }

    /**
     * Records one time.
     *
     * @param latencyNs 0 or more
     */
    void record(Kind kind, long latencyNs) {
        recorder(kind).recordValue(Math.min(latencyNs, HIGHEST_NS));
    }

    /** What was recorded since the last call. */
    Histogram interval(Kind kind) {
        return recorder(kind).getIntervalHistogram();
    }

    private SingleWriterRecorder recorder(Kind kind) {
        return Objects.requireNonNull(recorders.get(kind));
    }

    static Histogram newHistogram() {
        return new Histogram(1, HIGHEST_NS, DIGITS);
    }

    /** What a time is of. */
    enum Kind {
        /** An exchange of the measured part, from its intended send time until its answer. */
        RESPONSE,
        /** An exchange of the ramp. */
        WARMUP,
        /** Opening a TCP session, from the connect call until the handshake's end. */
        CONNECT;

        /** Names the kind's intervals in the histogram log. */
        String tag() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
