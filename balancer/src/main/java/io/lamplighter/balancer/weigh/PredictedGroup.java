package io.lamplighter.balancer.weigh;

import io.lamplighter.balancer.config.BalancingMethod.Adaptive;
import io.lamplighter.balancer.config.BalancingMethod.Arima;
import io.lamplighter.balancer.config.BalancingMethod.ResponseTime;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.ResponseKind;
import io.lamplighter.balancer.pick.PredictedTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A group whose nodes' response times are predicted: takes them in, and publishes what is expected of each node and, for {@code
 * arima} and {@code response_time}, the threshold.
 *
 * <p>Source of both: Nguyen et al. 2018. For {@code arima} the threshold is the forecast of the response times of the whole group,
 * for {@code response_time} the mean of the nodes' last ones.
 *
 * <p>A forecast of the group's response times that is no better than the last of them gives way to the mean of what is expected of
 * the nodes. Not to the last value: in a group of fast and slow nodes that would be now a fast one's, now a slow one's, and the
 * threshold would jump between them.
 *
 * <p>Connect times stand in for responses only as long as no node of the group has ever answered: beside answers they would make
 * a node that hangs, and whose clients give up, look the fastest.
 *
 * <p>Threads: the weigher's.
 */
final class PredictedGroup {
    private static final Logger LOG = LoggerFactory.getLogger(PredictedGroup.class);

    private static final int NODE_WINDOW = 50;
    private static final int GROUP_WINDOW = 100;
    private static final double NS_PER_MS = 1e6;

    /** Which forecasts are used is worth a line when it changes, but it may change with every other response. */
    private static final long LOG_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

    private final WeightGroup group;
    private final NodeResponses[] nodes;
    private @Nullable ResponseSeries whole; // arima only
    private boolean hasReplies;

    // What was published and said last.
    private double[] times = {};
    private double threshold = Double.NaN;
    private List<String> worse = List.of();
    private long worseSinceNs;

    /** What is remembered of a node, also over a reload. */
    static final class NodeResponses {
        private ResponseSeries series;
        private long requests;
        private long waitedNs;

        NodeResponses(ResponseSeries series) {
            this.series = series;
        }
    }

    /**
     * @param known what is remembered of nodes
     * @param before the same group of the generation before; null when there was none
     */
    PredictedGroup(WeightGroup group, Map<Node, NodeResponses> known, @Nullable PredictedGroup before, long nowNs) {
        this.group = group;
        this.nodes =
                group.nodes().stream().map(node -> responses(known.get(node))).toArray(NodeResponses[]::new);
        boolean isSame = before != null
                && before.group.method().getClass().equals(group.method().getClass());
        this.whole = isSame ? before.whole : newWhole();
        this.hasReplies = before != null && before.hasReplies;
        this.worseSinceNs = nowNs - LOG_EVERY_NS;
    }

    static boolean isFor(WeightGroup group) {
        return group.method() instanceof Arima
                || group.method() instanceof ResponseTime
                || group.method() instanceof Adaptive;
    }

    private NodeResponses responses(@Nullable NodeResponses known) {
        ResponseSeries fresh = newSeries();
        boolean isKept = known != null && known.series.getClass().equals(fresh.getClass());
        return isKept ? known : new NodeResponses(fresh);
    }

    private ResponseSeries newSeries() {
        return group.method() instanceof ResponseTime ? new TrendSeries() : new ArimaSeries(NODE_WINDOW);
    }

    private @Nullable ResponseSeries newWhole() {
        return group.method() instanceof Arima ? new ArimaSeries(GROUP_WINDOW) : null;
    }

    WeightGroup group() {
        return group;
    }

    NodeResponses of(int node) {
        return nodes[node];
    }

    /** What was asked of a node since it is known. */
    Workload workload(int node) {
        return new Workload(
                nodes[node].requests,
                nodes[node].waitedNs,
                group.nodes().get(node).inFlight());
    }

