package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.measure.SessionVariables;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.variable.Endpoints;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code /upstreams/{upstream}/nodes/{node}}, taken apart and decoded.
 *
 * @param upstream name of the upstream, upper or lower case
 * @param node a node as {@code /state} and {@code /metrics} show it: its address, with {@code #2} and so on where the address
 *     stands several times, or its name
 */
record NodePath(String upstream, String node) {
    private static final Pattern FORM = Pattern.compile("/upstreams/([^/?]+)/nodes/([^/?]+)(?:\\?.*)?");

    /** A node of an upstream. */
    record Found(Upstream upstream, Node node, boolean isBackup) {}

    static boolean isFormOf(String target) {
        return FORM.matcher(target).matches();
    }

    /** Empty when the target is another path, or has an escape that is none. */
    static Optional<NodePath> of(String target) {
        Matcher matcher = FORM.matcher(target);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new NodePath(decoded(matcher.group(1)), decoded(matcher.group(2))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Not as in a form, where a plus is a blank. */
    static String decoded(String segment) {
        return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    Optional<Upstream> upstreamIn(ShownGeneration generation) {
        return generation.upstreams().stream()
                .filter(each -> each.name().equalsIgnoreCase(upstream))
                .findFirst();
    }

    /** The node with this address, or all with this name. */
    List<Found> nodesIn(Upstream where) {
        List<Found> nodes = new ArrayList<>();
        where.primary().forEach(each -> nodes.add(new Found(where, each, false)));
        where.backup().forEach(each -> nodes.add(new Found(where, each, true)));
        List<Found> byAddress =
                nodes.stream().filter(each -> address(each.node()).equals(node)).toList();
        return byAddress.isEmpty()
                ? nodes.stream()
                        .filter(each -> SessionVariables.name(each.node()).equals(node))
                        .toList()
                : byAddress;
    }

    /** The address as it tells the node from all others of its upstream. */
    static String address(Node node) {
        String address = Endpoints.text(node.address());
        int ordinal = node.key().ordinal();
        return ordinal == 0 ? address : address + "#" + (ordinal + 1);
    }
}
