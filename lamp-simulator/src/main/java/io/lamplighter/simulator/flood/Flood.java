package io.lamplighter.simulator.flood;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A flood of lamps in one process, as an <em>open loop</em>: the rate is given, not found. Every exchange has a send time
 * fixed in advance, and its latency counts from that time. When a server freezes for two seconds, the exchanges due
 * meanwhile show up with what their lamps would have waited, without any correction afterwards; so HdrHistogram's
 * {@code recordValueWithExpectedInterval} must not be applied to these figures again.
 *
 * <p>The ramp brings the lamps up one after another and warms both ends up; its exchanges are kept apart and are not in the
 * percentiles, its errors count like all others.
 */
public final class Flood {
    private static final long TICK_MS = 250;
    private static final long TICKS_PER_INTERVAL = 4;

    private Flood() {}

    /**
     * Runs a flood to its end.
     *
     * @param outDir where the reports go; made when it is not there
     * @param onProgress told four times a second, on the calling thread
     * @throws IOException when a report cannot be written
     */
    public static FloodResult run(FloodPlan plan, Path outDir, Consumer<FloodProgress> onProgress)
            throws IOException, InterruptedException {
        Files.createDirectories(outDir);
        Tally tally = new Tally();
        LampSockets sockets = new LampSockets(plan);
        MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(
                plan.threads(), sockets.transport().newIoHandlerFactory());
        long startNs = System.nanoTime();
        List<FloodLoop> loops = new ArrayList<>();
        for (int index = 0; index < plan.threads(); index++) {
            loops.add(new FloodLoop(plan, index, startNs, group.next(), sockets, tally));
        }
        try (LatencyReport report = LatencyReport.open(outDir, plan, loops)) {
            List<Future<Void>> ends = loops.stream().map(FloodLoop::start).toList();
            follow(plan, startNs, tally, report, ends, onProgress);
            report.finish();
            return FloodResult.of(plan, tally, report, outDir);
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }

    private static void follow(
            FloodPlan plan,
            long startNs,
            Tally tally,
            LatencyReport report,
            List<Future<Void>> ends,
            Consumer<FloodProgress> onProgress)
            throws InterruptedException {
        for (long tick = 1; !areDone(ends); tick++) {
            if (tick % TICKS_PER_INTERVAL == 0) {
                report.takeInterval();
            }
            onProgress.accept(FloodProgress.of(plan, System.nanoTime() - startNs, tally, report));
        }
    }

    private static boolean areDone(List<Future<Void>> ends) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TICK_MS);
        for (Future<Void> end : ends) {
            if (!end.await(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                return false;
            }
        }
        return true;
    }
}
