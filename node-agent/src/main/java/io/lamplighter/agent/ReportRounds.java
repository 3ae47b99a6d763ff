package io.lamplighter.agent;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's two clocks: one reports in each interval, one looks the balancers' names up again now and then, each on a
 * thread of its own. SIGTERM and SIGINT end both.
 */
final class ReportRounds {
    private static final Logger LOG = LoggerFactory.getLogger(ReportRounds.class);

    /** Balancers move seldom; the JVM itself remembers an address for 30 s. */
    private static final long RESOLVE_PERIOD_S = 30;

    private final Runnable report;
    private final List<ReportSender> senders;
    private final Duration interval;
    private final ScheduledThreadPoolExecutor reporting = thread("report");
    private final ScheduledThreadPoolExecutor resolving = thread("resolve");
    private String lastFault = "";

    /** @param report samples and reports once */
    ReportRounds(Runnable report, List<ReportSender> senders, Duration interval) {
        this.report = report;
        this.senders = List.copyOf(senders);
        this.interval = interval;
    }

    private static ScheduledThreadPoolExecutor thread(String name) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        // A report that is not due yet must not hold up the end.
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return executor;
    }

    /** Resolves, waits an interval for something to compare with, and reports. */
    int once() throws InterruptedException {
        senders.forEach(ReportSender::resolve);
        Thread.sleep(interval.toMillis());
        report.run();
        return senders.stream().allMatch(sender -> sender.failed() == 0) ? 0 : 1;
    }

    /** Reports until the process is asked to end. */
    int untilStopped() throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(stopped), "stop"));
        resolving.scheduleWithFixedDelay(
                () -> senders.forEach(ReportSender::resolve), 0, RESOLVE_PERIOD_S, TimeUnit.SECONDS);
        RoundClock clock =
                new RoundClock(interval, () -> ThreadLocalRandom.current().nextDouble(), System.nanoTime());
        reporting.schedule(() -> roundAndNext(clock), clock.waitNs(System.nanoTime()), TimeUnit.NANOSECONDS);
        stopped.await();
        return 0;
    }

    private void roundAndNext(RoundClock clock) {
        round();
        if (!reporting.isShutdown()) {
            reporting.schedule(() -> roundAndNext(clock), clock.waitNs(System.nanoTime()), TimeUnit.NANOSECONDS);
        }
    }

    /** Reports; a fault is logged when it begins, changes or ends. */
    void round() {
        try {
            report.run();
            if (!lastFault.isEmpty()) {
                LOG.info("reporting works again");
            }
            lastFault = "";
        } catch (RuntimeException e) {
            // Nothing is sent: to the balancers this is silence, and they fall back. The next round may do better.
            if (!e.toString().equals(lastFault)) {
                LOG.error("nothing reported: {}", e.toString(), e);
            }
            lastFault = e.toString();
        }
    }

    private void stop(CountDownLatch stopped) {
        resolving.shutdownNow();
        reporting.shutdown();
        try {
            reporting.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (ReportSender sender : senders) {
            LOG.info("stopped; reports to {}: {} sent, {} failed", sender.balancer(), sender.sent(), sender.failed());
        }
        stopped.countDown();
    }
}
