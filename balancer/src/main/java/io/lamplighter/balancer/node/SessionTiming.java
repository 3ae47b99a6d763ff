package io.lamplighter.balancer.node;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.BalancingMethod.TimeMetric;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What one try of a session tells of the times of its node: the {@link NodeTimes} that {@code least_time} reads, or the {@link
 * ResponseSink} of methods that forecast. Made when the node was chosen; {@link #NONE} where the method of the upstream does not
 * look at times, so that such sessions pay nothing.
 *
 * <p>Threads: the session's event loop.
 */
public class SessionTiming {
    /** Tells nobody. */
    public static final SessionTiming NONE = new SessionTiming();

    private SessionTiming() {}

    /** @param nowMs steady clock, when the node was chosen */
    static SessionTiming begin(BalancingMethod method, Node node, long nowMs, ResponseSink sink) {
        if (method instanceof BalancingMethod.LeastTime leastTime) {
            return new Told(node, nowMs, leastTime.inflight() ? leastTime.metric() : null);
        }
        if (method instanceof BalancingMethod.RandomTwo two && two.leastTime().isPresent()) {
            return new Told(node, nowMs, null);
        }
        boolean isForecast = method instanceof BalancingMethod.Arima
                || method instanceof BalancingMethod.ResponseTime
                || method instanceof BalancingMethod.Adaptive;
        return isForecast ? new Sampled(node, sink) : NONE;
    }

    /** The node was connected to; in no time where there is nothing to connect. */
    public void connected(long tookNs) {}

    /** The node's first byte came. */
    public void firstByte(int tookMs) {}

    /** The node answered what the client had sent since its last answer. */
    public void exchanged(long tookNs, long nowNs) {}

    /** The node was waited for in vain. */
    public void timedOut(ResponseKind kind, long timeoutMs, long nowNs) {}

    /**
     * The session is over, or this try is.
     *
     * @param isSuccess whether the node did its part; only then does the time count
     */
    public void ended(int tookMs, boolean isSuccess, long nowNs) {}

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
        public void connected(long tookNs) {
            came(TimeMetric.CONNECT, (int) Math.max(0, TimeUnit.NANOSECONDS.toMillis(tookNs)));
        }

        @Override
        public void firstByte(int tookMs) {
            came(TimeMetric.FIRST_BYTE, tookMs);
        }

        @Override
        public void ended(int tookMs, boolean isSuccess, long nowNs) {
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

    /** Response times that are forecast. */
    private static final class Sampled extends SessionTiming {
        private final Node node;
        private final ResponseSink sink;
        private long connectNs;
        private boolean hasTold;

        Sampled(Node node, ResponseSink sink) {
            this.node = node;
            this.sink = sink;
        }

        @Override
        public void connected(long tookNs) {
            connectNs = tookNs;
        }

        @Override
        public void exchanged(long tookNs, long nowNs) {
            tell(ResponseKind.REPLY, tookNs, nowNs);
        }

        @Override
        public void timedOut(ResponseKind kind, long timeoutMs, long nowNs) {
            tell(kind, TimeUnit.MILLISECONDS.toNanos(timeoutMs), nowNs);
        }

        /** What ended otherwise, a reset for example, says nothing about how long the node takes. */
        @Override
        public void ended(int tookMs, boolean isSuccess, long nowNs) {
            if (isSuccess && !hasTold && connectNs > 0) {
                tell(ResponseKind.NO_REPLY, connectNs, nowNs);
            }
        }

        private void tell(ResponseKind kind, long tookNs, long nowNs) {
            hasTold = true;
            sink.took(node, kind, tookNs, nowNs);
        }
    }
}
