package io.lamplighter.balancer;

import io.lamplighter.balancer.admission.LimitZones;
import io.lamplighter.balancer.config.BalancerConfig;
import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.config.ServerConfig;
import io.lamplighter.balancer.listen.Service;
import io.lamplighter.balancer.listen.Target;
import io.lamplighter.balancer.listen.Targets;
import io.lamplighter.balancer.listen.UpstreamQueues;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.NodeRegistry;
import io.lamplighter.balancer.node.NodeSet;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.pick.Selectors;
import io.lamplighter.balancer.watch.HealthProber;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that comes from one reading of the configuration. It never changes; a reload makes the next one, and sessions
 * keep hold of theirs until they end.
 *
 * @param number 1 for the first
 * @param config the records it was made from
 * @param nodes its nodes and upstreams
 * @param selectors how each upstream chooses, by its name
 * @param groups where sessions go, by the names of the upstreams
 * @param services what each listening address does
 */
record Generation(
        int number,
        BalancerConfig config,
        NodeSet nodes,
        Map<String, Selectors> selectors,
        Map<String, Target> groups,
        List<Service> services) {

    /** Builds a generation; nothing that is in use changes by it. */
    static Generation of(
            BalancerConfig config,
            NodeRegistry registry,
            UpstreamQueues queues,
            LimitZones zones,
            @Nullable Generation before) {
        NodeSet nodes = registry.prepare(config.stream());
        Map<String, Selectors> selectors = new LinkedHashMap<>();
        Map<String, Target> groups = new LinkedHashMap<>();
        for (Upstream upstream : nodes.upstreams().values()) {
            Selectors old = before == null ? null : before.selectors.get(upstream.name());
            Selectors now = Selectors.of(upstream, old);
            selectors.put(upstream.name(), now);
            groups.put(
                    upstream.name(),
                    new Target(upstream, now.selector(), hasQueue(upstream) ? queues.of(upstream.name()) : null));
        }
        int number = before == null ? 1 : before.number + 1;
        Targets targets = new Targets(groups);
        List<Service> services = services(number, config.stream().servers(), targets, zones);
        targets.complete(services);
        return new Generation(number, config, nodes, selectors, groups, services);
    }

    /** What one address means, and to whom. */
    private record Port(ListenConfig listen, List<ServerConfig> servers) {
        Port and(Port later) {
            List<ServerConfig> all = new ArrayList<>(servers);
            all.addAll(later.servers);
            return new Port(listen.mergedWith(later.listen), all);
        }
    }

    /** One service for each address, which servers may share. */
    private static List<Service> services(int number, List<ServerConfig> servers, Targets targets, LimitZones zones) {
        Map<List<Object>, Port> ports = new LinkedHashMap<>();
        for (ServerConfig server : servers) {
            for (ListenConfig listen : server.listens()) {
                ports.merge(List.of(listen.address(), listen.udp()), new Port(listen, List.of(server)), Port::and);
            }
        }
        return ports.values().stream()
                .map(port -> Service.of(number, port.servers, port.listen, targets, zones))
                .toList();
    }

    /** What is looked after: each check of each node of its group. */
    List<HealthProber.Subject> healthChecks() {
        return config.stream().healthChecks().stream()
                .flatMap(check -> nodesOf(check.upstream()).map(node -> new HealthProber.Subject(node, check)))
                .toList();
    }

    private Stream<Node> nodesOf(String upstream) {
        Upstream group = nodes.upstreams().get(upstream);
        return Stream.concat(group.primary().stream(), group.backup().stream());
    }

    private static boolean hasQueue(Upstream upstream) {
        return upstream.config().queue().isPresent();
    }

    /** Sends those who wait to the nodes of this generation. Its nodes are active. */
    void serve(UpstreamQueues queues) {
        Set<String> named = new HashSet<>();
        groups.forEach((name, target) -> {
            queues.find(name).ifPresent(queue -> queue.serveFrom(target));
            if (target.queue() != null) {
                named.add(name);
            }
        });
        queues.retain(named);
    }
}
