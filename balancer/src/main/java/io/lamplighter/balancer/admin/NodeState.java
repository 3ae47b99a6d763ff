package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Node;
import java.util.Locale;

/** Whether a node gets new sessions and, if not, the first of the reasons why. */
enum NodeState {
    UP,
    /** {@code max_fails} was reached; the node is tried again when {@code fail_timeout} is over. */
    FAILED,
    /** Gets no new sessions, by configuration, agent or administrator. */
    DRAINING,
    /** Counts as not there, by configuration or administrator. */
    DOWN,
    /** {@code max_conns} sessions are in flight. */
    FULL;

    /**
     * The state of {@code node}.
     *
     * @param availability what administrator, agent and configuration say
     * @param inFlight its sessions, as shown beside the state
     * @param nowMs steady clock, milliseconds
     */
    static NodeState of(Node node, Availability availability, int inFlight, long nowMs) {
        if (availability != Availability.UP) {
            return availability == Availability.DOWN ? DOWN : DRAINING;
        }
        if (!node.isUsable(nowMs)) {
            return FAILED;
        }
        int maxConns = node.settings().maxConns();
        return maxConns > 0 && inFlight >= maxConns ? FULL : UP;
    }

    String lowerName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
