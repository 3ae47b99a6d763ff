package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.node.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The meters of every node and event loop. Each loop asks {@link ForLoop#of} for its own; a cold thread adds them up. A
 * node's figures live as long as the node, over reloads.
 */
public final class NodeMeters {
    private final List<ForLoop> loops = new ArrayList<>();
    private final Map<Node, NodeTotals> totals = new HashMap<>();

    /** The meters of one event loop. */
    public static final class ForLoop {
        // Concurrent, because the cold side iterates while the loop adds; only the loop adds.
        private final ConcurrentHashMap<Node, NodeMeter> meters = new ConcurrentHashMap<>();

        /** Of all nodes that no generation names: they come and go with sessions. */
        private final NodeMeter passing = new NodeMeter();

        private ForLoop() {}

        /** This loop's meter of {@code node}. */
        public NodeMeter of(Node node) {
            if (node.isPassing()) {
                return passing;
            }
            NodeMeter meter = meters.get(node);
            return meter != null ? meter : meters.computeIfAbsent(node, n -> new NodeMeter());
        }
    }

    /** A set of meters for one more event loop. */
    public synchronized ForLoop newLoop() {
        ForLoop loop = new ForLoop();
        loops.add(loop);
        return loop;
    }

    /** The figures of {@code node} up to now. The result is valid until the next call. */
    public synchronized NodeTotals totals(Node node) {
        NodeTotals total = totals.computeIfAbsent(node, n -> new NodeTotals());
        total.clearCounts();
        for (ForLoop loop : loops) {
            NodeMeter meter = loop.meters.get(node);
            if (meter != null) {
                meter.addTo(total);
                meter.drainTo(total.connectUs(), total.responseUs());
            }
        }
        return total;
    }

    /** Forgets nodes that no generation names any more and that have no session left. */
    public synchronized void retain(Collection<Node> nodes) {
        totals.keySet().retainAll(nodes);
        for (ForLoop loop : loops) {
            loop.meters.keySet().removeIf(node -> !nodes.contains(node) && node.inFlight() == 0);
        }
    }
}
