package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.config.BalancingMethod;
import io.lamplighter.balancer.config.Source;
import io.lamplighter.balancer.config.UpstreamConfig;
import io.lamplighter.balancer.config.UpstreamServer;
import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.NodeKey;
import io.lamplighter.balancer.node.ResponseSink;
import io.lamplighter.balancer.node.SessionTiming;
import io.lamplighter.balancer.node.Upstream;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What an exchange costs its event loop for the forecast: with a method that forecasts nothing, with the weigher emptying the queue
 * every 10 ms or without a pause, and with the weigher standing still, so that every response time is dropped.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ResponseSampleBenchmark {
    private static final Source SOURCE = new Source("bench.conf", 1);

    @Param({"not_forecast", "emptied", "emptied_always", "standstill"})
    public String queue = "";

    private final ResponseSamples samples = new ResponseSamples(new Counters());
    private final ResponseSink loop = samples.newLoop();
    private SessionTiming timing = SessionTiming.NONE;
    private Thread weigher = new Thread();
    private volatile boolean isOver;
    private volatile long taken; // the weigher's
    private long nowNs;

    @Setup(Level.Iteration)
    public void begin() {
        InetSocketAddress address = new InetSocketAddress("127.0.0.1", 1);
        UpstreamServer line = new UpstreamServer(
                "n", List.of(address), 1, true, 0, 1, 10_000, 0, false, false, false, Optional.empty(), SOURCE);
        Node node = new Node(new NodeKey("u", address, 0), line);
        BalancingMethod method = queue.equals("not_forecast")
                ? new BalancingMethod.LeastConn()
                : new BalancingMethod.Arima(BalancingMethod.PickOrder.ROTATE);
        UpstreamConfig config = new UpstreamConfig("u", method, List.of(line), Optional.empty(), SOURCE);
        timing = new Upstream(config, List.of(node), List.of()).timing(node, 0, loop);
        isOver = false;
        weigher = new Thread(this::empty, "weigher");
        weigher.start();
    }

    private void empty() {
        ResponseSink taker = (node, kind, tookNs, endedNs) -> taken += tookNs;
        while (!isOver && queue.startsWith("emptied")) {
            samples.drainTo(taker);
            if (queue.equals("emptied")) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        }
    }

    @TearDown(Level.Iteration)
    public void end() throws InterruptedException {
        isOver = true;
        weigher.join();
    }

    @Benchmark
    public void exchange() {
        timing.exchanged(20_000_000, nowNs++);
    }
}
