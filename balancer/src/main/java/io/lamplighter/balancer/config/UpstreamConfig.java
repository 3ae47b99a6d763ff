package io.lamplighter.balancer.config;

import java.util.List;
import java.util.Optional;

/**
 * An {@code upstream} block.
 *
 * @param name the name that {@code proxy_pass} uses
 * @param method how a server is chosen
 * @param servers the {@code server} lines in file order, at least one that is not a backup
 * @param queue where TCP sessions wait while no server can be had; empty when they do not
 * @param source where the block begins
 */
public record UpstreamConfig(
        String name, BalancingMethod method, List<UpstreamServer> servers, Optional<Queue> queue, Source source) {
    /**
     * {@code queue number [timeout=time]}.
     *
     * @param size most sessions that wait at the same time, over the whole process, at least 1
     * @param timeoutMs longest wait, milliseconds
     */
    public record Queue(int size, long timeoutMs) {}

    public UpstreamConfig {
        servers = List.copyOf(servers);
    }

    /** The same with other servers. */
    public UpstreamConfig with(List<UpstreamServer> others) {
        return new UpstreamConfig(name, method, others, queue, source);
    }
}
