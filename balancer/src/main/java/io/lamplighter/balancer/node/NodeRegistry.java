package io.lamplighter.balancer.node;

import io.lamplighter.balancer.config.StreamConfig;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Every node the process knows. It outlives generations: a generation that names a known {@link NodeKey} gets the same
 * {@link Node}, and with it the sessions in flight and the health.
 *
 * <p>A reload is three steps: {@link #prepare} the new set, {@link NodeSet#activate() activate} it once nothing can refuse
 * the reload any more, and {@link #retain} its nodes.
 *
 * <p>Threads: the one that swaps generations, alone.
 */
public final class NodeRegistry {
    private final Map<NodeKey, Node> known = new HashMap<>();

    /** Sessions in flight by the name of their upstream. */
    private final Map<String, AtomicInteger> inFlight = new HashMap<>();

    /** Builds the upstreams of a new generation. No known node changes, nor what is known. */
    public NodeSet prepare(StreamConfig stream) {
        Map<String, Upstream> upstreams = new LinkedHashMap<>();
        Map<NodeKey, NodeSet.Member> members = new LinkedHashMap<>();
        for (UpstreamConfig config : stream.upstreams().values()) {
            upstreams.put(config.name(), upstream(config, members));
        }
        return new NodeSet(this, Collections.unmodifiableMap(upstreams), members);
    }

    private Upstream upstream(UpstreamConfig config, Map<NodeKey, NodeSet.Member> members) {
        boolean isAlone = config.servers().size() == 1
                && config.servers().get(0).addresses().size() == 1;
        List<Node> primary = new ArrayList<>();
        List<Node> backup = new ArrayList<>();
        Map<SocketAddress, Integer> seen = new HashMap<>();
        for (UpstreamServer line : config.servers()) {
            for (SocketAddress address : line.addresses()) {
                NodeKey key = new NodeKey(config.name(), address, seen.merge(address, 1, Integer::sum) - 1);
                Node node = nodeFor(key, line, isAlone);
                members.put(key, new NodeSet.Member(node, line, isAlone));
                (line.backup() ? backup : primary).add(node);
            }
        }
        return new Upstream(config, primary, backup);
    }

    private Node nodeFor(NodeKey key, UpstreamServer line, boolean isAlone) {
        Node node = known.get(key);
        return node != null ? node : new Node(key, line, isAlone, inFlightOf(key.upstream()));
    }

    /** An upstream that is known has its number already, and a refused reload leaves behind a 0 at most. */
    private AtomicInteger inFlightOf(String upstream) {
        return inFlight.computeIfAbsent(upstream, name -> new AtomicInteger());
    }

    void add(Node node) {
        known.put(node.key(), node);
    }

    /**
     * Forgets the nodes that are not in {@code named}. One that still has sessions in flight stays until a later call:
     * should a reload name it again meanwhile, {@code max_conns} has to count them.
     */
    public void retain(Collection<Node> named) {
        known.values().forEach(node -> node.removed(!named.contains(node)));
        known.values().removeIf(node -> !named.contains(node) && node.inFlight() == 0);
        inFlight.keySet()
                .retainAll(known.keySet().stream().map(NodeKey::upstream).collect(Collectors.toSet()));
    }
}
