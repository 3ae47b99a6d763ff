package io.lamplighter.balancer.node;

import java.util.Locale;

/** Whether a node may get new sessions. Sessions that it has stay in any case. */
public enum Availability {
    /** It may. */
    UP,
    /** It may not; it is meant to be left by its sessions. */
    DRAIN,
    /** It may not; it counts as not there. */
    DOWN;

    /** The name in the API and in metrics. */
    public String lowerName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
