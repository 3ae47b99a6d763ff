package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.admission.Gate;
import io.lamplighter.balancer.admission.LimitZones;
import io.lamplighter.balancer.config.Content;
import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.config.ProxyConfig;
import io.lamplighter.balancer.config.ServerConfig;
import io.lamplighter.balancer.measure.SessionLog;
import io.lamplighter.balancer.variable.Values;
import java.net.SocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one generation does with the sessions of one listening address. A session keeps the service it began with; a
 * reload gives the listener another.
 *
 * @param generation number of the generation
 * @param server the {@code server} block
 * @param listen the address
 * @param targets where sessions can be sent
 * @param target where they are sent; null where that is computed for each, or they are not sent anywhere
 * @param gate what is known or checked before; null for nothing
 * @param others the servers that share the address; null if this one has it for itself
 * @param log what is told of them
 */
public record Service(
        int generation,
        ServerConfig server,
        ListenConfig listen,
        Targets targets,
        @Nullable Target target,
        @Nullable Gate gate,
        @Nullable VirtualServers others,
        SessionLog log) {
    /**
     * What the servers of one address do.
     *
     * @param generation number of the generation
     * @param servers in file order, at least one
     * @param listen what their lines say of the address together
     */
    public static Service of(
            int generation, List<ServerConfig> servers, ListenConfig listen, Targets targets, LimitZones zones) {
        List<Service> services = servers.stream()
                .map(server -> alone(generation, server, listen, targets, zones))
                .toList();
        Service first = services.stream()
                .filter(service -> service.isDefaultAt(listen.address()))
                .findFirst()
                .orElse(services.get(0));
        return services.size() == 1 ? first : first.among(new VirtualServers(services));
    }

    private static Service alone(
            int generation, ServerConfig server, ListenConfig listen, Targets targets, LimitZones zones) {
        Target target = server.content() instanceof Content.ToUpstream to
                ? targets.group(to.upstream()).orElseThrow()
                : null;
        return new Service(
                generation,
                server,
                listen,
                targets,
                target,
                Gate.of(server, listen, zones),
                null,
                SessionLog.of(server.errorLog()));
    }

    private boolean isDefaultAt(SocketAddress address) {
        return server.listens().stream()
                .anyMatch(own -> own.defaultServer()
                        && own.udp() == listen.udp()
                        && own.address().equals(address));
    }

    private Service among(VirtualServers all) {
        return new Service(generation, server, listen, targets, target, gate, all, log);
    }

    /** The service for clients that ask for that name: another server's, or this. */
    Service named(String name, Values session) {
        Service found = others == null ? null : others.find(name, session);
        return found == null ? this : found;
    }

    public ProxyConfig proxy() {
        return server.proxy();
    }
}
