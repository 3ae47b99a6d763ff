package io.lamplighter.balancer.node;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.Source;
import io.lamplighter.balancer.config.StreamConfig;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/** A {@code server} line and what is made of it, for tests. Each method gives a changed copy. */
public final class Lines implements Cloneable {
    private final String name;
    private List<SocketAddress> addresses;
    private int weight = 1;
    private int maxConns;
    private int maxFails = 1;
    private long failTimeoutMs = 10_000;
    private long slowStartMs;
    private boolean backup;
    private boolean drain;
    private boolean down;
    private Optional<String> agent = Optional.empty();
    private OptionalInt dnsWeight = OptionalInt.empty();

    private Lines(String name) {
        this.name = name;
        this.addresses = List.of(address(name));
    }

    /** A line with nginx's defaults. */
    public static Lines line(String hostAndPort) {
        return new Lines(hostAndPort);
    }

    public UpstreamServer server() {
        return new UpstreamServer(
                name,
                addresses,
                weight,
                false,
                dnsWeight,
                maxConns,
                maxFails,
                failTimeoutMs,
                slowStartMs,
                backup,
                drain,
                down,
                agent,
                Optional.empty(),
                new Source("test.conf", 1));
    }

    public static InetSocketAddress address(String hostAndPort) {
        int colon = hostAndPort.lastIndexOf(':');
        String host = hostAndPort.substring(0, colon);
        // A name stands for an address that its hash chooses: nothing is looked up.
        String ip = host.matches("[0-9.]+") ? host : "10.1.0." + Math.floorMod(host.hashCode(), 250);
        try {
            return new InetSocketAddress(InetAddress.getByName(ip), Integer.parseInt(hostAndPort.substring(colon + 1)));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(hostAndPort, e);
        }
    }

    public Lines addresses(String... hostsAndPorts) {
        return with(line -> line.addresses = List.of(hostsAndPorts).stream()
                .<SocketAddress>map(Lines::address)
                .toList());
    }

    public Lines weight(int weight) {
        return with(line -> line.weight = weight);
    }

    /** What an SRV record says. */
    public Lines dnsWeight(int weight) {
        return with(line -> line.dnsWeight = OptionalInt.of(weight));
    }

    public Lines maxConns(int maxConns) {
        return with(line -> line.maxConns = maxConns);
    }

    public Lines maxFails(int maxFails, long failTimeoutMs) {
        return with(line -> {
            line.maxFails = maxFails;
            line.failTimeoutMs = failTimeoutMs;
        });
    }

    public Lines slowStart(long slowStartMs) {
        return with(line -> line.slowStartMs = slowStartMs);
    }

    public Lines backup() {
        return with(line -> line.backup = true);
    }

    public Lines drain() {
        return with(line -> line.drain = true);
    }

    public Lines down() {
        return with(line -> line.down = true);
    }

    public Lines agent(String node) {
        return with(line -> line.agent = Optional.of(node));
    }

    private Lines with(Consumer<Lines> change) {
        try {
            Lines copy = (Lines) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    public Node node() {
        return new Node(new NodeKey("up", addresses.get(0), 0), server());
    }

    public static UpstreamConfig upstream(String name, BalancingMethod method, Lines... lines) {
        return new UpstreamConfig(
                name,
                method,
                List.of(lines).stream().map(Lines::server).toList(),
                Optional.empty(),
                new Source("test.conf", 1));
    }

    public static StreamConfig stream(UpstreamConfig... upstreams) {
        Map<String, UpstreamConfig> byName = new LinkedHashMap<>();
        for (UpstreamConfig upstream : upstreams) {
            byName.put(upstream.name(), upstream);
        }
        return new StreamConfig(byName, List.of(), Set.of(), Optional.empty(), Optional.empty());
    }
}
