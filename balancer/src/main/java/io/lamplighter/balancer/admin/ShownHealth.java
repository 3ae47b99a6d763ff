package io.lamplighter.balancer.admin;

/**
 * What health checks of a node came to since they began.
 *
 * @param checks all of them
 * @param fails those that failed
 * @param unhealthy times the node became unhealthy
 * @param lastPassed whether the last one passed
 */
public record ShownHealth(long checks, long fails, long unhealthy, boolean lastPassed) {}
