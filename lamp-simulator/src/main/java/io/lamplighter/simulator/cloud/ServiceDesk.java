package io.lamplighter.simulator.cloud;

import io.lamplighter.simulator.frame.LampFrame;
import io.lamplighter.simulator.frame.LampFrame.Kind;
import io.lamplighter.simulator.frame.LampFrameCodec;
import io.lamplighter.simulator.frame.NodeAnswer;
import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves requests at the speed of the emulated machine: a timer stands for the work, so that a node of any number of cores
 * costs next to no CPU. A request that finds the machine full is answered BUSY at once, so nothing grows without a bound.
 * Everything happens on the node's event loop.
 */
final class ServiceDesk {
    private final NodePlan plan;
    private final EventLoop loop;
    private final WorkClock clock;
    private final Discipline<Job> jobs;
    private final IdleMeter meter;
    private final LongSupplier serviceNs;
    private final @Nullable Consumer<NodeOrder> orders;
    private long armedNs = Long.MAX_VALUE;
    private boolean isMute;
    private boolean isFrozen;
    private double slowDown = 1;

    private record Job(LampFrame request, Consumer<LampFrame> reply) {}

    /** @param orders who carries out orders that come in frames; null when they are refused */
    ServiceDesk(
            NodePlan plan,
            EventLoop loop,
            IdleMeter meter,
            LongSupplier serviceNs,
            long nowNs,
            @Nullable Consumer<NodeOrder> orders) {
        this.plan = plan;
        this.loop = loop;
        this.meter = meter;
        this.serviceNs = serviceNs;
        this.orders = orders;
        clock = new WorkClock(plan.speed(), nowNs);
        jobs = Discipline.of(plan.discipline(), plan.cores());
    }

    /** Takes a request; {@code reply} is called on the event loop, now or when the emulated work is done. */
    void serve(LampFrame request, Consumer<LampFrame> reply) {
        meter.received(LampFrameCodec.sizeBytes(request));
        if (request.kind() == Kind.ORDER) {
            obey(request, reply);
            return;
        }
        if (jobs.inside() >= plan.queueLimit()) {
            answer(request, Kind.BUSY, reply);
            return;
        }
        long nowNs = System.nanoTime();
        jobs.admit(clock.workNs(nowNs), (double) serviceNs.getAsLong(), new Job(request, reply));
        meter.inside(jobs.inside(), nowNs);
        arm(nowNs);
    }

    private void obey(LampFrame request, Consumer<LampFrame> reply) {
        if (orders == null) {
            answer(request, Kind.BUSY, reply);
            return;
        }
        try {
            NodeOrder order = NodeOrder.parse(new String(request.payload(), StandardCharsets.UTF_8));
            answer(request, Kind.ANSWER, reply);
            orders.accept(order);
        } catch (IllegalArgumentException e) {
            answer(request, Kind.BUSY, reply); // what it says is for the eyes of whoever writes scripts, not for lamps
        }
    }

    private void arm(long nowNs) {
        double untilNs = clock.untilNs(jobs.nextEndNs(), nowNs);
        if (isFrozen || Double.isInfinite(untilNs)) {
            return;
        }
        long endNs = nowNs + (long) Math.ceil(Math.min(untilNs, 1e17));
        if (endNs < armedNs) {
            // A timer set for later stays set; it finds nothing to do.
            armedNs = endNs;
            loop.schedule(this::finish, endNs - nowNs, TimeUnit.NANOSECONDS);
        }
    }

    private void finish() {
        armedNs = Long.MAX_VALUE;
        if (isFrozen) {
            return; // even what was done a moment ago waits; the thaw arms anew
        }
        long nowNs = System.nanoTime();
        double workNs = clock.workNs(nowNs);
        for (Job job = jobs.finish(workNs); job != null; job = jobs.finish(workNs)) {
            answer(job.request, Kind.ANSWER, job.reply);
        }
        meter.inside(jobs.inside(), nowNs);
        arm(nowNs);
    }

    private void answer(LampFrame request, Kind kind, Consumer<LampFrame> reply) {
        LampFrame answer = request.answer(kind, NodeAnswer.of(plan.name(), request.payload()));
        meter.sent(LampFrameCodec.sizeBytes(answer));
        if (!isMute) {
            reply.accept(answer);
        }
    }

    /** Whether answers go nowhere from now on. */
    void setMute(boolean mute) {
        isMute = mute;
    }

    /** Whether no work is done from now on. */
    void setFrozen(boolean frozen) {
        isFrozen = frozen;
        changeSpeed();
    }

    /** Part of the usual speed at which work is done from now on. */
    void setSlowDown(double part) {
        slowDown = part;
        changeSpeed();
    }

    private void changeSpeed() {
        long nowNs = System.nanoTime();
        clock.setSpeed(isFrozen ? 0 : plan.speed() * slowDown, nowNs);
        armedNs = Long.MAX_VALUE; // whatever was set counted on another speed
        arm(nowNs);
    }

    /** Forgets what is inside; nobody is answered. */
    void drop() {
        long nowNs = System.nanoTime();
        jobs.clear(clock.workNs(nowNs));
        meter.inside(0, nowNs);
    }
}
