package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.ResolverConfig;
import io.lamplighter.balancer.config.ServerAddress;
import io.lamplighter.balancer.measure.EndReason;
import io.lamplighter.balancer.measure.SessionView;
import io.lamplighter.balancer.names.DnsClient;
import io.lamplighter.balancer.variable.Octets;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * Finds what the destination that was computed for a session means: the name of a group, an address, or a name that DNS knows.
 *
 * <p>Threads: the session's event loop.
 */
final class Destinations {
    /** Whose destination it is. Told once, perhaps before {@link #find} returns. */
    interface Listener extends SessionView {
        void found(Target target);

        void notFound(EndReason reason);
    }

    private Destinations() {}

    static void find(Worker worker, Service service, String octets, Listener session) {
        String destination = Octets.text(octets);
        Optional<Target> group = service.targets().group(destination);
        Optional<ServerAddress> address = ServerAddress.parse(destination);
        if (group.isPresent()) {
            session.found(group.get());
        } else if (address.isEmpty()) {
            refuse(service, session, "invalid host in upstream \"" + destination + "\"");
        } else if (address.get().literal().isPresent()) {
            session.found(service.targets().of(address.get(), service.server().source()));
        } else if (address.get().port() == 0) {
            refuse(service, session, "no port in upstream \"" + destination + "\"");
        } else if (service.server().resolver().isEmpty()) {
            refuse(
                    service,
                    session,
                    "no resolver defined to resolve " + address.get().host());
        } else {
            resolve(worker, service, address.get(), service.server().resolver().get(), session);
        }
    }

    private static void refuse(Service service, Listener session, String reason) {
        service.log().error(session, reason);
        session.notFound(EndReason.DESTINATION_UNKNOWN);
    }

    private static void resolve(
            Worker worker, Service service, ServerAddress address, ResolverConfig resolver, Listener session) {
        worker.names(resolver).addresses(address.host()).whenComplete((addresses, trouble) -> {
            if (trouble == null) {
                session.found(target(service, address, addresses));
                return;
            }
            service.log()
                    .error(
                            session,
                            address.host() + " could not be resolved ("
                                    + DnsClient.trouble(trouble).getMessage() + ")");
            session.notFound(EndReason.NAME_UNRESOLVED);
        });
    }

    private static Target target(Service service, ServerAddress address, List<InetAddress> addresses) {
        List<SocketAddress> sockets = addresses.stream()
                .<SocketAddress>map(ip -> new InetSocketAddress(ip, address.port()))
                .toList();
        return Targets.passing(address.text(), sockets, service.server().source());
    }
}
