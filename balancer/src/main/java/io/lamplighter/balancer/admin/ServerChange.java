package io.lamplighter.balancer.admin;

import io.lamplighter.balancer.config.UpstreamServer;
import java.util.List;
import java.util.Optional;

/**
 * What an order makes of the servers of an upstream.
 *
 * @param servers all that there shall be; empty if the order is refused
 * @param answer for whoever gave it
 */
public record ServerChange<T>(Optional<List<UpstreamServer>> servers, T answer) {}
