package io.lamplighter.balancer.weigh;

/**
 * A node's weight and where it comes from.
 *
 * @param weight share of new sessions relative to the other nodes of its group, at least 0
 * @param reason who or what set it
 * @param ageMs how long ago the agent's last report arrived, milliseconds; {@link #NO_REPORT} when there was none
 */
public record NodeWeight(int weight, WeightReason reason, long ageMs) {
    /** The age of a report that never came. */
    public static final long NO_REPORT = -1;
}
