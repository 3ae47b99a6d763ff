package io.lamplighter.balancer.node;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.Source;
import io.lamplighter.balancer.config.StreamConfig;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code server} lines and what is made of them, for tests. Each method gives a changed copy. */
public record Lines(UpstreamServer server) {
    /** A line with nginx's defaults. */
    public static Lines line(String hostAndPort) {
        return new Lines(new UpstreamServer(
                hostAndPort,
                List.of(address(hostAndPort)),
                1,
                false,
                0,
                1,
                10_000,
                false,
                false,
                Optional.empty(),
                new Source("test.conf", 1)));
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
        List<InetSocketAddress> addresses =
                List.of(hostsAndPorts).stream().map(Lines::address).toList();
        return copy(
                addresses,
                server.weight(),
                server.maxConns(),
                server.maxFails(),
                server.failTimeoutMs(),
                server.backup(),
                server.down());
    }

    public Lines weight(int weight) {
        return copy(
                server.addresses(),
                weight,
                server.maxConns(),
                server.maxFails(),
                server.failTimeoutMs(),
                server.backup(),
                server.down());
    }

    public Lines maxConns(int maxConns) {
        return copy(
                server.addresses(),
                server.weight(),
                maxConns,
                server.maxFails(),
                server.failTimeoutMs(),
                server.backup(),
                server.down());
    }

    public Lines maxFails(int maxFails, long failTimeoutMs) {
        return copy(
                server.addresses(),
                server.weight(),
                server.maxConns(),
                maxFails,
                failTimeoutMs,
                server.backup(),
                server.down());
    }

    public Lines backup() {
        return copy(
                server.addresses(),
                server.weight(),
                server.maxConns(),
                server.maxFails(),
                server.failTimeoutMs(),
                true,
                server.down());
    }

    public Lines down() {
        return copy(
                server.addresses(),
                server.weight(),
                server.maxConns(),
                server.maxFails(),
                server.failTimeoutMs(),
                server.backup(),
                true);
    }

    private Lines copy(
            List<InetSocketAddress> addresses,
            int weight,
            int maxConns,
            int maxFails,
            long failTimeoutMs,
            boolean backup,
            boolean down) {
        return new Lines(new UpstreamServer(
                server.name(),
                addresses,
                weight,
                server.weightGiven(),
                maxConns,
                maxFails,
                failTimeoutMs,
                backup,
                down,
                server.node(),
                server.source()));
    }

    public Node node() {
        return new Node(new NodeKey("up", server.addresses().get(0), 0), server);
    }

    public static UpstreamConfig upstream(String name, BalancingMethod method, Lines... lines) {
        return new UpstreamConfig(
                name, method, List.of(lines).stream().map(Lines::server).toList(), new Source("test.conf", 1));
    }

    public static StreamConfig stream(UpstreamConfig... upstreams) {
        Map<String, UpstreamConfig> byName = new LinkedHashMap<>();
        for (UpstreamConfig upstream : upstreams) {
            byName.put(upstream.name(), upstream);
        }
        return new StreamConfig(byName, List.of(), Optional.empty(), Optional.empty());
    }
}
