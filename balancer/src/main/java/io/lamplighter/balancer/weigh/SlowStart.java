package io.lamplighter.balancer.weigh;

import java.util.concurrent.TimeUnit;

/**
 * {@code slow_start}: how much of its weight a node gets after it was failed, closed or not there. It grows linearly from
 * {@value #FIRST_PERCENT} % to 100 %. Not from 0, because a weight of 0 is never picked, and passive health needs a session that
 * tries the node; for the same reason a node that is out already has the first percentage: when it is back, nobody has to
 * notice before the growth can begin.
 *
 * <p>Threads: the weigher's.
 */
final class SlowStart {
    static final int FIRST_PERCENT = 10;

    private static final int WHOLE = 100;

    private boolean isOut;
    private boolean isGrowing;
    private long sinceNs;

    /** The node is new among others that serve already. */
    void appear(long nowNs) {
        isGrowing = true;
        sinceNs = nowNs;
    }

    /**
     * Looks at the node, as each computation of the weights has to.
     *
     * @param isOutNow whether it is closed or failed
     * @param durationMs {@code slow_start}; 0 for none
     * @return percentage of its weight, 10..100
     */
    int percent(boolean isOutNow, long durationMs, long nowNs) {
        if (isOut && !isOutNow) {
            appear(nowNs);
        }
        isOut = isOutNow;
        long elapsedMs = TimeUnit.NANOSECONDS.toMillis(nowNs - sinceNs);
        isGrowing &= !isOut && elapsedMs < durationMs;
        if (isGrowing) {
            return (int) (FIRST_PERCENT + (WHOLE - FIRST_PERCENT) * elapsedMs / durationMs);
        }
        return isOut && durationMs > 0 ? FIRST_PERCENT : WHOLE;
    }

    /** Whether the percentage moves by itself. */
    boolean isGrowing() {
        return isGrowing;
    }
}
