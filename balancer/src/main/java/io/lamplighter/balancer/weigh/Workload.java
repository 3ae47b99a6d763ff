package io.lamplighter.balancer.weigh;

/**
 * What this balancer gave a node to do.
 *
 * @param requests that got their answer, counted since any moment
 * @param waitedNs for these answers, all together, counted since the same moment, nanoseconds
 * @param sessions in flight
 */
record Workload(long requests, long waitedNs, int sessions) {}
