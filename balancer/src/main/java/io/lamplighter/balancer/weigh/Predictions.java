package io.lamplighter.balancer.weigh;

import io.lamplighter.balancer.measure.ResponseSamples;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.ResponseKind;
import io.lamplighter.balancer.weigh.PredictedGroup.NodeResponses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The response times of every group whose method predicts them, from the queue of samples to what is published.
 *
 * <p>Fits are what costs: half a millisecond, or several where the order of the model is looked for anew. A step does one at most,
 * each series in its turn; between its fits, a model's state moves on with each response.
 *
 * <p>Threads: the weigher's, but for {@link #of}, which anyone may ask.
 */
final class Predictions {
    /** What is shown need not be fresher, and is an object for each node. */
    private static final long SHOW_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ResponseSamples samples;
    private List<PredictedGroup> groups = List.of();
    private Map<Node, Place> places = Map.of();
    private int nextFit;
    private long shownNs;
    private volatile Map<Node, NodePrediction> shown = Map.of();

    /** Where a node is. */
    private record Place(PredictedGroup group, int index) {}

    Predictions(ResponseSamples samples) {
        this.samples = samples;
    }

    /** Replaces the groups. What is remembered of nodes and groups that stay is kept. */
    void adopt(List<WeightGroup> newGroups, long nowNs) {
        Map<Node, NodeResponses> known = new HashMap<>();
        places.forEach((node, place) -> known.put(node, place.group().of(place.index())));
        List<PredictedGroup> adopted = new ArrayList<>();
        Map<Node, Place> newPlaces = new HashMap<>();
        for (WeightGroup group : newGroups) {
            if (PredictedGroup.isFor(group)) {
                PredictedGroup predicted = new PredictedGroup(group, known, before(group), nowNs);
                adopted.add(predicted);
                for (int i = 0; i < group.nodes().size(); i++) {
                    newPlaces.put(group.nodes().get(i), new Place(predicted, i));
                }
            }
        }
        groups = adopted;
        places = newPlaces;
        step(nowNs);
        show(nowNs);
    }

    /** The group that any of these nodes was in. */
    private @Nullable PredictedGroup before(WeightGroup group) {
        return group.nodes().stream()
                .map(places::get)
                .filter(place -> place != null)
                .map(Place::group)
                .findFirst()
                .orElse(null);
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    /** Takes in what sessions have told. */
    void takeIn() {
        samples.drainTo(this::take);
    }

    private void take(Node node, ResponseKind kind, long tookNs, long nowNs) {
        Place place = places.get(node);
        if (place != null) { // else a reload took the node away, or its method looks at times no more
            place.group().take(place.index(), kind, tookNs, nowNs);
        }
    }

    /** Takes in, fits a model if one is due, and publishes. */
    void step(long nowNs) {
        takeIn();
        fitNext(nowNs);
        groups.forEach(group -> group.publish(nowNs));
        if (nowNs - shownNs >= SHOW_EVERY_NS) {
            show(nowNs);
        }
    }

    private void fitNext(long nowNs) {
        List<ResponseSeries> all =
                groups.stream().flatMap(PredictedGroup::series).toList();
        for (int looks = 0; looks < all.size(); looks++) {
            nextFit = nextFit + 1 < all.size() ? nextFit + 1 : 0;
            if (all.get(nextFit).isFitDue(nowNs)) {
                all.get(nextFit).fit(nowNs);
                return;
            }
        }
    }

    private void show(long nowNs) {
        Map<Node, NodePrediction> newShown = new HashMap<>();
        places.forEach((node, place) -> newShown.put(node, place.group().shown(place.index())));
        shown = newShown;
        shownNs = nowNs;
    }

    /** What was asked of a node since it is known; requests are 0 where the method does not count them. */
    Workload workload(Node node) {
        Place place = places.get(node);
        return place == null
                ? new Workload(0, 0, node.inFlight())
                : place.group().workload(place.index());
    }

    /** What the next response of a node will take, milliseconds; not-a-number when nothing is known. */
    double predictedMs(Node node, long nowNs) {
        Place place = places.get(node);
        return place == null ? Double.NaN : place.group().predictedMs(place.index(), nowNs);
    }

    /** What is expected of a node, as of a moment ago; empty where the method predicts nothing. */
    Optional<NodePrediction> of(Node node) {
        return Optional.ofNullable(shown.get(node));
    }
}
