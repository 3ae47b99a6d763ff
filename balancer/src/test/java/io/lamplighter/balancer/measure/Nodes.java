package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.config.Source;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.NodeKey;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** Nodes for tests. */
final class Nodes {
    private Nodes() {}

    /** A node at 10.0.0.{@code last} without limits. */
    static Node node(int last) {
        InetSocketAddress address = new InetSocketAddress("10.0.0." + last, 1883);
        UpstreamServer settings = new UpstreamServer(
                "10.0.0." + last,
                List.of(address),
                1,
                false,
                0,
                1,
                10_000,
                0,
                false,
                false,
                false,
                Optional.empty(),
                new Source("test.conf", 1));
        return new Node(new NodeKey("lamps", address, 0), settings);
    }
}
