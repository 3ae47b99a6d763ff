package io.lamplighter.balancer.config;

import java.util.List;

/**
 * An {@code upstream} block.
 *
 * @param name the name that {@code proxy_pass} uses
 * @param method how a server is chosen
 * @param servers the {@code server} lines in file order, at least one that is not a backup
 * @param source where the block begins
 */
public record UpstreamConfig(String name, BalancingMethod method, List<UpstreamServer> servers, Source source) {
    public UpstreamConfig {
        servers = List.copyOf(servers);
    }
}
