package io.lamplighter.balancer.admin;

/**
 * The weight a node is picked by, and who set it.
 *
 * @param weight at least 0; 0 means no new sessions
 * @param reason where it comes from, in a few words for people
 * @param ageMs time since it was set, milliseconds, at least 0
 */
public record ShownWeight(int weight, String reason, long ageMs) {}
