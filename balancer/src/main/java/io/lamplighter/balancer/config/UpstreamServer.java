package io.lamplighter.balancer.config;

import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A {@code server} line of an upstream.
 *
 * @param name the address as written
 * @param addresses what the name resolved to when the file was read, at least one unless a name is followed; each becomes a node
 * @param weight share of the traffic relative to the others, at least 0; 0 means no new sessions
 * @param weightGiven whether the line says {@code weight=} (and so overrides a weight computed from reported hardware)
 * @param dnsWeight what the SRV record of the address says instead, at least 1; empty if there is none or it says nothing
 * @param maxConns most sessions at the same time, over the whole process; 0 for no limit
 * @param maxFails failures within {@code failTimeoutMs} after which the server is left alone; 0 for never
 * @param failTimeoutMs the period for {@code maxFails}, and how long the server is left alone, milliseconds
 * @param slowStartMs time over which the weight grows to its full value when the server comes back, milliseconds; 0 for at
 *     once
 * @param backup used only while no other server can be
 * @param drain gets no new sessions
 * @param down never used
 * @param node the name in the node agent's reports; empty when no agent is expected
 * @param follow the name whose addresses take the place of {@code addresses} while the balancer runs; empty if there is none
 * @param source where the line stands
 */
public record UpstreamServer(
        String name,
        List<SocketAddress> addresses,
        int weight,
        boolean weightGiven,
        OptionalInt dnsWeight,
        int maxConns,
        int maxFails,
        long failTimeoutMs,
        long slowStartMs,
        boolean backup,
        boolean drain,
        boolean down,
        Optional<String> node,
        Optional<FollowedName> follow,
        Source source) {
    /** nginx's. */
    static final int DEFAULT_MAX_FAILS = 1;

    /** nginx's, milliseconds. */
    static final long DEFAULT_FAIL_TIMEOUT_MS = 10_000;

    public UpstreamServer {
        addresses = List.copyOf(addresses);
    }

    /** A server whose addresses stay what they are. */
    public UpstreamServer(
            String name,
            List<? extends SocketAddress> addresses,
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
        this(
                name,
                List.copyOf(addresses),
                weight,
                weightGiven,
                OptionalInt.empty(),
                maxConns,
                maxFails,
                failTimeoutMs,
                slowStartMs,
                backup,
                drain,
                down,
                node,
                Optional.empty(),
                source);
    }

    /**
     * This line for one address of the name it follows.
     *
     * @param placeName what the address is called there
     * @param placeWeight what DNS says of its share, at least 1; empty if it says nothing
     */
    public UpstreamServer at(SocketAddress address, String placeName, OptionalInt placeWeight, boolean isBackup) {
        return new UpstreamServer(
                placeName,
                List.of(address),
                weight,
                weightGiven,
                placeWeight,
                maxConns,
                maxFails,
                failTimeoutMs,
                slowStartMs,
                isBackup,
                drain,
                down,
                node,
                Optional.empty(),
                source);
    }

    /** The weight before anybody is asked who reports: that of DNS before that of the line; but a line may say that there shall be none. */
    public int baseWeight() {
        return weight == 0 ? 0 : dnsWeight.orElse(weight);
    }

    /** Whether somebody gave {@link #baseWeight()}, so that it is not computed from reported hardware. */
    public boolean isBaseWeightGiven() {
        return weightGiven || dnsWeight.isPresent();
    }

    /** A server of which nothing is said but its address. */
    public static UpstreamServer plain(String name, List<SocketAddress> addresses, Source source) {
        return new UpstreamServer(
                name,
                addresses,
                1,
                false,
                0,
                1,
                DEFAULT_FAIL_TIMEOUT_MS,
                0,
                false,
                false,
                false,
                Optional.empty(),
                source);
    }
}
