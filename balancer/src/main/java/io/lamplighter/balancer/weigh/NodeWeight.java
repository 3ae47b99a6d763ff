package io.lamplighter.balancer.weigh;

/**
 * A node's weight and where it comes from.
 *
 * @param weight share of new sessions relative to the other nodes of its group, at least 0; while the node grows into it, the
 *     weight it grows to
 * @param reason why it is that
 * @param ageMs how old it is, milliseconds: that of the agent's last report where the report decides, else how long the weight
 *     has held for this reason
 * @param rampPercent how much of the weight the node is picked by, 10..100; below 100 while it starts slowly
 */
public record NodeWeight(int weight, WeightReason reason, long ageMs, int rampPercent) {}
