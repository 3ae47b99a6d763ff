package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Availability;
import io.lamplighter.balancer.node.Node;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The nodes a choice is made from, as one generation sees them: all primaries or all backups of an upstream, with the weights
 * that are in force and marks of those that are closed to new sessions.
 *
 * <p>Threads: immutable, apart from what the nodes themselves hold.
 */
final class Candidates {
    /** 2^64 divided by the golden ratio: multiples of it, cut to 64 bits, lie evenly between 0 and 2^64 at any count. */
    private static final long GOLDEN_STEP = 0x9E3779B97F4A7C15L;

    private final Node[] nodes;
    private final int[] weights;
    private final boolean[] closed;

    /**
     * @param nodes in file order
     * @param weights at least 0, one for each node
     * @param closed whether a node is closed to new sessions, one for each node
     */
    Candidates(List<Node> nodes, int[] weights, boolean[] closed) {
        this(nodes.toArray(Node[]::new), weights, closed);
    }

    private Candidates(Node[] nodes, int[] weights, boolean[] closed) {
        this.nodes = nodes;
        this.weights = weights.clone();
        this.closed = closed.clone();
    }

    /** Those with the given indexes, which become 0, 1, … in their order. */
    Candidates only(List<Integer> members) {
        boolean[] memberClosed = new boolean[members.size()];
        for (int i = 0; i < memberClosed.length; i++) {
            memberClosed[i] = closed[members.get(i)];
        }
        List<Node> memberNodes = members.stream().map(i -> nodes[i]).toList();
        int[] memberWeights = members.stream().mapToInt(i -> weights[i]).toArray();
        return new Candidates(memberNodes, memberWeights, memberClosed);
    }

    /** The same nodes under new weights, closed as they are now. */
    Candidates reweighted(int[] newWeights) {
        if (newWeights.length != nodes.length) {
            throw new IllegalArgumentException(
                    "weights: found " + newWeights.length + ", expected one for each of " + nodes.length + " nodes");
        }
        if (Arrays.stream(newWeights).anyMatch(w -> w < 0)) {
            throw new IllegalArgumentException(
                    "weights: found " + Arrays.toString(newWeights) + ", expected each >= 0");
        }
        boolean[] closedNow = new boolean[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            closedNow[i] = nodes[i].availability() != Availability.UP;
        }
        return new Candidates(nodes, newWeights, closedNow);
    }

    int size() {
        return nodes.length;
    }

    Node node(int i) {
        return nodes[i];
    }

    /** Where each node stands. */
    Map<Node, Integer> indexes() {
        Map<Node, Integer> indexes = new HashMap<>();
        for (int i = 0; i < nodes.length; i++) {
            indexes.put(nodes[i], i);
        }
        return indexes;
    }

    /** Also of nodes that are closed; not to be changed. */
    int[] weights() {
        return weights;
    }

    /** A copy of {@code wanted} with 0 for the nodes that are closed. */
    int[] withoutClosed(int[] wanted) {
        int[] live = wanted.clone();
        for (int i = 0; i < live.length; i++) {
            live[i] = closed[i] ? 0 : live[i];
        }
        return live;
    }

    boolean isSameAs(Candidates other) {
        // Nodes are equal only when they are the same.
        return Arrays.equals(nodes, other.nodes)
                && Arrays.equals(weights, other.weights)
                && Arrays.equals(closed, other.closed);
    }

    /** Whether {@link #tryTake} would succeed now. */
    boolean isFree(int i, PickContext context, long nowMs) {
        return nodes[i].canBorrow(nowMs) && !context.hasTried(nodes[i]);
    }

    /** Borrows a node unless this session tried it already or it cannot be had. */
    @Nullable
    Node tryTake(int i, PickContext context, long nowMs) {
        Node node = nodes[i];
        return !context.hasTried(node) && node.tryBorrow(nowMs) ? node : null;
    }

    /** As the other, while the node has fewer than {@code most} sessions in flight. */
    @Nullable
    Node tryTake(int i, int most, PickContext context, long nowMs) {
        Node node = nodes[i];
        return !context.hasTried(node) && node.tryBorrow(nowMs, most) ? node : null;
    }

    /**
     * Borrows one of the free nodes, by looking at all of them. Successive tickets spread over the nodes that are free in
     * proportion to their weights.
     *
     * @param shares weights, one for each node; a node with 0 is left out
     * @param ticket a number that moves on with each draw
     * @return null when none is free
     */
    @Nullable
    Node draw(int[] shares, long ticket, PickContext context, long nowMs) {
        long free = 0;
        for (int i = 0; i < nodes.length; i++) {
            free += shares[i] > 0 && isFree(i, context, nowMs) ? shares[i] : 0;
        }
        long left = pointBelow(free, ticket);
        Node taken = null;
        for (int i = 0; i < nodes.length && taken == null; i++) {
            if (shares[i] > 0 && isFree(i, context, nowMs)) {
                left -= shares[i];
                taken = left < 0 ? tryTake(i, context, nowMs) : null;
            }
        }
        return taken != null ? taken : takeAny(shares, context, nowMs);
    }

    /** For the rare pick whose node was taken away by another session between looking and borrowing. */
    private @Nullable Node takeAny(int[] shares, PickContext context, long nowMs) {
        Node taken = null;
        for (int i = 0; i < nodes.length && taken == null; i++) {
            taken = shares[i] > 0 ? tryTake(i, context, nowMs) : null;
        }
        return taken;
    }

    /** A point from 0 to {@code bound - 1}; those of successive tickets are spread evenly. */
    static long pointBelow(long bound, long ticket) {
        // Math.multiplyHigh takes its first factor as signed; half the fraction and twice the bound keep it positive.
        return Math.multiplyHigh((ticket * GOLDEN_STEP) >>> 1, bound << 1);
    }
}
