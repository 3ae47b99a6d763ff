package io.lamplighter.simulator.lab.model;

import io.lamplighter.balancer.weigh.NodePrediction;
import io.lamplighter.simulator.lab.engine.VirtualTime;
import io.lamplighter.simulator.lab.model.ForecastLog.Row;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Compares each response time with what was expected: by the balancer where its method predicts, else by {@link Foresight}, which
 * nobody acts on. For runs with one balancer and nodes that stay.
 */
final class ForecastWatch {
    private static final double MS = 1e3;

    private final VirtualTime time;
    private final List<ModelNode> nodes;
    private final ModelBalancer balancer;
    private final Foresight foresight;
    private final ForecastLog log = new ForecastLog();

    ForecastWatch(VirtualTime time, List<ModelNode> nodes, ModelBalancer balancer) {
        this.time = time;
        this.nodes = nodes;
        this.balancer = balancer;
        this.foresight = new Foresight(nodes.size());
    }

    ForecastLog log() {
        return log;
    }

    /** @param since when the exchange began, seconds */
    void answered(ModelNode place, double since) {
        int node = nodes.indexOf(place);
        double tookMs = MS * (time.now() - since);
        Optional<NodePrediction> published = balancer.predictionOf(node);
        Row expected = published.isPresent() ? published(published.get().thresholdMs()) : foreseen();
        log.came(expected.predictedMs()[node], tookMs);
        log.add(expected);
        if (published.isEmpty()) {
            foresight.took(node, tookMs, time.nowNs());
        }
    }

    private Row published(OptionalDouble thresholdMs) {
        double[] predictedMs = new double[nodes.size()];
        for (int i = 0; i < predictedMs.length; i++) {
            predictedMs[i] = balancer.predictionOf(i)
                    .map(NodePrediction::predictedMs)
                    .orElse(OptionalDouble.empty())
                    .orElse(Double.NaN);
        }
        return new Row(predictedMs, thresholdMs.orElse(Double.NaN));
    }

    private Row foreseen() {
        double[] predictedMs = new double[nodes.size()];
        for (int i = 0; i < predictedMs.length; i++) {
            predictedMs[i] = foresight.predictedMs(i, time.nowNs());
        }
        return new Row(predictedMs, foresight.thresholdMs(time.nowNs()));
    }
}
