package io.lamplighter.balancer.config;

import java.net.InetSocketAddress;

/**
 * The {@code api} block.
 *
 * @param listen where the state is shown over HTTP
 * @param write whether orders are taken over HTTP
 * @param source where the block begins
 */
public record ApiConfig(InetSocketAddress listen, boolean write, Source source) {}
