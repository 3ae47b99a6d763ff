package io.lamplighter.balancer.pick;

import static io.lamplighter.balancer.node.Lines.line;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.node.Lines;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.NodeRegistry;
import io.lamplighter.balancer.node.NodeSet;
import io.lamplighter.balancer.node.Upstream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An upstream with its selectors. Nodes are called a, b, c … in file order, primaries first. */
final class Group {
    static final BalancingMethod DYNAMIC = new BalancingMethod.DynamicWeight(
            new BalancingMethod.ResidualRate(0.5, 0.5, BalancingMethod.Residual.SUM, 0.1, 0), 1);

    private final NodeRegistry registry = new NodeRegistry();
    private final BalancingMethod method;
    private Upstream upstream;
    private Selectors selectors;

    Group(BalancingMethod method, Lines... lines) {
        this.method = method;
        this.upstream = load(method, lines);
        this.selectors = Selectors.of(upstream);
    }

    static Group weighted(int... weights) {
        return new Group(new BalancingMethod.RoundRobin(), lines(weights));
    }

    static Group lines(BalancingMethod method, int... weights) {
        return new Group(method, lines(weights));
    }

    static Group dynamic(int... weights) {
        return new Group(DYNAMIC, lines(weights));
    }

    static Lines[] lines(int... weights) {
        Lines[] lines = new Lines[weights.length];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = line("10." + (i >> 16) + "." + (i >> 8 & 255) + "." + (i & 255) + ":1883")
                    .weight(weights[i]);
        }
        return lines;
    }

    private Upstream load(BalancingMethod newMethod, Lines... lines) {
        NodeSet set = registry.prepare(Lines.stream(Lines.upstream("up", newMethod, lines)));
        set.activate();
        registry.retain(set.nodes());
        return set.upstreams().get("up");
    }

    /** The selectors of the next generation. */
    void reload(Lines... lines) {
        reload(method, lines);
    }

    void reload(BalancingMethod newMethod, Lines... lines) {
        upstream = load(newMethod, lines);
        selectors = Selectors.of(upstream, selectors);
    }

    /** The upstream of a generation that never comes into force. */
    Upstream prepared(Lines... lines) {
        return registry.prepare(Lines.stream(Lines.upstream("up", method, lines)))
                .upstreams()
                .get("up");
    }

    Selector selector() {
        return selectors.selector();
    }

    Selectors selectors() {
        return selectors;
    }

    void publish(int... weights) {
        selectors.primary().publish(weights);
    }

    List<Node> nodes() {
        List<Node> nodes = new ArrayList<>(upstream.primary());
        nodes.addAll(upstream.backup());
        return nodes;
    }

    Node node(char name) {
        return nodes().get(name - 'a');
    }

    /** One short session: picked, named ({@code -} for nobody), given back. */
    char pick() {
        Node node = new Session().pickFrom(selector());
        if (node == null) {
            return '-';
        }
        node.release();
        return name(node);
    }

    char name(@Nullable Node node) {
        return node == null ? '-' : (char) ('a' + nodes().indexOf(node));
    }

    /** Short sessions one after another. */
    String picks(int count) {
        StringBuilder picks = new StringBuilder();
        for (int i = 0; i < count; i++) {
            picks.append(pick());
        }
        return picks.toString();
    }

    /** How many of {@code count} short sessions each node got. */
    int[] shares(int count) {
        int[] shares = new int[nodes().size()];
        for (int i = 0; i < count; i++) {
            Node node = new Session().pickFrom(selector());
            if (node != null) {
                node.release();
                shares[nodes().indexOf(node)]++;
            }
        }
        return shares;
    }
}
