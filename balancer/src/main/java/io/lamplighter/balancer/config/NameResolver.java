package io.lamplighter.balancer.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Turns the name of a host into its addresses; may block. */
@FunctionalInterface
public interface NameResolver {
    /**
     * All addresses of a host, IPv4 and IPv6, at least one.
     *
     * @throws UnknownHostException when there is none
     */
    List<InetAddress> resolve(String host) throws UnknownHostException;

    /** What the system's resolver says. */
    static NameResolver system() {
        return host -> List.of(InetAddress.getAllByName(host));
    }
}
