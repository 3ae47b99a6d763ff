package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.keyval.KeyvalZones;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.NodeTotals;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.Upstream;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * What the running balancer lets the admin endpoint see and order. Asked afresh for every request, on the admin thread only; nothing
 * here may wait.
 */
public interface AdminState {
    /** Version of the program. */
    String version();

    /** Time since the process started, milliseconds. */
    long uptimeMs();

    /** The steady clock that passive health is judged by, milliseconds. */
    long nowMs();

    /** The generation in force; its number and its upstreams belong together. */
    ShownGeneration generation();

    Counters counters();

    /** What came in from agents; all zero where reports are not configured. */
    ShownReports reports();

    /** Figures of {@code node}; they must not be summed up by another thread at the same time. */
    NodeTotals totals(Node node);

    /**
     * The weight that {@code node} has now. Any node of a generation that was in force a moment ago may be asked for.
     */
    ShownWeight weightOf(Node node);

    /** The tables of {@code keyval_zone}, which change here. */
    KeyvalZones keyvals();

    /** What health checks of the node came to; empty where there are none. */
    Optional<ShownHealth> healthOf(Node node);

    /** What is expected of the node's next response; empty where the method forecasts nothing. */
    Optional<ShownForecast> forecastOf(Node node);

    /** Whether the generation in force takes orders over HTTP. */
    boolean isWritable();

    /**
     * Has the weights computed anew, after an order was given to a node.
     *
     * @return completes on any thread when the order is in force
     */
    CompletionStage<Void> publishWeights();
    /** The queue of {@code upstream}; empty where sessions do not wait. */
    Optional<ShownQueue> queueOf(Upstream upstream);
}
