package io.lamplighter.balancer.weigh;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.pick.PickGroup;
import io.lamplighter.balancer.pick.PredictedTimes;
import io.lamplighter.balancer.pick.Selectors;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Nodes that share the traffic among themselves.
 *
 * @param upstream name for messages
 * @param method how the upstream chooses; only {@code dynamic_weight} and {@code adaptive} make weights of reports
 * @param nodes the nodes in the order in which weights are published
 * @param publisher takes one weight of at least 0 per node; called on the weigher's thread, and the array is its to keep
 * @param timesPublisher takes predicted times where the method chooses by them; called on the weigher's thread
 */
public record WeightGroup(
        String upstream,
        BalancingMethod method,
        List<Node> nodes,
        Consumer<int[]> publisher,
        Consumer<PredictedTimes> timesPublisher) {
    public WeightGroup {
        nodes = List.copyOf(nodes);
    }

    /** The primaries of {@code upstream} and, if there are any, its backups, each published to its selector. */
    public static List<WeightGroup> of(Upstream upstream, Selectors selectors) {
        List<WeightGroup> groups = new ArrayList<>();
        groups.add(of(upstream, upstream.primary(), selectors.primary()));
        selectors.backup().ifPresent(backup -> groups.add(of(upstream, upstream.backup(), backup)));
        return groups;
    }

    private static WeightGroup of(Upstream upstream, List<Node> nodes, PickGroup group) {
        return new WeightGroup(upstream.name(), upstream.config().method(), nodes, group::publish, group::publish);
    }
}
