package io.lamplighter.balancer.config;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * A {@code server} line of an upstream.
 *
 * @param name the address as written
 * @param addresses what the name resolved to when the file was read, at least one; each becomes a node
 * @param weight share of the traffic relative to the others, at least 0; 0 means no new sessions
 * @param weightGiven whether the line says {@code weight=} (and so overrides a weight computed from reported hardware)
 * @param maxConns most sessions at the same time, over the whole process; 0 for no limit
 * @param maxFails failures within {@code failTimeoutMs} after which the server is left alone; 0 for never
 * @param failTimeoutMs the period for {@code maxFails}, and how long the server is left alone, milliseconds
 * @param slowStartMs time over which the weight grows to its full value when the server comes back, milliseconds; 0 for at
 *     once
 * @param backup used only while no other server can be
 * @param drain gets no new sessions
 * @param down never used
 * @param node the name in the node agent's reports; empty when no agent is expected
 * @param source where the line stands
 */
public record UpstreamServer(
        String name,
        List<InetSocketAddress> addresses,
        int weight,
        boolean weightGiven,
        int maxConns,
        int maxFails,
        long failTimeoutMs,
        long slowStartMs,
        boolean backup,
        boolean drain,
        boolean down,
        Optional<String> node,
        Source source) {
    public UpstreamServer {
        addresses = List.copyOf(addresses);
    }
}
