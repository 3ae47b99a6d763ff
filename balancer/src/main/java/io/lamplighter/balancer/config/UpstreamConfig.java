package io.lamplighter.balancer.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * An {@code upstream} block.
 *
 * @param name the name that {@code proxy_pass} uses
 * @param method how a server is chosen
 * @param servers the {@code server} lines in file order, at least one that is not a backup unless they may change
 * @param queue where TCP sessions wait while no server can be had; empty when they do not
 * @param zone what it takes to change the servers while the balancer runs; empty where they are those of the file
 * @param source where the block begins
 */
public record UpstreamConfig(
        String name,
        BalancingMethod method,
        List<UpstreamServer> servers,
        Optional<Queue> queue,
        Optional<Zone> zone,
        Source source) {
    /**
     * {@code queue number [timeout=time]}.
     *
     * @param size most sessions that wait at the same time, over the whole process, at least 1
     * @param timeoutMs longest wait, milliseconds
     */
    public record Queue(int size, long timeoutMs) {}

    /**
     * A group with {@code zone}.
     *
     * @param state the file that keeps its servers; empty if a reload goes back to those of the configuration
     * @param resolver follows the names of servers that are added; empty if there is none
     */
    public record Zone(Optional<Path> state, Optional<ResolverConfig> resolver) {}

    public UpstreamConfig {
        servers = List.copyOf(servers);
    }

    /** A group whose servers do not change. */
    public UpstreamConfig(
            String name, BalancingMethod method, List<UpstreamServer> servers, Optional<Queue> queue, Source source) {
        this(name, method, servers, queue, Optional.empty(), source);
    }

    /** The same with other servers. */
    public UpstreamConfig with(List<UpstreamServer> others) {
        return new UpstreamConfig(name, method, others, queue, zone, source);
    }
}
