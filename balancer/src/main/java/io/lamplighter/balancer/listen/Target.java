package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.pick.PickContext;
import io.lamplighter.balancer.pick.Selector;
import io.lamplighter.balancer.variable.Octets;
import io.lamplighter.balancer.variable.Values;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A group of nodes that sessions are sent to.
 *
 * @param upstream the group
 * @param selector chooses among its nodes
 * @param queue where TCP sessions wait while there is no node for them; null where they end at once
 */
public record Target(
        Upstream upstream, Selector selector, @Nullable UpstreamQueue queue) {
    /** Chooses a node and borrows it, see {@link Selector#pick}; {@link #release} gives it back. */
    @Nullable
    Node pick(PickContext session, long nowMs) {
        return selector.pick(session, nowMs);
    }

    /** Whether somebody waits for a node already. */
    boolean hasWaiting() {
        return queue != null && queue.waiting() > 0;
    }

    /** The group of the newest generation, where sessions may wait for it; else this. */
    Target newest() {
        return queue == null ? this : queue.newest(this);
    }

    /** Whether there is a node that could be up, and was not tried by a session. */
    boolean hasUntried(PickContext session) {
        return Stream.concat(upstream.primary().stream(), upstream.backup().stream())
                .anyMatch(node -> node.availability() != Availability.DOWN && !session.hasTried(node));
    }

    /** Gives back a node that {@link #pick} lent, exactly once, to whoever waits for one. */
    void release(Node node) {
        node.release();
        if (queue != null) {
            queue.placeFreed();
        }
    }

    /** The key of the {@code hash} method for a session, as bytes; empty with other methods. */
    byte[] hashKey(Values session) {
        return upstream.config().method() instanceof BalancingMethod.Hash hash
                ? Octets.bytes(hash.key().expand(session))
                : new byte[0];
    }
}