    double predictedMs(int node, long nowNs) {
        return nodes[node].series.predictedMs(nowNs);
    }

    /** All series there are. */
    Stream<ResponseSeries> series() {
        Stream<ResponseSeries> ofNodes = Arrays.stream(nodes).map(node -> node.series);
        return whole == null ? ofNodes : Stream.concat(Stream.of(whole), ofNodes);
    }

    void take(int node, ResponseKind kind, long tookNs, long nowNs) {
        if (kind == ResponseKind.REPLY && !hasReplies) {
            hasReplies = true;
            forgetTimes();
        }
        boolean isOfSilentGroup = kind == ResponseKind.NO_REPLY;
        boolean isOfAnsweringGroup = kind == ResponseKind.REPLY_TIMEOUT;
        if ((hasReplies && isOfSilentGroup) || (!hasReplies && isOfAnsweringGroup)) {
            return;
        }
        if (kind == ResponseKind.REPLY || kind == ResponseKind.NO_REPLY) {
            nodes[node].requests++;
            nodes[node].waitedNs += tookNs;
        }
        double tookMs = tookNs / NS_PER_MS;
        nodes[node].series.add(tookMs, nowNs);
        if (whole != null) {
            whole.add(tookMs, nowNs);
        }
    }

    private void forgetTimes() {
        for (NodeResponses node : nodes) {
            node.series = newSeries();
        }
        whole = newWhole();
    }

    /** Publishes what has changed, by new responses or by old ones that left. */
    void publish(long nowNs) {
        double[] newTimes = new double[nodes.length];
        for (int i = 0; i < newTimes.length; i++) {
            newTimes[i] = predictedMs(i, nowNs);
        }
        double newThreshold = thresholdMs(nowNs);
        if (!Arrays.equals(newTimes, times) || Double.compare(newThreshold, threshold) != 0) {
            times = newTimes;
            threshold = newThreshold;
            if (!(group.method() instanceof Adaptive)) { // which looks at them when it weighs
                group.timesPublisher().accept(new PredictedTimes(newTimes, newThreshold));
            }
        }
        logWorse(nowNs);
    }

    private double thresholdMs(long nowNs) {
        if (group.method() instanceof ResponseTime) {
            return mean(node -> node.series.lastMs(nowNs));
        }
        if (whole == null || whole.isForecastUsed()) {
            return whole == null ? Double.NaN : whole.predictedMs(nowNs);
        }
        return mean(node -> node.series.predictedMs(nowNs));
    }

    private double mean(ToDoubleFunction<NodeResponses> ms) {
        return Arrays.stream(nodes)
                .mapToDouble(ms)
                .filter(known -> !Double.isNaN(known))
                .average()
                .orElse(Double.NaN);
    }

    NodePrediction shown(int node) {
        ResponseSeries series = nodes[node].series;
        return new NodePrediction(
                known(node < times.length ? times[node] : Double.NaN),
                known(threshold),
                whole == null || whole.isForecastUsed(),
                series.size(),
                series.model());
    }

    private static OptionalDouble known(double value) {
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private void logWorse(long nowNs) {
        if (nowNs - worseSinceNs < LOG_EVERY_NS) {
            return;
        }
        List<String> worseNow = new ArrayList<>();
        if (whole != null && !whole.isForecastUsed()) {
            worseNow.add("the threshold");
        }
        for (int i = 0; i < nodes.length; i++) {
            if (!nodes[i].series.isForecastUsed()) {
                worseNow.add(group.nodes().get(i).settings().name());
            }
        }
        if (!worseNow.equals(worse)) {
            worse = worseNow;
            worseSinceNs = nowNs;
            LOG.info(
                    "upstream {}: {}",
                    group.upstream(),
                    worseNow.isEmpty()
                            ? "all forecasts are used"
                            : "the forecasts of these are no better than the last value, and not used: "
                                    + String.join(", ", worseNow));
        }
    }
}
