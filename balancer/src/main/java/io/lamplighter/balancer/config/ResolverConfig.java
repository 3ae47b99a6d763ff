package io.lamplighter.balancer.config;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.OptionalLong;

/**
 * {@code resolver} and {@code resolver_timeout}.
 *
 * @param servers whom to ask, in turn, at least one
 * @param validMs how long answers count, milliseconds; empty for as long as they say
 * @param ipv4 whether IPv4 addresses are asked for
 * @param ipv6 whether IPv6 addresses are asked for
 * @param timeoutMs longest wait for an answer, milliseconds
 */
public record ResolverConfig(
        List<InetSocketAddress> servers, OptionalLong validMs, boolean ipv4, boolean ipv6, long timeoutMs) {
    public ResolverConfig {
        servers = List.copyOf(servers);
    }
}
