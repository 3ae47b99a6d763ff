package io.lamplighter.simulator.demo;

import io.lamplighter.simulator.demo.StateSample.NodeState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What each node should have got, by its weights, and what it got, by the balancer's count of sessions. A weight read at one
 * sample holds until the next. With smooth weighted round robin a node's share of the sessions of an upstream is the mean
 * over time of its share of the weights, as long as sessions come at a steady rate; the shares of several upstreams are
 * joined in proportion to their sessions.
 */
final class Shares {
    private Shares() {}

    /**
     * The part of each node.
     *
     * @param samples in order of time, two or more
     * @return by the port of the node; no entry for upstreams without sessions
     */
    static Map<Integer, NodeShare> of(List<StateSample> samples) {
        Map<String, Map<Integer, Tracked>> byUpstream = new HashMap<>();
        for (int i = 0; i + 1 < samples.size(); i++) {
            track(samples.get(i), samples.get(i + 1), byUpstream);
        }
        Map<Integer, NodeShare> shares = new TreeMap<>();
        double allSessions =
                byUpstream.values().stream().mapToDouble(Shares::sessions).sum();
        byUpstream
                .values()
                .forEach(upstream -> upstream.forEach((port, node) ->
                        shares.merge(port, node.share(sessions(upstream), allSessions), NodeShare::plus)));
        return shares;
    }

    private static void track(StateSample sample, StateSample next, Map<String, Map<Integer, Tracked>> byUpstream) {
        double seconds = (next.atNs() - sample.atNs()) / 1e9;
        Map<String, Integer> sums = sample.nodes().stream()
                .collect(Collectors.groupingBy(NodeState::upstream, Collectors.summingInt(NodeState::weight)));
        for (NodeState node : sample.nodes()) {
            byUpstream
                    .computeIfAbsent(node.upstream(), any -> new HashMap<>())
                    .computeIfAbsent(node.port(), any -> new Tracked())
                    .hold(node.weight(), sums.getOrDefault(node.upstream(), 0), seconds);
        }
        for (NodeState node : next.nodes()) {
            Map<Integer, Tracked> upstream = byUpstream.get(node.upstream());
            Tracked tracked = upstream == null ? null : upstream.get(node.port());
            if (tracked != null) {
                tracked.sessions += node.sessions() - sessionsOf(node, sample);
            }
        }
    }

    private static long sessionsOf(NodeState wanted, StateSample sample) {
        return sample.nodes().stream()
                .filter(node -> node.upstream().equals(wanted.upstream()) && node.port() == wanted.port())
                .mapToLong(NodeState::sessions)
                .findFirst()
                .orElse(0);
    }

    private static double sessions(Map<Integer, Tracked> upstream) {
        return upstream.values().stream().mapToLong(node -> node.sessions).sum();
    }

    private static final class Tracked {
        private double seconds;
        private double shareSeconds;
        private double weightSeconds;
        private long sessions;

        void hold(int weight, int sum, double heldSeconds) {
            seconds += heldSeconds;
            weightSeconds += weight * heldSeconds;
            shareSeconds += sum == 0 ? 0 : heldSeconds * weight / sum;
        }

        NodeShare share(double upstreamSessions, double allSessions) {
            double part = allSessions == 0 ? 0 : upstreamSessions / allSessions;
            return new NodeShare(
                    part * weightSeconds / seconds,
                    part * shareSeconds / seconds,
                    allSessions == 0 ? 0 : sessions / allSessions,
                    sessions);
        }
    }

    /**
     * A node's part.
     *
     * @param meanWeight mean of its weight over time
     * @param expected share of the sessions its weight promised, 0..1
     * @param actual share of the sessions it got, 0..1
     * @param sessions how many it got
     */
    record NodeShare(double meanWeight, double expected, double actual, long sessions) {
        NodeShare plus(NodeShare other) {
            return new NodeShare(
                    meanWeight + other.meanWeight,
                    expected + other.expected,
                    actual + other.actual,
                    sessions + other.sessions);
        }

        /** How far the share is from what was promised, in percentage points. */
        double gapPoints() {
            return Math.abs(actual - expected) * 100;
        }
    }
}
