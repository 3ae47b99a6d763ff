package io.lamplighter.balancer.node;

/** What {@code health_check} found of a node. */
public enum ActiveHealth {
    /** Nobody looks. */
    NOT_CHECKED,
    HEALTHY,
    /** Not known yet, and it must be before the node gets sessions. */
    CHECKING,
    UNHEALTHY;

    /** Whether the node may get new sessions as far as this goes. */
    public boolean isFit() {
        return this == NOT_CHECKED || this == HEALTHY;
    }
}
