package io.lamplighter.balancer.watch;

/**
 * What checks of a node came to.
 *
 * @param checks all of them
 * @param fails those that failed
 * @param unhealthy times the node became unhealthy
 * @param lastPassed whether the last one passed; false before the first
 */
public record CheckFigures(long checks, long fails, long unhealthy, boolean lastPassed) {
    static final CheckFigures NONE = new CheckFigures(0, 0, 0, false);

    CheckFigures with(boolean isPassed, boolean isNowUnhealthy) {
        return new CheckFigures(
                checks + 1, isPassed ? fails : fails + 1, isNowUnhealthy ? unhealthy + 1 : unhealthy, isPassed);
    }

    /** Those of two checks of one node. */
    CheckFigures and(CheckFigures other) {
        return new CheckFigures(
                checks + other.checks,
                fails + other.fails,
                unhealthy + other.unhealthy,
                lastPassed && other.lastPassed);
    }
}
