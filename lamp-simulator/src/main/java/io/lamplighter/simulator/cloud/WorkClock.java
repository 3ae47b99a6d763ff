package io.lamplighter.simulator.cloud;

/**
 * How far an emulated machine's work has come: work time runs with real time at the machine's speed, and stands still while
 * it is frozen. Real time comes in from outside, so hours pass in a test within a millisecond. Not thread-safe.
 */
final class WorkClock {
    private double speed;
    private long sinceNs;
    private double workNs;

    /**
     * @param speed work done in a unit of real time, 0 or more
     * @param nowNs the present on the clock of all later calls, which must not run backwards
     */
    WorkClock(double speed, long nowNs) {
        this.speed = speed;
        sinceNs = nowNs;
    }

    /** Work time now, nanoseconds. */
    double workNs(long nowNs) {
        return workNs + (nowNs - sinceNs) * speed;
    }

    /** From now on the machine has another speed. */
    void setSpeed(double newSpeed, long nowNs) {
        workNs = workNs(nowNs);
        sinceNs = nowNs;
        speed = newSpeed;
    }

    /** Real time from now until work time is {@code targetNs}, at the present speed; infinite when it stands still. */
    double untilNs(double targetNs, long nowNs) {
        double left = targetNs - workNs(nowNs);
        return left <= 0 ? 0 : left / speed;
    }
}
