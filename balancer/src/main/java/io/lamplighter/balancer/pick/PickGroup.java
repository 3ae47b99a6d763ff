package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The primaries or the backups of an upstream, and how one of them is chosen at the moment: new weights and new predicted times
 * make a new snapshot of the method, swapped in one step.
 *
 * <p>Threads: any number pick; one publishes (the weigher).
 */
public final class PickGroup implements Selector {
    private final WeightedSelector rotation;
    private final BiFunction<Candidates, PredictedTimes, Selector> method;
    private Candidates candidates; // the publisher's, as is the next
    private PredictedTimes times;
    private volatile Selector selector;

    /**
     * @param candidates the nodes under the weights to begin with
     * @param rotation holds the group's place in the round; by itself the method, or the resort of other methods
     * @param method makes the method's snapshot of some weights and predicted times
     */
    PickGroup(
            Candidates candidates, WeightedSelector rotation, BiFunction<Candidates, PredictedTimes, Selector> method) {
        this.rotation = rotation;
        this.method = method;
        this.candidates = candidates;
        this.times = PredictedTimes.none(candidates.size());
        this.selector = method.apply(candidates, times);
    }

    @Override
    public @Nullable Node pick(PickContext context, long nowMs) {
        return selector.pick(context, nowMs);
    }

    WeightedSelector rotation() {
        return rotation;
    }

    /**
     * Replaces the weights, and looks anew which nodes are closed to new sessions.
     *
     * @param weights at least 0, one for each node in the order of the upstream's list; 0 for no new sessions. With all 0 every
     *     pick gives null. What is published for a closed node matters only to {@code hash}, where it keeps its place
     * @throws IllegalArgumentException when there are more or fewer weights than nodes, or one is negative
     */
    public void publish(int[] weights) {
        Candidates reweighted = candidates.reweighted(weights);
        rotation.publish(reweighted);
        if (!reweighted.isSameAs(candidates)) {
            candidates = reweighted;
            selector = method.apply(reweighted, times);
        }
    }

    /** Replaces the predicted times, one for each node in the order of the upstream's list. */
    public void publish(PredictedTimes newTimes) {
        times = newTimes;
        selector = method.apply(candidates, newTimes);
    }
}
