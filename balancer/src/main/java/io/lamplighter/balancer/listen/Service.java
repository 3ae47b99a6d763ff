package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.config.ProxyConfig;
import io.lamplighter.balancer.config.ServerConfig;
import io.lamplighter.balancer.measure.SessionVariables;
import io.lamplighter.balancer.measure.SessionView;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.pick.Selector;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What one generation does with the sessions of one listening address. A session keeps the service it began with; a
 * reload gives the listener another.
 *
 * @param server the {@code server} block
 * @param listen the address
 * @param upstream where sessions go
 * @param selector chooses among the upstream's nodes
 * @param queue where TCP sessions wait while there is no node for them; null where they end at once
 */
public record Service(
        ServerConfig server,
        ListenConfig listen,
        Upstream upstream,
        Selector selector,
        @Nullable UpstreamQueue queue) {
    public ProxyConfig proxy() {
        return server.proxy();
    }

    /** Whether somebody waits for a node already. */
    boolean hasWaiting() {
        return queue != null && queue.waiting() > 0;
    }

    /** This, with the nodes of the newest generation where sessions may wait for them. */
    Service newest() {
        return queue == null ? this : queue.newest(this);
    }

    /** Gives back a node that {@link #selector} lent, exactly once, to whoever waits for one. */
    void release(Node node) {
        node.release();
        if (queue != null) {
            queue.placeFreed();
        }
    }

    /** The key of the {@code hash} method for {@code session}, as bytes; empty with other methods. */
    byte[] hashKey(SessionView session) {
        return upstream.config().method() instanceof BalancingMethod.Hash hash
                ? hash.key()
                        .expand(variable -> SessionVariables.value(variable, session))
                        .getBytes(StandardCharsets.ISO_8859_1)
                : new byte[0];
    }
}
