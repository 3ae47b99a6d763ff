package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.config.ProxyConfig;
import io.lamplighter.balancer.config.ServerConfig;
import io.lamplighter.balancer.measure.SessionVariables;
import io.lamplighter.balancer.measure.SessionView;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.pick.Selector;
import java.nio.charset.StandardCharsets;

/**
 * What one generation does with the sessions of one listening address. A session keeps the service it began with; a
 * reload gives the listener another.
 *
 * @param server the {@code server} block
 * @param listen the address
 * @param upstream where sessions go
 * @param selector chooses among the upstream's nodes
 */
public record Service(ServerConfig server, ListenConfig listen, Upstream upstream, Selector selector) {
    public ProxyConfig proxy() {
        return server.proxy();
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
