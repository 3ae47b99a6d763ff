package io.lamplighter.balancer.node;

import io.lamplighter.balancer.config.UpstreamConfig;
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
}
