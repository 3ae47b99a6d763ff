package io.lamplighter.balancer.node;

/**
 * Where sessions tell response times of nodes, for methods that forecast them. Called on event loops: it must not wait, lock or
 * allocate.
 */
public interface ResponseSink {
    /**
     * A node took that long.
     *
     * @param tookNs nanoseconds, at least 0 unless a clock failed
     * @param nowNs steady clock, when it was known
     */
    void took(Node node, ResponseKind kind, long tookNs, long nowNs);
}
