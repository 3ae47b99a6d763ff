package io.lamplighter.simulator.lab.model;

import io.lamplighter.balancer.config.LoadReportsConfig;
import io.lamplighter.balancer.config.StreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.ResponseSamples;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.NodeRegistry;
import io.lamplighter.balancer.node.NodeSet;
import io.lamplighter.balancer.node.ResponseSink;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.pick.PickContext;
import io.lamplighter.balancer.pick.Selectors;
import io.lamplighter.balancer.watch.ReportGate;
import io.lamplighter.balancer.watch.ReportTrust;
import io.lamplighter.balancer.weigh.NodePrediction;
import io.lamplighter.balancer.weigh.WeightGroup;
import io.lamplighter.balancer.weigh.WeightLoop;
import io.lamplighter.simulator.lab.engine.VirtualExecutor;
import io.lamplighter.simulator.lab.engine.VirtualTime;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One balancer: the production classes that hear reports, weigh and pick, put together as the balancer does it, with the virtual
 * clock in place of the system's and a simulated thread in place of the cold one.
 */
final class ModelBalancer {
    private final VirtualTime time;
    private final List<ModelNode> places;
    private final Chance chance;
    private final NodeRegistry registry = new NodeRegistry();
    private final ReportGate gate = new ReportGate();
    private final ResponseSink responses;
    private final WeightLoop weights;
    private Generation generation;

    private record Generation(Upstream upstream, Selectors selectors) {}

    /**
     * Starts.
     *
     * @param places the nodes that there are, now and later; the n-th has port n
     */
    ModelBalancer(VirtualTime time, List<ModelNode> places, Chance chance, StreamConfig stream) {
        this.time = time;
        this.places = places;
        this.chance = chance;
        ResponseSamples samples = new ResponseSamples(new Counters());
        this.responses = samples.newLoop();
        this.weights = new WeightLoop(new VirtualExecutor(time), gate::latest, samples, time::nowNs);
        this.generation = configure(stream, null);
    }

    void reload(StreamConfig stream) {
        generation = configure(stream, generation.selectors());
    }

    private Generation configure(StreamConfig stream, @Nullable Selectors old) {
        NodeSet nodes = registry.prepare(stream);
        Upstream upstream = nodes.upstreams().values().iterator().next();
        Selectors selectors = Selectors.of(upstream, old, chance::below);
        nodes.activate();
        registry.retain(nodes.nodes());
        LoadReportsConfig reports = stream.loadReports().orElseThrow();
        gate.trust(ReportTrust.of(reports, reportingNodes(upstream)));
        weights.generation(WeightGroup.of(upstream, selectors), reports.expireMs());
        return new Generation(upstream, selectors);
    }

    private static Set<String> reportingNodes(Upstream upstream) {
        return upstream.config().servers().stream()
                .map(UpstreamServer::node)
                .flatMap(Optional::stream)
                .collect(Collectors.toSet());
    }

    /** A datagram arrived at {@code load_reports}. */
    void hear(ByteBuffer datagram) {
        if (gate.admit(datagram, time.nowNs(), World.wallMs(time)).isEmpty()) {
            weights.reportsArrived();
        }
    }

    /** What is expected of the n-th node; empty where the method predicts nothing. */
    Optional<NodePrediction> predictionOf(int node) {
        return weights.predictionOf(generation.upstream().primary().get(node));
    }

    /**
     * Takes a lamp's connection: picks, and picks another where a node refuses, as a session does.
     *
     * @return null when no node takes it
     */
    @Nullable
    Session open() {
        long nowMs = time.nowMs();
        Tries tries = new Tries();
        Node node = generation.selectors().selector().pick(tries, nowMs);
        while (node != null) {
            ModelNode place = places.get(((InetSocketAddress) node.address()).getPort() - 1);
            if (place.takeSession()) {
                return new Session(time, node, place, generation.upstream().timing(node, nowMs, responses));
            }
            node.failed(nowMs);
            node.release();
            tries.failed.add(node);
            node = generation.selectors().selector().pick(tries, nowMs);
        }
        return null;
    }

    private static final class Tries implements PickContext {
        private static final byte[] NO_KEY = {};

        private final List<Node> failed = new ArrayList<>(0);

        @Override
        public boolean hasTried(Node node) {
            return failed.contains(node);
        }

        @Override
        public byte[] hashKey() {
            return NO_KEY;
        }
    }
}
