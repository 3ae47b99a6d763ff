package io.lamplighter.simulator.scenario;

import java.time.Duration;

/** Something that happens to many lamps at one moment. */
public sealed interface Event {
    /** How long it lasts; afterwards all is as it was. */
    Duration lasts();

    /**
     * Lamps lose their power, and get it back all at once.
     *
     * @param share of the lamps, the first of each group, above 0 and at most 1
     * @param how what their sessions look like to the other side
     */
    record PowerCut(double share, Duration lasts, Ending how) implements Event {}

    /** The node that is asked first dies: an emulated one that obeys does what a crash does. */
    record NodeLoss(Duration lasts) implements Event {}

    /** How a session ends that nobody closed. */
    enum Ending {
        /** A reset, as when something in between notices. */
        RESET,
        /** An orderly close. */
        CLOSE,
        /** Nothing: the session stands at the other side until that gives it up. */
        SILENCE
    }
}
