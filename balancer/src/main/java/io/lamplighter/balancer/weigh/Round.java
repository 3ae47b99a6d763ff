package io.lamplighter.balancer.weigh;

import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.watch.HeardReport;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One computation: its moment and what is known then.
 *
 * @param nowNs steady clock
 * @param expireNs silence after which an agent's word counts no more
 * @param reports the last report of a node by its name, however old, or null
 * @param predictions what is known of response times
 */
record Round(long nowNs, long expireNs, Function<String, @Nullable HeardReport> reports, Predictions predictions) {
    Optional<HeardReport> heard(Node node) {
        return node.settings().node().map(reports);
    }

    boolean isFresh(HeardReport heard) {
        return nowNs - heard.arrivedNs() <= expireNs;
    }

    long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(nowNs);
    }
}
