package io.lamplighter.balancer.node;

import java.net.InetSocketAddress;

/**
 * What makes a node the same node after a reload.
 *
 * @param upstream name of its upstream
 * @param address where it is reached
 * @param ordinal 0, or more where the same address stands several times in one upstream
 */
public record NodeKey(String upstream, InetSocketAddress address, int ordinal) {}
