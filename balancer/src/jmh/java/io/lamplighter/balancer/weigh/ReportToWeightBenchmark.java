package io.lamplighter.balancer.weigh;

import io.lamplighter.agent.report.LoadReport;
import io.lamplighter.agent.report.LoadReport.Hardware;
import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.agent.report.LoadReportCodec;
import io.lamplighter.agent.report.ReportKey;
import io.lamplighter.balancer.config.BalancingMethod.DynamicWeight;
import io.lamplighter.balancer.config.BalancingMethod.Residual;
import io.lamplighter.balancer.config.BalancingMethod.ResidualRate;
import io.lamplighter.balancer.config.LoadReportsConfig;
import io.lamplighter.balancer.config.LoadReportsConfig.ReportKeyConfig;
import io.lamplighter.balancer.config.Source;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.measure.Counters;
import io.lamplighter.balancer.measure.ResponseSamples;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.NodeKey;
import io.lamplighter.balancer.node.Upstream;
import io.lamplighter.balancer.pick.PickGroup;
import io.lamplighter.balancer.pick.Selectors;
import io.lamplighter.balancer.watch.ReportReceiver;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
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
import org.openjdk.jmh.annotations.TearDown;

/**
 * From the sending of one node's report until sessions are picked by the weights it leads to: socket, signature, weights of
 * all nodes, the schedule laid out anew. Everything is wired as in the balancer, with one loop for reports and weights.
 *
 * <p>{@code weights} says what the other nodes report: {@code equal} lets the schedule have a short round, {@code mixed} is a
 * cloud in real life, where the sum of weights is large and prime to most of them.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ReportToWeightBenchmark {
    private static final ReportKey KEY = new ReportKey(1, new byte[ReportKey.MIN_SECRET_LENGTH]);
    private static final long HOUR_MS = TimeUnit.HOURS.toMillis(1);
    private static final int BATCH = 50; // a socket holds as many whatever its buffer

    @Param({"3", "300", "3000"})
    public int size;

    @Param({"equal", "mixed"})
    public String weights;

    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final SplittableRandom random = new SplittableRandom(20261130);
    private final ByteBuffer datagram = ByteBuffer.allocate(LoadReportCodec.MAX_LENGTH);
    private final long bootId = System.currentTimeMillis();
    private ReportReceiver receiver;
    private WeightLoop loop;
    private DatagramChannel agent;
    private long sequence;
    private volatile long published; // written on the loop

    @Setup
    public void hearFromAll() throws Exception {
        EventLoop thread = group.next();
        receiver = new ReportReceiver(thread, System::nanoTime, System::currentTimeMillis, () -> loop.reportsArrived());
        loop = new WeightLoop(thread, receiver::latest, new ResponseSamples(new Counters()), System::nanoTime);
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        List<Node> nodes = nodes();
        HashSet<String> names = new HashSet<>();
        nodes.forEach(node -> names.add(node.settings().node().orElseThrow()));
        byte[] secret = new byte[ReportKey.MIN_SECRET_LENGTH];
        receiver.reconfigure(
                new LoadReportsConfig(
                        anyPort, List.of(new ReportKeyConfig(1, secret)), HOUR_MS, false, Optional.empty(), SOURCE),
                names);
        loop.generation(List.of(weightGroup(nodes)), HOUR_MS)
                .toCompletableFuture()
                .join();
        InetSocketAddress listening =
                receiver.open(anyPort).toCompletableFuture().join();
        agent = DatagramChannel.open().connect(listening);
        for (int i = 0; i < size; i++) {
            report(i, weights.equals("equal") ? 0.5 : random.nextDouble(0.2, 1));
            if (i % BATCH == BATCH - 1 || i == size - 1) {
                awaitAccepted(i + 1);
            }
        }
        thread.submit(() -> {}).sync(); // behind the computation for the last report
    }

    private static final Source SOURCE = new Source("bench.conf", 1);

    private List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            InetSocketAddress address = new InetSocketAddress("127.0.0.1", 1 + i);
            UpstreamServer settings = new UpstreamServer(
                    "n" + i,
                    List.of(address),
                    100,
                    true,
                    0,
                    1,
                    10_000,
                    0,
                    false,
                    false,
                    false,
                    Optional.of("n" + i),
                    SOURCE);
            nodes.add(new Node(new NodeKey("u", address, 0), settings));
        }
        return nodes;
    }

    private WeightGroup weightGroup(List<Node> nodes) {
        DynamicWeight method = new DynamicWeight(new ResidualRate(0.5, 0.5, Residual.SUM, 0.1, 0), 1);
        List<UpstreamServer> servers = nodes.stream().map(Node::settings).toList();
        Upstream upstream =
                new Upstream(new UpstreamConfig("u", method, servers, Optional.empty(), SOURCE), nodes, List.of());
        PickGroup selector = Selectors.of(upstream).primary();
        return new WeightGroup(
                "u",
                method,
                nodes,
                newWeights -> {
                    selector.publish(newWeights);
                    published++;
                },
                selector::publish);
    }

    private void awaitAccepted(long reports) {
        while (receiver.accepted() < reports) {
            Thread.onSpinWait();
        }
    }

    private void report(int node, double idle) throws IOException {
        OptionalDouble rate = OptionalDouble.of(idle);
        Usage usage = new Usage(rate, rate, OptionalLong.empty(), OptionalLong.empty());
        LoadReport report = new LoadReport(
                "n" + node, bootId, sequence++, System.currentTimeMillis(), Hardware.UNKNOWN, usage, false);
        LoadReportCodec.encode(report, KEY, datagram.clear());
        agent.write(datagram.flip());
    }

    @TearDown
    public void stop() throws IOException {
        agent.close();
        loop.close();
        receiver.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** One report moves one weight of a hundred by one or more. */
    @Benchmark
    public long reportToWeight() throws IOException {
        long before = published;
        report(0, sequence % 2 == 0 ? 0.6 : 0.7);
        while (published == before) {
            Thread.onSpinWait();
        }
        return published;
    }
}
