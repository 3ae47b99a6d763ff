package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.node.Node;
import java.util.Locale;

/** Whether a node gets new sessions and, if not, the first of the reasons why. */
enum NodeState {
    UP,
    /** {@code max_fails} was reached; the node is tried again when {@code fail_timeout} is over. */
    FAILED,
    /** Marked {@code down} in the configuration. */
    DOWN,
    /** {@code max_conns} sessions are in flight. */
    FULL;

    /**
     * The state of {@code node}.
     *
     * @param inFlight its sessions, as shown beside the state
     * @param nowMs steady clock, milliseconds
     */
    static NodeState of(Node node, int inFlight, long nowMs) {
        UpstreamServer settings = node.settings();
        if (settings.down()) {
            return DOWN;
        }
        if (!node.isUsable(nowMs)) {
            return FAILED;
        }
        return settings.maxConns() > 0 && inFlight >= settings.maxConns() ? FULL : UP;
    }

    String lowerName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
