package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.BalancingMethod.TimeMetric;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.variable.Template;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** One pick and its release, for each method and beside the baseline; alone, and from two loops at once. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PickBenchmark {
    /** What all loops share. */
    @State(Scope.Benchmark)
    public static class Shared {
        @Param({
            "nginx_scan",
            "round_robin",
            "least_conn",
            "least_time",
            "random",
            "random_two",
            "random_two_time",
            "hash",
            "hash_consistent",
            "hash_balanced",
            "arima",
            "arima_busy",
            "response_time",
            "adaptive"
        })
        public String method = "";

        @Param({"3", "3000"})
        public int size;

        /** Which nodes have failed, so that picks have to go round them: every tenth, beginning with the first. */
        @Param({"none", "every_tenth"})
        public String failed = "";

        Selector selector = (context, nowMs) -> null;

        @Setup
        public void load() {
            int[] weights = new int[size];
            Arrays.setAll(weights, i -> 1 + i % 5);
            boolean isBaseline = method.equals("nginx_scan");
            Group group = new Group(isBaseline ? new BalancingMethod.RoundRobin() : method(), Group.lines(weights));
            selector = isBaseline ? new NginxScan(group.nodes(), weights) : group.selector();
            List<Node> nodes = group.nodes();
            for (int i = 0; failed.equals("every_tenth") && i < size; i += 10) {
                nodes.get(i).failed(0);
            }
            double[] times = new double[size];
            for (int i = 0; i < size; i++) {
                nodes.get(i).times().took(TimeMetric.CONNECT, 10 + i % 50);
                times[i] = 10 + i % 50;
            }
            if (method.equals("arima_busy")) {
                nodes.forEach(node -> node.tryBorrow(0));
            }
            group.selectors().primary().publish(new PredictedTimes(times, 30));
        }

        private BalancingMethod method() {
            Template key = Template.EMPTY;
            return switch (method) {
                case "round_robin" -> new BalancingMethod.RoundRobin();
                case "least_conn" -> new BalancingMethod.LeastConn();
                case "least_time" -> new BalancingMethod.LeastTime(TimeMetric.CONNECT, true);
                case "random" -> new BalancingMethod.Random();
                case "random_two" -> new BalancingMethod.RandomTwo(Optional.empty());
                case "random_two_time" -> new BalancingMethod.RandomTwo(Optional.of(TimeMetric.CONNECT));
                case "hash" -> new BalancingMethod.Hash(key, false, OptionalDouble.empty());
                case "hash_consistent" -> new BalancingMethod.Hash(key, true, OptionalDouble.empty());
                case "hash_balanced" -> new BalancingMethod.Hash(key, true, OptionalDouble.of(1.25));
                case "arima", "arima_busy" -> new BalancingMethod.Arima(BalancingMethod.PickOrder.ROTATE);
                case "response_time" -> new BalancingMethod.ResponseTime();
                case "adaptive" -> new BalancingMethod.Adaptive(0.1, 1);
                default -> throw new IllegalArgumentException(method);
            };
        }
    }

    /** One event loop with sessions from different clients. */
    @State(Scope.Thread)
    public static class Loop implements PickContext {
        private final byte[][] keys = new byte[64][];
        private int client;

        @Setup
        public void name() {
            Arrays.setAll(keys, i -> ("10.7.3." + i).getBytes(StandardCharsets.US_ASCII));
        }

        void nextClient() {
            client = (client + 1) & 63;
        }

        @Override
        public boolean hasTried(Node node) {
            return false;
        }

        @Override
        public byte[] hashKey() {
            return keys[client];
        }
    }

    @Benchmark
    @Threads(1)
    public Node alone(Shared shared, Loop loop) {
        return pickAndRelease(shared, loop);
    }

    @Benchmark
    @Threads(2)
    public Node twoLoops(Shared shared, Loop loop) {
        return pickAndRelease(shared, loop);
    }

    private static Node pickAndRelease(Shared shared, Loop loop) {
        loop.nextClient();
        Node node = shared.selector.pick(loop, 0);
        if (node == null) {
            throw new IllegalStateException("nobody");
        }
        node.release();
        return node;
    }
}
