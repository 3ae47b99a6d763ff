package io.lamplighter.simulator.lamp;

import io.lamplighter.simulator.frame.LampTransport;
import io.lamplighter.simulator.lamp.LampPlan.Targets;
import io.lamplighter.simulator.scenario.Scenario;
import io.lamplighter.simulator.scenario.ScenarioException;
import io.lamplighter.simulator.scenario.Scenarios;
import io.netty.channel.DefaultEventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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
import org.openjdk.jmh.annotations.TearDown;

/** What the alarm clock of a loop costs: the next lamp reports and sets its alarm anew. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WakeQueueBenchmark {
    private static final long INTERVAL_NS = 2_000_000_000;
    private static final int DELAYS = 1 << 12;

    @Param({"64", "10000"})
    public int lamps;

    private final DefaultEventLoop eventLoop = new DefaultEventLoop();
    private final WakeQueue queue = new WakeQueue();
    private final long[] delaysNs = new long[DELAYS];
    private int next;

    @Setup
    public void fill() throws IOException, ScenarioException {
        SplittableRandom random = new SplittableRandom(20261201);
        Arrays.setAll(delaysNs, i -> INTERVAL_NS + random.nextLong(INTERVAL_NS / 10));
        InetSocketAddress nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        Scenario scenario = Scenarios.read("steady", List.of());
        LampPlan plan = new LampPlan(
                scenario,
                Targets.all(nowhere),
                new Sources.BySystem(),
                lamps,
                0,
                1,
                1,
                1,
                false,
                false,
                1,
                Optional.empty());
        LampLoop loop = new LampLoop(plan, 0, 1, 0, eventLoop, LampTransport.best());
        for (int id = 0; id < lamps; id++) {
            queue.set(Objects.requireNonNull(loop.lamp(id)), random.nextLong(INTERVAL_NS));
        }
    }

    @TearDown
    public void end() {
        eventLoop.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private long nextDelayNs() {
        return delaysNs[next++ & (DELAYS - 1)];
    }

    @Benchmark
    public void report() {
        Lamp lamp = queue.first();
        queue.set(lamp, lamp.wakeNs + nextDelayNs());
    }
}
