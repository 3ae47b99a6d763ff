package io.lamplighter.simulator.demo;

import io.lamplighter.simulator.demo.StateSample.NodeState;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What each node should have got, by its weights, and what it got, by the balancer's count of sessions. Between two samples
 * of the state a node should get its part of the weights (the mean of the parts at both ends) of the sessions that began
 * meanwhile in its upstream. So the promise holds at any rate of sessions, steady or not; when it is steady, it is the mean
 * over time of the node's part of the weights.
 */
final class Shares {
    private Shares() {}

    /**
     * The part of each node.
     *
     * @param samples in order of time
     * @return by the port of the node; empty for fewer than two samples
     */
    static Map<Integer, NodeShare> of(List<StateSample> samples) {
        Map<Integer, Tracked> byPort = new TreeMap<>();
        for (int i = 0; i + 1 < samples.size(); i++) {
            track(samples.get(i), samples.get(i + 1), byPort);
        }
        long all = byPort.values().stream().mapToLong(node -> node.sessions).sum();
        Map<Integer, NodeShare> shares = new TreeMap<>();
        byPort.forEach((port, node) -> shares.put(port, node.share(Math.max(1, all))));
        return shares;
    }

    private static void track(StateSample from, StateSample to, Map<Integer, Tracked> byPort) {
        double seconds = (to.atNs() - from.atNs()) / 1e9;
        for (NodeState before : from.nodes()) {
            to.nodes().stream().filter(before::isSameNodeAs).findFirst().ifPresent(after -> {
                Tracked node = byPort.computeIfAbsent(before.port(), any -> new Tracked());
                long began = sessions(to, before.upstream()) - sessions(from, before.upstream());
                node.sessions += after.sessions() - before.sessions();
                node.promised += began * (partOfWeights(from, before) + partOfWeights(to, after)) / 2;
                node.seconds += seconds;
                node.weightSeconds += before.weight() * seconds;
            });
        }
    }

    private static long sessions(StateSample sample, String upstream) {
        return ofUpstream(sample, upstream).mapToLong(NodeState::sessions).sum();
    }

    private static double partOfWeights(StateSample sample, NodeState node) {
        int sum =
                ofUpstream(sample, node.upstream()).mapToInt(NodeState::weight).sum();
        return sum == 0 ? 0 : (double) node.weight() / sum;
    }

    private static Stream<NodeState> ofUpstream(StateSample sample, String upstream) {
        return sample.nodes().stream().filter(node -> node.upstream().equals(upstream));
    }

    private static final class Tracked {
        private long sessions;
        private double promised;
        private double seconds;
        private double weightSeconds;

        NodeShare share(long allSessions) {
            double meanWeight = seconds == 0 ? 0 : weightSeconds / seconds;
            return new NodeShare(meanWeight, promised / allSessions, (double) sessions / allSessions, sessions);
        }
    }

    /**
     * A node's part.
     *
     * @param meanWeight mean of its weight over time and upstreams
     * @param expected share of the sessions its weight promised, 0..1
     * @param actual share of the sessions it got, 0..1
     * @param sessions how many it got
     */
    record NodeShare(double meanWeight, double expected, double actual, long sessions) {
        static final NodeShare NONE = new NodeShare(0, 0, 0, 0);

        /** How far the share is from what was promised, in percentage points. */
        double gapPoints() {
            return Math.abs(actual - expected) * 100;
        }
    }
}
