package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.keyval.KeyvalZones;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.NodeTotals;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.Upstream;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

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

    /** An upstream as the configuration has it, or as its servers were changed to since; in either case of letters. */
    Optional<UpstreamConfig> configured(String upstream);

    /**
     * Has the servers of an upstream changed, by one order at a time.
     *
     * @param order makes of the upstream as it is (empty if there is none) what it shall be; called on a cold thread, may wait
     * @return completes on any thread, with the order's answer when its change is in force; or exceptionally, with an {@link
     *     java.io.UncheckedIOException} where the change cannot be kept, and nothing has changed then
     */
    <T> CompletionStage<T> changeServers(String upstream, Function<Optional<UpstreamConfig>, ServerChange<T>> order);

    /** The queue of {@code upstream}; empty where sessions do not wait. */
    Optional<ShownQueue> queueOf(Upstream upstream);
}
