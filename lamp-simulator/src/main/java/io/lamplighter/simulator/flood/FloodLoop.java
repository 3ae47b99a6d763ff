package io.lamplighter.simulator.flood;

import io.lamplighter.simulator.flood.Latencies.Kind;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The lamps of one event loop and their schedule. One timer serves them all: exchange {@code k} of the loop belongs to lamp
 * {@code k mod n}, so each lamp sends evenly and all lamps together too. Before the ramp has brought a lamp up, its
 * exchanges are not due. Everything but the constructor happens on the loop.
 */
final class FloodLoop {
    private static final long EXPIRY_CHECK_MS = 50;
    private static final int MAX_OPEN_EXCHANGES = 1 << 16;

    private final FloodPlan plan;
    private final EventLoop loop;
    private final LampSockets sockets;
    private final Tally tally;
    private final Latencies latencies = new Latencies();
    private final List<Lamp> lamps = new ArrayList<>();
    private final List<Long> comesNs = new ArrayList<>();
    private final byte[] payload;
    private final long measuredFromNs;
    private final long endNs;
    private final Pace pace;
    private final SplittableRandom random;
    private final Promise<Void> finished;
    private long nextExchange;

    /**
     * @param index of this loop among the flood's
     * @param startNs when the first lamp comes, on the monotonic clock
     */
    FloodLoop(FloodPlan plan, int index, long startNs, EventLoop loop, LampSockets sockets, Tally tally) {
        this.plan = plan;
        this.loop = loop;
        this.sockets = sockets;
        this.tally = tally;
        finished = loop.newPromise();
        random = new SplittableRandom(plan.seed() + index);
        payload = new byte[plan.payloadBytes()];
        random.nextBytes(payload);
        measuredFromNs = startNs + plan.ramp().toNanos();
        endNs = measuredFromNs + plan.duration().toNanos();
        for (int id = index; id < plan.lamps(); id += plan.threads()) {
            lamps.add(new Lamp(id, plan.isUdp(id), this));
            comesNs.add(startNs + plan.ramp().toNanos() * id / plan.lamps());
        }
        pace = new Pace(startNs, plan.ratePerSecond() * lamps.size() / plan.lamps());
    }

    /** Begins; the future completes when every exchange is over and every session closed. */
    Future<Void> start() {
        loop.execute(() -> {
            for (int i = 0; i < lamps.size(); i++) {
                loop.schedule(lamps.get(i)::come, comesNs.get(i) - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
            sendDue();
            expire();
        });
        return finished;
    }

    private void sendDue() {
        long nowNs = System.nanoTime();
        long dueNs = pace.dueNs(nextExchange);
        while (dueNs - nowNs <= 0 && dueNs - endNs < 0) {
            int index = (int) (nextExchange % lamps.size());
            if (comesNs.get(index) - dueNs <= 0) {
                tally.due.increment();
                lamps.get(index).due(dueNs);
            }
            nextExchange++;
            dueNs = pace.dueNs(nextExchange);
        }
        if (dueNs - endNs < 0) {
            loop.schedule(this::sendDue, dueNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
    }

    private void expire() {
        long nowNs = System.nanoTime();
        lamps.forEach(lamp -> lamp.expire(nowNs - plan.timeout().toNanos()));
        if (nowNs - endNs >= 0 && lamps.stream().noneMatch(Lamp::hasOpenExchanges)) {
            lamps.forEach(Lamp::retire);
            finishWhenClosed();
            return;
        }
        loop.schedule(this::expire, EXPIRY_CHECK_MS, TimeUnit.MILLISECONDS);
    }

    private void finishWhenClosed() {
        if (lamps.stream().noneMatch(Lamp::hasSession)) {
            finished.setSuccess(null);
            return;
        }
        loop.schedule(this::finishWhenClosed, 1, TimeUnit.MILLISECONDS);
    }

    Latencies latencies() {
        return latencies;
    }

    EventLoop eventLoop() {
        return loop;
    }

    LampSockets sockets() {
        return sockets;
    }

    byte[] payload() {
        return payload;
    }

    /** Room for every exchange that can be due before the first of them times out. */
    int openExchangesPerLamp() {
        double perLamp = plan.ratePerSecond() / plan.lamps() * plan.timeout().toNanos() / 1e9;
        int wanted = (int) Math.min(MAX_OPEN_EXCHANGES, 2 * perLamp + 8);
        return Integer.highestOneBit(wanted - 1) << 1;
    }

    /**
     * How long the next session lasts. Exponentially distributed: then the sessions of many lamps end at a steady rate from
     * the first moment on, and not in waves.
     */
    OptionalLong sessionLifeNs() {
        if (plan.reconnectEvery().isEmpty()) {
            return OptionalLong.empty();
        }
        double meanNs = (double) plan.reconnectEvery().get().toNanos();
        return OptionalLong.of((long) (-Math.log(1 - random.nextDouble()) * meanNs));
    }

    void opened(boolean isUdp, long connectNs) {
        tally.lampOpened(isUdp ? tally.udpSessions : tally.tcpSessions);
        if (!isUdp) {
            latencies.record(Kind.CONNECT, connectNs);
        }
    }

    void closed() {
        tally.lampClosed();
    }

    void answered(long dueNs, String node) {
        long latencyNs = System.nanoTime() - dueNs;
        if (latencyNs < 0) {
            tally.error(FloodError.CLOCK);
            return;
        }
        tally.answered.increment();
        if (dueNs - measuredFromNs < 0) {
            latencies.record(Kind.WARMUP, latencyNs);
            return;
        }
        latencies.record(Kind.RESPONSE, latencyNs);
        tally.servedBy(node);
    }

    void error(FloodError kind) {
        tally.error(kind);
    }

    void errors(FloodError kind, int count) {
        for (int i = 0; i < count; i++) {
            tally.error(kind);
        }
    }
}
