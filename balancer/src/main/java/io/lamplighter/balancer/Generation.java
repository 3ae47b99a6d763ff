package io.lamplighter.balancer;

import io.lamplighter.balancer.config.BalancerConfig;
import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.config.ServerConfig;
import io.lamplighter.balancer.listen.Service;
import io.lamplighter.balancer.listen.UpstreamQueues;
import io.lamplighter.balancer.node.NodeRegistry;
import io.lamplighter.balancer.node.NodeSet;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.pick.Selector;
import io.lamplighter.balancer.pick.Selectors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that comes from one reading of the configuration. It never changes; a reload makes the next one, and sessions
 * keep hold of theirs until they end.
 *
 * @param number 1 for the first
 * @param config the records it was made from
 * @param nodes its nodes and upstreams
 * @param selectors how each upstream chooses, by its name
 * @param services what each listening address does
 */
record Generation(
        int number, BalancerConfig config, NodeSet nodes, Map<String, Selectors> selectors, List<Service> services) {

    /** Builds a generation; nothing that is in use changes by it. */
    static Generation of(
            BalancerConfig config, NodeRegistry registry, UpstreamQueues queues, @Nullable Generation before) {
        NodeSet nodes = registry.prepare(config.stream());
        Map<String, Selectors> selectors = new LinkedHashMap<>();
        for (Upstream upstream : nodes.upstreams().values()) {
            Selectors old = before == null ? null : before.selectors.get(upstream.name());
            selectors.put(upstream.name(), Selectors.of(upstream, old));
        }
        List<Service> services = new ArrayList<>();
        for (ServerConfig server : config.stream().servers()) {
            String name = server.proxy().upstream();
            for (ListenConfig listen : server.listens()) {
                Upstream upstream = nodes.upstreams().get(name);
                services.add(new Service(
                        server,
                        listen,
                        upstream,
                        selectors.get(name).selector(),
                        hasQueue(upstream) ? queues.of(name) : null));
            }
        }
        return new Generation(before == null ? 1 : before.number + 1, config, nodes, selectors, services);
    }

    private static boolean hasQueue(Upstream upstream) {
        return upstream.config().queue().isPresent();
    }

    /** Sends those who wait to the nodes of this generation. Its nodes are active. */
    void serve(UpstreamQueues queues) {
        Set<String> named = new HashSet<>();
        for (Upstream upstream : nodes.upstreams().values()) {
            Selector selector = selectors.get(upstream.name()).selector();
            queues.find(upstream.name()).ifPresent(queue -> queue.serveFrom(upstream, selector));
            if (hasQueue(upstream)) {
                named.add(upstream.name());
            }
        }
        queues.retain(named);
    }
}
