package io.lamplighter.simulator.measure;

/** How series of times are named in histogram logs and between processes: a phase's tag, or a prefix and a name. */
public final class Series {
    /** Exchanges of one node. */
    public static final String NODE = "node.";

    /** Exchanges of one group of lamps. */
    public static final String GROUP = "group.";

    private Series() {}

    /**
     * The phase of a series.
     *
     * @throws IllegalArgumentException when it is none
     */
    static Phase phase(String series) {
        for (Phase phase : Phase.values()) {
            if (phase.tag().equals(series)) {
                return phase;
            }
        }
        throw new IllegalArgumentException("there is no series \"" + series + "\"");
    }

    /** A name as it may stand in a histogram log, where commas and blanks separate. */
    public static String tag(String series) {
        return series.replaceAll("[\\s,]", "_");
    }
}
