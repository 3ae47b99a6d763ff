package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Smooth weighted round robin, in nginx's order, with weights that may change at any time.
 *
 * <p>A pick takes the next entry of a schedule that was worked out when the weights were published, so it costs the same for 3
 * nodes and for 3,000. If that node cannot be had (failed, full, tried already), the pick goes to the others in proportion
 * to their weights, and not to the next in order, which would get the whole share of the missing node: a second position,
 * moved only by such picks, walks through the cycle of the same schedule, from its end to its beginning. A part of a cycle favours
 * the nodes at one of its ends; walked both ways that evens out, so that shares are right after a few picks already. After {@value #MAX_MISSES} misses most of the
 * weight must be missing; then all nodes are looked at once, and one of the free ones is drawn in proportion to its weight.
 * Over time the shares are those of nginx; the order while a node is missing need not be.
 *
 * <p>A new set of weights goes on from the current weights of the old one, as if nginx's peers had been edited in place. A
 * node with weight 0 is never picked, and its current weight stands still.
 *
 * <p>Threads: any number pick; one publishes (the weigher).
 */
final class WeightedSelector implements Selector {
    static final int MAX_MISSES = 16;

    private final Candidates candidates;
    private final AtomicLong spill;
    private volatile WeightTable table;

    private WeightedSelector(Candidates candidates, long spill, WeightTable table) {
        this.candidates = candidates;
        this.spill = new AtomicLong(spill);
        this.table = table;
    }

    /** Begins with the configured weights and the first node in order. */
    static WeightedSelector of(Candidates candidates) {
        int[] weights = candidates.withoutClosed(candidates.weights());
        return new WeightedSelector(candidates, 0, new WeightTable(weights, new long[weights.length]));
    }

    /**
     * Takes over from the selector of an older generation: the rotation goes on where it stands, and nodes that both know
     * keep their published weights if both are dynamic. When nothing changed, that is the old selector itself.
     */
    static WeightedSelector of(Candidates candidates, boolean isDynamic, WeightedSelector old, boolean wasDynamic) {
        if (isDynamic == wasDynamic && candidates.isSameAs(old.candidates)) {
            return old;
        }
        WeightTable last = old.table;
        long[] lastCurrent = last.current();
        int[] weights = candidates.weights().clone();
        long[] current = new long[weights.length];
        Map<Node, Integer> known = old.candidates.indexes();
        for (int i = 0; i < weights.length; i++) {
            Integer before = known.get(candidates.node(i));
            if (before != null) {
                current[i] = lastCurrent[before];
                weights[i] = isDynamic && wasDynamic ? last.weights()[before] : weights[i];
            }
        }
        WeightTable table = new WeightTable(candidates.withoutClosed(weights), current);
        return new WeightedSelector(candidates, old.spill.get(), table);
    }

    @Override
    public @Nullable Node pick(PickContext context, long nowMs) {
        WeightTable now = table;
        if (now.isEmpty()) {
            return null;
        }
        Node node = candidates.tryTake(now.next(), context, nowMs);
        return node != null ? node : pickAnother(now, context, nowMs);
    }

    private @Nullable Node pickAnother(WeightTable now, PickContext context, long nowMs) {
        for (int misses = 1; misses < MAX_MISSES; misses++) {
            Node node = candidates.tryTake(now.inCycle(spill.getAndDecrement()), context, nowMs);
            if (node != null) {
                return node;
            }
        }
        return candidates.draw(now.weights(), spill.getAndDecrement(), context, nowMs);
    }

    /** The index of the node whose turn it is, whether it can be had or not; -1 when all weights are 0. */
    int nextInTurn() {
        WeightTable now = table;
        return now.isEmpty() ? -1 : now.next();
    }

    /**
     * The index of a node drawn by chance in proportion to the weights, whether it can be had or not; -1 when all weights are 0.
     *
     * @param randomBelow gives an evenly distributed number from 0 to its argument - 1
     */
    int drawn(LongUnaryOperator randomBelow) {
        WeightTable now = table;
        return now.isEmpty() ? -1 : now.drawn(randomBelow);
    }

    /** A number for {@link Candidates#draw}. */
    long ticket() {
        return spill.getAndDecrement();
    }

    /**
     * Replaces the weights.
     *
     * @param reweighted the same nodes under new weights; with all 0 or closed every pick gives null
     */
    void publish(Candidates reweighted) {
        WeightTable now = table;
        int[] live = reweighted.withoutClosed(reweighted.weights());
        if (!Arrays.equals(live, now.weights())) {
            table = now.followedBy(live);
        }
    }
}
