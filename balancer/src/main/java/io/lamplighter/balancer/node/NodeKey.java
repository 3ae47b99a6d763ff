package io.lamplighter.balancer.node;

import java.net.SocketAddress;

/**
 * What makes a node the same node after a reload.
 *
 * @param upstream name of its upstream
 * @param address where it is reached
 * @param ordinal 0, or more where the same address stands several times in one upstream
 */
public record NodeKey(String upstream, SocketAddress address, int ordinal) {
    /** The ordinal of nodes that no generation names. */
    static final int PASSING = -1;
}
