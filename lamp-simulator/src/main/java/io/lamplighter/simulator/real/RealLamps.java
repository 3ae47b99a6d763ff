package io.lamplighter.simulator.real;

import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Fault;
import io.lamplighter.simulator.measure.Measurements;
import io.lamplighter.simulator.measure.Phase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.jspecify.annotations.Nullable;

/**
 * All real lamps of a run, and the audit. They come up one after another in the warm-up, because each costs four threads and
 * a handshake, and report on a fixed schedule like all lamps. What their clients say comes on Paho's threads.
 */
public final class RealLamps implements AutoCloseable {
    private static final String GROUP = "real";
    private static final long POLL_MS = 20;

    private final List<RealLamp> lamps = new ArrayList<>();
    private final Map<Integer, BitSet> acknowledged = new TreeMap<>();
    private final @Nullable RealLampPlan plan;
    private final @Nullable Audit audit;
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2, task -> {
        Thread thread = new Thread(task, "real lamps");
        thread.setDaemon(true);
        return thread;
    });
    private Measurements measurements = new Measurements();
    private long measuredFromNs;
    private int open;
    private long dueTotal;
    private long overTotal;
    private long acknowledgedTotal;

    private RealLamps(@Nullable RealLampPlan plan, @Nullable Audit audit) {
        this.plan = plan;
        this.audit = audit;
    }

    /**
     * Starts what is planned, if anything.
     *
     * @throws IOException when the audit has no broker, or a client cannot be made
     */
    public static RealLamps start(Optional<RealLampPlan> planned) throws IOException {
        if (planned.isEmpty()) {
            return new RealLamps(null, null);
        }
        RealLampPlan plan = planned.get();
        Audit audit = plan.audit().isEmpty() ? null : new Audit(plan.audit());
        RealLamps started = new RealLamps(plan, audit);
        try {
            started.begin(plan);
            return started;
        } catch (MqttException e) {
            started.close();
            throw new IOException("a real lamp cannot be made: " + e.getMessage(), e);
        }
    }

    private void begin(RealLampPlan plan) throws MqttException {
        long startNs = System.nanoTime();
        measuredFromNs = startNs + plan.warmup().toNanos();
        long endNs = measuredFromNs + plan.duration().toNanos();
        for (int i = 0; i < plan.lamps(); i++) {
            RealLamp lamp = new RealLamp(RealLamp.FIRST_ID + i, plan, this);
            lamps.add(lamp);
            long comesNs = startNs + plan.warmup().toNanos() * i / plan.lamps() / 2;
            long firstNs = measuredFromNs + plan.interval().toNanos() * i / plan.lamps();
            timer.schedule(() -> connect(lamp), comesNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            schedule(lamp, firstNs, endNs, plan.interval().toNanos());
        }
    }

    private void connect(RealLamp lamp) {
        try {
            lamp.connect();
        } catch (MqttException e) {
            refused();
        }
    }

    private void schedule(RealLamp lamp, long dueNs, long endNs, long intervalNs) {
        if (dueNs - endNs >= 0 || timer.isShutdown()) {
            return;
        }
        timer.schedule(
                () -> {
                    lamp.report(dueNs);
                    schedule(lamp, dueNs + intervalNs, endNs, intervalNs);
                },
                dueNs - System.nanoTime(),
                TimeUnit.NANOSECONDS);
    }

    synchronized void connected(long loginNs) {
        open++;
        measurements.count(Count.MQTT_SESSIONS);
        measurements.time(Phase.LOGIN, loginNs);
        measurements.openLamps(open);
    }

    synchronized void disconnected() {
        measurements.fault(Fault.CLOSED, 1);
    }

    synchronized void refused() {
        measurements.fault(Fault.REFUSED, 1);
    }

    synchronized void due() {
        dueTotal++;
        measurements.count(Count.DUE);
    }

    synchronized void notSent() {
        overTotal++;
        measurements.fault(Fault.UNANSWERED, 1);
    }

    synchronized void acknowledged(int lampId, int sequence, long dueNs, long sentNs) {
        long nowNs = System.nanoTime();
        overTotal++;
        acknowledgedTotal++;
        acknowledged.computeIfAbsent(lampId, any -> new BitSet()).set(sequence);
        measurements.count(Count.ANSWERED);
        measurements.count(Count.REAL_ACKNOWLEDGED);
        measurements.time(Phase.EXCHANGE, nowNs - dueNs);
        measurements.time(Phase.EXCHANGE_RAW, nowNs - sentNs);
        measurements.timeOfGroup(GROUP, nowNs - dueNs);
    }

    /** Adds what was measured since the last call. */
    public synchronized void addTo(Measurements sum) {
        sum.addBeside(measurements);
        measurements = new Measurements();
        measurements.openLamps(open);
    }

    /** Waits for what is under way, no longer than the plan's timeout, and adds the rest and what the audit found. */
    public void finish(Measurements sum) throws InterruptedException {
        if (plan == null) {
            return;
        }
        long deadlineNs = System.nanoTime() + plan.timeout().toNanos();
        while (!isSettled() && System.nanoTime() - deadlineNs < 0) {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
        addTo(sum);
        if (audit != null) {
            sum.count(Count.AUDIT_ARRIVED, audit.arrived());
            sum.count(Count.AUDIT_LOST, lost(audit));
            sum.count(Count.AUDIT_TWICE, audit.twice());
        }
        sum.fault(Fault.TIMED_OUT, openReports());
    }

    private synchronized long openReports() {
        return dueTotal - overTotal;
    }

    private boolean isSettled() {
        return openReports() == 0 && (audit == null || lost(audit) == 0);
    }

    /** Acknowledged reports that arrived at no audited broker. */
    private synchronized long lost(Audit asked) {
        return acknowledged.entrySet().stream()
                .mapToLong(lamp -> asked.missing(lamp.getKey(), lamp.getValue()))
                .sum();
    }

    /** What is to be known of them beside the figures. */
    public synchronized List<String> notes() {
        if (audit == null) {
            return List.of();
        }
        List<String> notes = new ArrayList<>();
        notes.add(String.format(
                java.util.Locale.ROOT,
                "audit: of %,d reports of real lamps that were acknowledged, %,d did not arrive; %,d reports of all lamps"
                        + " arrived, %,d of them twice",
                acknowledgedTotal,
                lost(audit),
                audit.arrived(),
                audit.twice()));
        if (audit.strange() > 0) {
            notes.add("audit: " + audit.strange() + " messages under the lamps' topics were no reports");
        }
        return notes;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        lamps.forEach(RealLamp::close);
        if (audit != null) {
            audit.close();
        }
    }
}
