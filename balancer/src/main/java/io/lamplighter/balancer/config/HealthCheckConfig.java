package io.lamplighter.balancer.config;

import io.lamplighter.balancer.tls.NodeTls;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * {@code health_check}: how servers of a group are asked, again and again, whether they can serve. Two that are equal are the same check,
 * also of different configurations.
 *
 * @param upstream a key of {@link StreamConfig#upstreams()}
 * @param intervalMs from the end of one check to the beginning of the next, milliseconds, at least 1
 * @param jitterMs most by which that is longer, by chance, milliseconds
 * @param fails failures in a row that make a server unhealthy, at least 1
 * @param passes successes in a row that make it healthy, at least 1
 * @param mandatory whether a new server gets no sessions before it was found healthy
 * @param udp whether it is asked by datagrams
 * @param port asked instead of the server's own; empty for that
 * @param match what is said and answered; empty where it is enough that a server takes a connection, or does not refuse a datagram
 * @param timeoutMs longest a check may take, milliseconds
 * @param headerVersion version of the PROXY protocol header that servers expect, 1 or 2; 0 for none
 * @param local where it is asked from; empty for the system's choice
 * @param tls how TLS is spoken with servers; empty for plain connections, and for datagrams
 */
public record HealthCheckConfig(
        String upstream,
        long intervalMs,
        long jitterMs,
        int fails,
        int passes,
        boolean mandatory,
        boolean udp,
        OptionalInt port,
        Optional<MatchConfig> match,
        long timeoutMs,
        int headerVersion,
        Optional<InetSocketAddress> local,
        Optional<Tls> tls) {
    /**
     * TLS as sessions speak it. Equal where the same is written, though the files that are named may have changed since.
     *
     * @param written the directives
     * @param spoken what they come to
     */
    public record Tls(String written, NodeTls spoken) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Tls tls && written.equals(tls.written);
        }

        @Override
        public int hashCode() {
            return written.hashCode();
        }
    }
}
