package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.variable.Endpoints;
import org.jspecify.annotations.Nullable;

/**
 * One node that a session tried, as its log line tells it.
 *
 * @param address of the node, or the name of a group that had none to give
 * @param node the node; null if there was none
 * @param connectMs time until it was connected, milliseconds; -1 if it never was
 * @param firstByteMs time until its first byte, milliseconds; -1 if none came
 * @param sessionMs time spent with it, milliseconds
 * @param bytesToNode bytes sent to it
 * @param bytesFromNode bytes received from it
 */
public record NodeTry(
        String address,
        @Nullable Node node,
        long connectMs,
        long firstByteMs,
        long sessionMs,
        long bytesToNode,
        long bytesFromNode) {
    /** A try at a node. */
    public NodeTry(Node node, long connectMs, long firstByteMs, long sessionMs, long bytesToNode, long bytesFromNode) {
        this(Endpoints.text(node.address()), node, connectMs, firstByteMs, sessionMs, bytesToNode, bytesFromNode);
    }

    /** The search for a node in a group that had none to give. */
    public static NodeTry inVain(String upstream) {
        return new NodeTry(upstream, null, -1, -1, 0, 0, 0);
    }
}
