package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.node.SetBy;

/**
 * The weight a node is picked by, and who set it.
 *
 * @param weight at least 0; 0 means no new sessions
 * @param reason why it is that, in a few words for people
 * @param setBy whose number it is
 * @param ageMs time since it was set, milliseconds, at least 0
 * @param rampPercent how much of the weight is in force, 10..100; below 100 while the node starts slowly
 */
public record ShownWeight(int weight, String reason, SetBy setBy, long ageMs, int rampPercent) {}
