package io.lamplighter.balancer.weigh;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.node.Node;
import java.util.List;
import java.util.function.Consumer;

/**
 * Nodes that share the traffic among themselves.
 *
 * @param upstream name for messages
 * @param method how the upstream chooses; only {@code dynamic_weight} makes weights of reports
 * @param nodes the nodes in the order in which weights are published
 * @param publisher takes one weight of at least 0 per node; called on the weigher's thread, and the array is its to keep
 */
public record WeightGroup(String upstream, BalancingMethod method, List<Node> nodes, Consumer<int[]> publisher) {
    public WeightGroup {
        nodes = List.copyOf(nodes);
    }
}
