package io.lamplighter.balancer.node;

import io.lamplighter.balancer.config.UpstreamServer;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The nodes and upstreams of one generation, prepared but not in force: until {@link #activate} the nodes it shares with
 * the running generation keep their settings, so that a reload can be refused at any point before.
 *
 * <p>Threads: the one that swaps generations.
 */
public final class NodeSet {
    private final NodeRegistry registry;
    private final Map<String, Upstream> upstreams;
    private final Map<NodeKey, Member> members;

    /**
     * A node and what this generation says of it.
     *
     * @param isAlone whether its upstream holds nothing else
     */
    record Member(Node node, UpstreamServer line, boolean isAlone) {}

    NodeSet(NodeRegistry registry, Map<String, Upstream> upstreams, Map<NodeKey, Member> members) {
        this.registry = registry;
        this.upstreams = upstreams;
        this.members = members;
    }

    /** The upstreams by name, in file order. */
    public Map<String, Upstream> upstreams() {
        return upstreams;
    }

    /** Every node of this generation. */
    public Set<Node> nodes() {
        return members.values().stream().map(Member::node).collect(Collectors.toUnmodifiableSet());
    }

    /** Makes the nodes known to later generations, and this generation's {@code server} lines their settings. */
    public void activate() {
        for (Member member : members.values()) {
            member.node().settings(member.line(), member.isAlone());
            registry.add(member.node());
        }
    }
}
