package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.node.Node;

/**
 * One node that a session tried, as its log line tells it.
 *
 * @param node the node
 * @param connectMs time until it was connected, milliseconds; -1 if it never was
 * @param firstByteMs time until its first byte, milliseconds; -1 if none came
 * @param sessionMs time spent with it, milliseconds
 * @param bytesToNode bytes sent to it
 * @param bytesFromNode bytes received from it
 */
public record NodeTry(
        Node node, long connectMs, long firstByteMs, long sessionMs, long bytesToNode, long bytesFromNode) {}
