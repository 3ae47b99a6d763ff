package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.NodeTimes;
import java.util.function.ToIntFunction;

/**
 * The load that {@code least_time} compares: the time a node is expected to take for the sessions it has and one more. As in
 * ngx_stream_upstream_least_time_module.c it is its average time, halved for each {@code fail_timeout} in which it was not
 * chosen, so that a slow node gets another chance; or the average of those who still wait, if that is more; in steps of
 * {@value #STEP_MS} ms, so that nodes about as fast as each other take turns; no more than {@value #MOST_MS} ms, so that among
 * very slow ones the number of sessions decides; and times 1 + sessions in flight. One step aside: nginx takes exactly 5,000 ms
 * for 5,020.
 *
 * @param averageMs which of the averages counts
 */
record ExpectedTime(ToIntFunction<NodeTimes> averageMs) implements Load {
    private static final int STEP_MS = 20;
    private static final int MOST_MS = 5_000;

    @Override
    public long of(Node node, long nowMs) {
        NodeTimes times = node.times();
        int ms = averageMs.applyAsInt(times) >> node.timeHalvings(nowMs);
        ms = Math.min(MOST_MS - 1, Math.max(ms, times.averageWaitMs()));
        return (long) (ms + STEP_MS - ms % STEP_MS) * (1L + node.inFlight());
    }

    @Override
    public void consider(Node node, long nowMs) {
        node.times().sampleWaiting(nowMs);
    }

    /** One less than where sessions are counted: among thousands of nodes the times of each have to come from memory. */
    @Override
    public int looks() {
        return 2;
    }
}
