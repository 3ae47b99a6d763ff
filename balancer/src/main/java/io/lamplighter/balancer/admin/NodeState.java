package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.node.ActiveHealth;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.SetBy;
import io.lamplighter.balancer.node.Standing;
import java.util.Locale;

/** Whether a node gets new sessions and, if not, the first of the reasons why. */
enum NodeState {
    UP,
    /** {@code max_fails} was reached; the node is tried again when {@code fail_timeout} is over. */
    FAILED,
    /** Health checks found that it cannot serve. */
    UNHEALTHY,
    /** Gets no sessions before health checks have found that it can serve. */
    CHECKING,
    /** Gets no new sessions, by configuration, agent or administrator. */
    DRAINING,
    /** Counts as not there, by configuration or administrator. */
    DOWN,
    /** {@code max_conns} sessions are in flight. */
    FULL;

    /**
     * The state of {@code node}.
     *
     * @param standing what administrator, configuration, health checks and agent say
     * @param inFlight its sessions, as shown beside the state
     * @param nowMs steady clock, milliseconds
     */
    static NodeState of(Node node, Standing standing, int inFlight, long nowMs) {
        if (standing.setBy() == SetBy.HEALTH) {
            return node.activeHealth() == ActiveHealth.CHECKING ? CHECKING : UNHEALTHY;
        }
        Availability availability = standing.availability();
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
