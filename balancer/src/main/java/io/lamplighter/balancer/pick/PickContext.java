package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;

/** What a choice may depend on. A session is one, so that a pick allocates nothing. */
public interface PickContext {
    /** Whether this session already tried the node. */
    boolean hasTried(Node node);

    /** The value of the {@code hash} key for this session, as bytes; asked for only by {@code hash}. */
    byte[] hashKey();
}
