package io.lamplighter.balancer.node;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.BalancingMethod.TimeMetric;
import org.jspecify.annotations.Nullable;

/**
 * What one try of a session tells the {@link NodeTimes} of its node. Made when the node was chosen; {@link #NONE} where the
 * method of the upstream does not look at times, so that such sessions pay nothing.
 *
 * <p>Threads: the session's event loop.
 */
public class SessionTiming {
    /** Tells nobody. */
    public static final SessionTiming NONE = new SessionTiming();

    private SessionTiming() {}

    /** @param nowMs steady clock, when the node was chosen */
    static SessionTiming begin(BalancingMethod method, Node node, long nowMs) {
        if (method instanceof BalancingMethod.LeastTime leastTime) {
            return new Told(node, nowMs, leastTime.inflight() ? leastTime.metric() : null);
        }
        if (method instanceof BalancingMethod.RandomTwo two && two.leastTime().isPresent()) {
            return new Told(node, nowMs, null);
        }
        return NONE;
    }

    /** The node was connected to. */
    public void connected(int tookMs) {}

    /** The node's first byte came. */
    public void firstByte(int tookMs) {}

    /**
     * The session is over, or this try is.
     *
     * @param isSuccess whether the node did its part; only then does the time count
     */
    public void ended(int tookMs, boolean isSuccess) {}

    /** Times that somebody looks at. */
    private static final class Told extends SessionTiming {
        private final NodeTimes times;
        private final long sinceMs;
        /** What this session waits for as one of those in flight; null when it does not or not any more. */
        private @Nullable TimeMetric awaited;

        Told(Node node, long nowMs, @Nullable TimeMetric awaited) {
            this.times = node.times();
            this.sinceMs = nowMs;
            this.awaited = awaited;
            times.chosen(nowMs, node.settings().failTimeoutMs());
            if (awaited != null) {
                times.beginWaiting(nowMs);
            }
        }

        @Override
        public void connected(int tookMs) {
            came(TimeMetric.CONNECT, tookMs);
        }

        @Override
        public void firstByte(int tookMs) {
            came(TimeMetric.FIRST_BYTE, tookMs);
        }

        @Override
        public void ended(int tookMs, boolean isSuccess) {
            stopWaiting();
            if (isSuccess) {
                times.took(TimeMetric.LAST_BYTE, tookMs);
            }
        }

        private void came(TimeMetric metric, int tookMs) {
            times.took(metric, tookMs);
            if (awaited == metric) {
                stopWaiting();
            }
        }

        private void stopWaiting() {
            if (awaited != null) {
                awaited = null;
                times.endWaiting(sinceMs);
            }
        }
    }
}
