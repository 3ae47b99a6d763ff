package io.lamplighter.balancer.node;

/**
 * Whether a node may get new sessions, and by whose word.
 *
 * @param availability what holds
 * @param setBy who said so; the configuration where nobody said anything
 */
public record Standing(Availability availability, SetBy setBy) {}
