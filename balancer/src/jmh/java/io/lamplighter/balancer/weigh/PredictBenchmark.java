package io.lamplighter.balancer.weigh;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.Source;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.ResponseSamples;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.NodeKey;
import io.lamplighter.balancer.node.ResponseKind;
import io.lamplighter.balancer.node.ResponseSink;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What the weigher's thread has to do for {@code arima} in one of its steps, of which there are at most a hundred a second: taking
 * in what came in 10 ms, a fit, and publishing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PredictBenchmark {
    private static final Source SOURCE = new Source("bench.conf", 1);
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(10);

    @Param({"3", "300"})
    public int nodes;

    @Param({"10", "1000"})
    public int responses;

    private final ResponseSamples samples = new ResponseSamples(new Counters());
    private final ResponseSink loop = samples.newLoop();
    private final Predictions predictions = new Predictions(samples);
    private final SplittableRandom random = new SplittableRandom(20261201);
    private final List<Node> group = new ArrayList<>();
    private long nowNs;

    @Setup
    public void fill() {
        for (int i = 0; i < nodes; i++) {
            InetSocketAddress address = new InetSocketAddress("127.0.0.1", 1 + i);
            UpstreamServer line = new UpstreamServer(
                    "n", List.of(address), 1, true, 0, 1, 10_000, 0, false, false, false, Optional.empty(), SOURCE);
            group.add(new Node(new NodeKey("u", address, 0), line));
        }
        BalancingMethod method = new BalancingMethod.Arima(BalancingMethod.PickOrder.ROTATE);
        predictions.adopt(List.of(new WeightGroup("u", method, group, weights -> {}, times -> {})), nowNs);
        for (int i = 0; i < 50; i++) {
            tell(nodes);
            predictions.step(nowNs);
        }
    }

    private void tell(int count) {
        nowNs += STEP_NS;
        for (int i = 0; i < count; i++) {
            long tookNs = (long) (20e6 * Math.exp(0.5 * random.nextGaussian()));
            loop.took(group.get(i % nodes), ResponseKind.REPLY, tookNs, nowNs);
        }
    }

    @Benchmark
    public void step() {
        tell(responses);
        predictions.step(nowNs);
    }
}
