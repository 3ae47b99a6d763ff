package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.ServerAddress;
import io.lamplighter.balancer.config.Source;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.pick.InOrderSelector;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the sessions of one generation can be sent: its groups by name, and addresses that are computed for sessions.
 *
 * <p>Threads: any.
 */
public final class Targets {
    /** Bound on the computed addresses that are remembered; those beyond are made anew for each session. */
    private static final int MOST_COMPUTED = 4096;

    private final Map<String, Target> groups = new HashMap<>();
    private final Map<SocketAddress, Target> computed = new ConcurrentHashMap<>();

    /** What connections can be passed to. Written once, before the generation is in force. */
    private List<Service> services = List.of();

    /** @param groups by their names */
    public Targets(Map<String, Target> groups) {
        groups.forEach((name, target) -> this.groups.put(lowerCase(name), target));
    }

    /** The group of that name. */
    public Optional<Target> group(String name) {
        return Optional.ofNullable(groups.get(lowerCase(name)));
    }

    /** The services of the generation, at last. */
    public void complete(List<Service> all) {
        services = List.copyOf(all);
    }

    /** What listens for connections there: at that address, or at the wildcard address of its family. */
    Optional<Service> listening(SocketAddress address) {
        return at(address).or(() -> wildcardOf(address).flatMap(this::at));
    }

    private Optional<Service> at(SocketAddress address) {
        return services.stream()
                .filter(service ->
                        !service.listen().udp() && service.listen().address().equals(address))
                .findFirst();
    }

    private static Optional<SocketAddress> wildcardOf(SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet)) {
            return Optional.empty();
        }
        byte[] any = new byte[inet.getAddress().getAddress().length];
        try {
            return Optional.of(new InetSocketAddress(InetAddress.getByAddress(any), inet.getPort()));
        } catch (UnknownHostException e) {
            throw new AssertionError("4 or 16 bytes are an address", e);
        }
    }

    /** A group of its own for an address that was computed for a session. */
    Target of(ServerAddress address, Source source) {
        SocketAddress socket = address.literal().orElseThrow();
        Target known = computed.get(socket);
        if (known != null) {
            return known;
        }
        Target made = passing(address.text(), List.of(socket), source);
        if (computed.size() < MOST_COMPUTED) {
            computed.put(socket, made);
        }
        return made;
    }

    /** A group of its own for the addresses of a name, which are tried in order. */
    static Target passing(String name, List<SocketAddress> addresses, Source source) {
        List<Node> nodes = addresses.stream()
                .map(address -> Node.passing(name, address, source))
                .toList();
        UpstreamConfig config = new UpstreamConfig(
                name,
                new BalancingMethod.RoundRobin(),
                List.of(UpstreamServer.plain(name, addresses, source)),
                Optional.empty(),
                source);
        return new Target(new Upstream(config, nodes, List.of()), new InOrderSelector(nodes), null);
    }

    private static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
