package io.lamplighter.balancer.config;

import java.util.Optional;

/**
 * A name whose addresses are followed while the balancer runs: {@code server host:port resolve} or {@code server host service=name
 * resolve}.
 *
 * @param resolver who is asked
 * @param host the name
 * @param port of every address; 0 where the service tells it
 * @param service the name of the service as asked for, such as {@code _http._tcp.example.com}; empty for addresses alone
 */
public record FollowedName(ResolverConfig resolver, String host, int port, Optional<String> service) {
    /** The name that is asked for. */
    public String asked() {
        return service.orElse(host);
    }

    /** What an address of it is called: as the line has it. */
    public String label() {
        return host + ":" + port;
    }

    /** Whether what is known of the other holds for this too, but for the port: whoever was asked, the question is the same. */
    public boolean asksAs(FollowedName other) {
        return host.equals(other.host) && service.equals(other.service);
    }
}
