package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session that remembers what it tried. */
final class Session implements PickContext {
    private final List<Node> tried = new ArrayList<>();
    private final byte[] key;

    Session() {
        this("");
    }

    Session(String key) {
        this.key = key.getBytes(StandardCharsets.UTF_8);
    }

    /** Picks, and marks the node as tried. */
    @Nullable
    Node pickFrom(Selector selector) {
        Node node = selector.pick(this, 0);
        if (node != null) {
            tried.add(node);
        }
        return node;
    }

    @Override
    public boolean hasTried(Node node) {
        return tried.contains(node);
    }

    @Override
    public byte[] hashKey() {
        return key;
    }
}
