package io.lamplighter.balancer.config;

import java.util.List;

/**
 * A {@code server} block of {@code stream}.
 *
 * @param listens its listening sockets, at least one, all with different addresses
 * @param proxy where sessions go and how
 * @param tcpNodelay whether small segments are sent at once
 * @param accessLogs where finished sessions are written; empty for {@code off}
 * @param source where the block begins
 */
public record ServerConfig(
        List<ListenConfig> listens,
        ProxyConfig proxy,
        boolean tcpNodelay,
        List<AccessLogConfig> accessLogs,
        Source source) {
    public ServerConfig {
        listens = List.copyOf(listens);
        accessLogs = List.copyOf(accessLogs);
    }
}
