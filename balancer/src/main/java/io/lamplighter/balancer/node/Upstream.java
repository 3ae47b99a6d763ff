package io.lamplighter.balancer.node;

import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import java.util.ArrayList;
import java.util.List;

/**
 * A group of nodes as one generation sees it.
 *
 * @param config the block it was made from
 * @param primary nodes in file order
 * @param backup nodes used only while no primary can be, in file order
 */
public record Upstream(UpstreamConfig config, List<Node> primary, List<Node> backup) {
    public Upstream {
        primary = List.copyOf(primary);
        backup = List.copyOf(backup);
    }

    public String name() {
        return config.name();
    }

    /**
     * Begins to time a session that was given {@code node}, if the method looks at times.
     *
     * @param nowMs steady clock
     * @param sink where response times go if the method forecasts them
     */
    public SessionTiming timing(Node node, long nowMs, ResponseSink sink) {
        return SessionTiming.begin(config.method(), node, nowMs, sink);
    }

    /**
     * The {@code server} lines of {@link #primary()}, one for each node in the same order. Unlike {@link Node#settings()}
     * they are this generation's, also before it is in force and after a newer one is.
     */
    public List<UpstreamServer> primaryLines() {
        return lines(config, false);
    }

    /** The {@code server} lines of {@link #backup()}, one for each node in the same order. */
    public List<UpstreamServer> backupLines() {
        return lines(config, true);
    }

    /** One entry for each address, as each address is a node. */
    private static List<UpstreamServer> lines(UpstreamConfig config, boolean backup) {
        List<UpstreamServer> lines = new ArrayList<>();
        for (UpstreamServer server : config.servers()) {
            if (server.backup() == backup) {
                server.addresses().forEach(address -> lines.add(server));
            }
        }
        return lines;
    }
}
