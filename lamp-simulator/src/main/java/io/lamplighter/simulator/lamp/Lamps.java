package io.lamplighter.simulator.lamp;

import com.sun.management.OperatingSystemMXBean;
import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.simulator.frame.LampTransport;
import io.lamplighter.simulator.measure.Interval;
import io.lamplighter.simulator.measure.Measurements;
import io.lamplighter.simulator.measure.Strain;
import io.lamplighter.simulator.scenario.Protocol;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.Future;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * All lamps of this process, as an <em>open loop</em>: the rate is given, not found. Every report has a send time fixed in
 * advance, and its latency counts from that time. When a server freezes for two seconds, the reports due meanwhile show up
 * with what their lamps would have waited, without any correction afterwards; so HdrHistogram's
 * {@code recordValueWithExpectedInterval} must not be applied to these figures again.
 *
 * <p>The thread that starts them takes what they measure, once a second.
 */
public final class Lamps implements AutoCloseable {
    private static final long INTERVAL_NS = 1_000_000_000;

    private final MultiThreadIoEventLoopGroup group;
    private final List<LampLoop> loops = new ArrayList<>();
    private final List<Long> threadIds = new ArrayList<>();
    private final List<Future<Void>> ends = new ArrayList<>();
    private final Deque<Measurements> spare = new ArrayDeque<>();
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final long startNs;
    private long nextNs;
    private long lastNs;
    private long lastCpuNs;
    private long lastGcMs;
    private final long[] lastLoopCpuNs;
    private boolean isOver;

    private Lamps(LampPlan plan) {
        Transport transport = LampTransport.ofLamps(
                plan.use(),
                plan.lampsOf(Protocol.UDP) > 0,
                plan.isClosedLoop() ? Double.POSITIVE_INFINITY : plan.scenario().reportsPerLampSecond());
        group = new MultiThreadIoEventLoopGroup(plan.threads(), transport.newIoHandlerFactory());
        lastLoopCpuNs = new long[plan.threads()];
        startNs = System.nanoTime();
        lastNs = startNs;
        nextNs = startNs + INTERVAL_NS;
        for (int i = 0; i < plan.threads(); i++) {
            int index = plan.part() + i * plan.parts();
            loops.add(new LampLoop(plan, index, plan.parts() * plan.threads(), startNs, group.next(), transport));
        }
    }

    /** Starts all lamps of a plan. */
    public static Lamps start(LampPlan plan) throws InterruptedException {
        Lamps lamps = new Lamps(plan);
        for (LampLoop loop : lamps.loops) {
            lamps.threadIds.add(loop.eventLoop()
                    .submit(() -> Thread.currentThread().getId())
                    .sync()
                    .getNow());
        }
        lamps.system.getProcessCpuTime();
        lamps.lastCpuNs = lamps.system.getProcessCpuTime();
        for (LampLoop loop : lamps.loops) {
            lamps.ends.add(loop.start());
        }
        return lamps;
    }

    /** Whether {@link #nextInterval} has given the last one. */
    public boolean isOver() {
        return isOver;
    }

    /** Waits for the end of the second, or of the run, and gives what was measured in it. Only while not {@link #isOver}. */
    public Interval nextInterval() throws InterruptedException {
        isOver = awaitEnds(nextNs);
        Measurements sum = new Measurements();
        for (LampLoop loop : loops) {
            Measurements taken = loop.exchangeMeasurements(takeSpare()).sync().getNow();
            sum.addBeside(taken);
            taken.reset();
            spare.add(taken);
        }
        long nowNs = System.nanoTime();
        Interval interval =
                new Interval((lastNs - startNs) / 1e9, (nowNs - startNs) / 1e9, sum, strain(nowNs - lastNs));
        lastNs = nowNs;
        nextNs += INTERVAL_NS;
        return interval;
    }

    private Measurements takeSpare() {
        return spare.isEmpty() ? new Measurements() : spare.remove();
    }

    private boolean awaitEnds(long deadlineNs) throws InterruptedException {
        for (Future<Void> end : ends) {
            if (!end.await(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                return false;
            }
        }
        return true;
    }

    private Strain strain(long elapsedNs) {
        double busiest = 0;
        for (int i = 0; i < loops.size(); i++) {
            long cpuNs = ManagementFactory.getThreadMXBean().isThreadCpuTimeSupported()
                    ? ManagementFactory.getThreadMXBean().getThreadCpuTime(threadIds.get(i))
                    : 0;
            busiest = Math.max(busiest, (double) (cpuNs - lastLoopCpuNs[i]) / elapsedNs);
            lastLoopCpuNs[i] = cpuNs;
        }
        long cpuNs = system.getProcessCpuTime();
        long gcMs = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        Strain strain = new Strain(Math.min(1, Math.max(0, busiest)), cpuNs - lastCpuNs, gcMs - lastGcMs);
        lastCpuNs = cpuNs;
        lastGcMs = gcMs;
        return strain;
    }

    /** Ends all sessions at once, whatever is under way. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
