package io.lamplighter.balancer.watch;

import io.lamplighter.balancer.config.HealthCheckConfig;
import io.lamplighter.balancer.node.ActiveHealth;

/**
 * The results of one check of one node, and what they come to: so many failures in a row make it unhealthy, so many successes
 * in a row healthy.
 *
 * <p>Threads: one writer; others read what was published last by {@link #shown()}.
 */
final class CheckCount {
    private final int failsNeeded;
    private final int passesNeeded;
    private ActiveHealth health;
    private int failsInRow;
    private int passesInRow;
    private volatile CheckFigures figures = CheckFigures.NONE;

    CheckCount(HealthCheckConfig check) {
        failsNeeded = check.fails();
        passesNeeded = check.passes();
        health = check.mandatory() ? ActiveHealth.CHECKING : ActiveHealth.HEALTHY;
    }

    ActiveHealth health() {
        return health;
    }

    CheckFigures shown() {
        return figures;
    }

    /** A check is over; whether that changed the health. */
    boolean record(boolean isPassed) {
        ActiveHealth before = health;
        failsInRow = isPassed ? 0 : failsInRow + 1;
        passesInRow = isPassed ? passesInRow + 1 : 0;
        if (failsInRow >= failsNeeded) {
            health = ActiveHealth.UNHEALTHY;
        } else if (passesInRow >= passesNeeded) {
            health = ActiveHealth.HEALTHY;
        }
        boolean isChange = health != before;
        figures = figures.with(isPassed, isChange && health == ActiveHealth.UNHEALTHY);
        return isChange;
    }
}
