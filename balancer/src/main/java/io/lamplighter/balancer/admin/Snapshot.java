package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.NodeTotals;
import io.lamplighter.balancer.measure.SessionVariables;
import io.lamplighter.balancer.node.AdminOrder;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.SetBy;
import io.lamplighter.balancer.node.Standing;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.variable.Endpoints;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one request shows: everything that moves is read once, so that a node's state fits the numbers beside it. Made,
 * read and dropped on the admin thread, because {@link NodeTotals} are only valid there and until the next request.
 */
record Snapshot(
        String version,
        int generation,
        long uptimeMs,
        Counters counters,
        ShownReports reports,
        List<ShownUpstream> upstreams) {

    /** The word for each method, as its directive is written. */
    static final Map<Class<? extends BalancingMethod>, String> METHOD_WORDS = Map.of(
            BalancingMethod.RoundRobin.class, "round_robin",
            BalancingMethod.LeastConn.class, "least_conn",
            BalancingMethod.LeastTime.class, "least_time",
            BalancingMethod.Hash.class, "hash",
            BalancingMethod.Random.class, "random",
            BalancingMethod.RandomTwo.class, "random two",
            BalancingMethod.DynamicWeight.class, "dynamic_weight",
            BalancingMethod.Adaptive.class, "adaptive",
            BalancingMethod.Arima.class, "arima",
            BalancingMethod.ResponseTime.class, "response_time");

    record ShownUpstream(String name, String method, Optional<ShownQueue> queue, List<ShownNode> nodes) {}

    record ShownNode(
            Node node,
            boolean isBackup,
            NodeState state,
            SetBy stateSetBy,
            AdminOrder ordered,
            int inFlight,
            ShownWeight weight,
            Optional<ShownHealth> health,
            Optional<ShownForecast> forecast,
            NodeTotals totals) {

        String name() {
            return SessionVariables.name(node);
        }

        String address() {
            return Endpoints.text(node.address());
        }
    }

    static Snapshot of(AdminState state) {
        ShownGeneration generation = state.generation();
        List<ShownUpstream> upstreams = generation.upstreams().stream()
                .map(upstream -> shown(upstream, state))
                .toList();
        return new Snapshot(
                state.version(), generation.number(), state.uptimeMs(), state.counters(), state.reports(), upstreams);
    }

    private static ShownUpstream shown(Upstream upstream, AdminState state) {
        List<ShownNode> nodes = new ArrayList<>();
        upstream.primary().forEach(node -> nodes.add(shown(node, false, state)));
        upstream.backup().forEach(node -> nodes.add(shown(node, true, state)));
        Class<? extends BalancingMethod> method = upstream.config().method().getClass();
        String word = METHOD_WORDS.getOrDefault(method, method.getSimpleName());
        return new ShownUpstream(upstream.name(), word, state.queueOf(upstream), nodes);
    }

    static ShownNode shown(Node node, boolean isBackup, AdminState state) {
        int inFlight = node.inFlight();
        Standing standing = node.standing();
        NodeState nodeState = NodeState.of(node, standing, inFlight, state.nowMs());
        return new ShownNode(
                node,
                isBackup,
                nodeState,
                nodeState == NodeState.FAILED ? SetBy.HEALTH : standing.setBy(),
                node.ordered(),
                inFlight,
                state.weightOf(node),
                state.healthOf(node),
                state.forecastOf(node),
                state.totals(node));
    }
}
