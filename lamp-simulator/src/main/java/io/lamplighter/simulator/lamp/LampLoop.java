package io.lamplighter.simulator.lamp;

import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Fault;
import io.lamplighter.simulator.measure.Measurements;
import io.lamplighter.simulator.measure.Phase;
import io.lamplighter.simulator.scenario.Event.PowerCut;
import io.lamplighter.simulator.scenario.LampGroup;
import io.lamplighter.simulator.scenario.TimedEvent;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The lamps of one event loop, their alarm clock, and what they measure. Everything but the constructor happens on the loop,
 * unless a method says otherwise.
 */
final class LampLoop {
    /** Lamps woken before sockets get a turn: some milliseconds of work at the most. */
    private static final int BATCH = 256;

    private static final long END_CHECK_MS = 5;
    private static final int MAX_OPEN_EXCHANGES = 1 << 15; // MQTT can number no more than 65,535

    private final LampPlan plan;
    private final EventLoop loop;
    private final Transport transport;
    private final WakeQueue queue = new WakeQueue();
    private final List<Lamp> lamps = new ArrayList<>();
    private final int firstId;
    private final int idStep;
    private final List<UdpLink> sharedUdp = new ArrayList<>();
    private final Set<Link> abandoned = Collections.newSetFromMap(new IdentityHashMap<>());
    private final NodeNames nodeNames = new NodeNames();
    private final boolean tellsGroups;
    private final long startNs;
    private final long measuredFromNs;
    private final long endNs;
    private final Promise<Void> over;
    private Measurements measurements = new Measurements();
    private long armedNs = WakeQueue.NEVER;
    private int openLamps;
    private int openExchanges;
    private int openSockets;

    /**
     * @param index of this loop among those of all processes
     * @param loops how many there are
     * @param startNs when the warm-up begins, on the monotonic clock
     */
    LampLoop(LampPlan plan, int index, int loops, long startNs, EventLoop loop, Transport transport) {
        this.plan = plan;
        this.loop = loop;
        this.transport = transport;
        this.startNs = startNs;
        over = loop.newPromise();
        measuredFromNs = startNs + plan.scenario().warmup().toNanos();
        endNs = measuredFromNs + plan.scenario().duration().toNanos();
        tellsGroups = plan.scenario().groups().size() > 1;
        firstId = index;
        idStep = loops;
        makeLamps();
    }

    private void makeLamps() {
        List<LampGroup> groups = plan.scenario().groups();
        int id = firstId;
        for (int i = 0; i < groups.size(); i++) {
            Profile profile = new Profile(groups.get(i), plan);
            int first = plan.firstLamp(i);
            int count = plan.firstLamp(i + 1) - first;
            for (; id < first + count; id += idStep) {
                lamps.add(newLamp(id, profile, (double) (id - first) / count));
            }
        }
    }

    /** @param position of the lamp among those of its group, 0..1 */
    private Lamp newLamp(int id, Profile profile, double position) {
        long comesNs = startNs + plan.scenario().arrival().comesNs(position);
        if (profile.group.reportsOnArrival()) {
            return new Lamp(id, profile, this, comesNs, comesNs);
        }
        long turnNs = startNs + (long) (position * profile.intervalNs);
        long missed = Math.max(0, -Math.floorDiv(turnNs - comesNs, profile.intervalNs));
        return new Lamp(id, profile, this, comesNs, turnNs + missed * profile.intervalNs);
    }

    /** Begins; the future completes when every exchange is over and every socket closed. Any thread. */
    Future<Void> start() {
        loop.execute(() -> {
            for (Lamp lamp : lamps) {
                queue.set(lamp, startNs);
            }
            plan.scenario().events().forEach(this::plan);
            turn();
            loop.schedule(this::checkEnd, endNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        });
        return over;
    }

    private void plan(TimedEvent timed) {
        if (timed.event() instanceof PowerCut cut) {
            long atNs = measuredFromNs + timed.at().toNanos();
            loop.schedule(() -> cutPower(cut, atNs), atNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
    }

    private void cutPower(PowerCut cut, long atNs) {
        for (Lamp lamp : lamps) {
            if (lamp.profile().chance(lamp.id(), Long.MIN_VALUE) < cut.share()) {
                lamp.cut(atNs + cut.lasts().toNanos(), cut.how());
            }
        }
    }

    private void turn() {
        armedNs = WakeQueue.NEVER;
        int left = BATCH;
        long nowNs = System.nanoTime();
        while (queue.firstNs() - nowNs <= 0 && left-- > 0) {
            Lamp lamp = queue.first();
            queue.set(lamp, lamp.wake(nowNs));
            nowNs = System.nanoTime();
        }
        if (queue.firstNs() - nowNs <= 0) {
            armedNs = queue.firstNs();
            loop.execute(this::turn); // sockets first
        } else {
            arm();
        }
    }

    private void arm() {
        long firstNs = queue.firstNs();
        if (firstNs < armedNs) {
            // An alarm set for later stays set; its turn finds nothing to do.
            armedNs = firstNs;
            loop.schedule(this::turn, firstNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
    }

    /** Moves a lamp's alarm. */
    void wakeAt(Lamp lamp, long wakeNs) {
        queue.set(lamp, wakeNs);
        arm();
    }

    private void checkEnd() {
        if (openExchanges == 0) {
            lamps.forEach(Lamp::retire);
            List<Link> left = List.copyOf(abandoned);
            abandoned.clear(); // what is closed from here on is our own doing
            left.forEach(Link::close);
            sharedUdp.forEach(UdpLink::closeShared);
            sharedUdp.clear();
            finishWhenClosed();
            return;
        }
        loop.schedule(this::checkEnd, END_CHECK_MS, TimeUnit.MILLISECONDS);
    }

    private void finishWhenClosed() {
        if (openSockets == 0) {
            over.setSuccess(null);
            return;
        }
        loop.schedule(this::finishWhenClosed, 1, TimeUnit.MILLISECONDS);
    }

    /** Gives away what was measured and goes on with {@code fresh}, which must be empty. Any thread. */
    Future<Measurements> exchangeMeasurements(Measurements fresh) {
        return loop.submit(() -> {
            Measurements measured = measurements;
            fresh.openLamps(openLamps);
            measurements = fresh;
            return measured;
        });
    }

    Link newLink(Lamp lamp) {
        return switch (lamp.profile().protocol) {
            case TCP -> new TcpLink(this, lamp);
            case MQTT, MQTT5 -> new MqttLink(this, lamp);
            case UDP -> plan.lampsPerUdpSocket() == 1 ? new UdpLink(this, lamp) : sharedUdp(lamp);
        };
    }

    private UdpLink sharedUdp(Lamp lamp) {
        int slot = index(lamp.id()) / plan.lampsPerUdpSocket();
        while (sharedUdp.size() <= slot) {
            sharedUdp.add(new UdpLink(this, lamp, plan.lampsPerUdpSocket()));
        }
        return sharedUdp.get(slot);
    }

    private int index(int lampId) {
        return (lampId - firstId) / idStep;
    }

    /** The lamp of this id, or null when none of this loop has it. */
    @Nullable
    Lamp lamp(int lampId) {
        boolean isOurs = lampId >= firstId && (lampId - firstId) % idStep == 0 && index(lampId) < lamps.size();
        return isOurs ? lamps.get(index(lampId)) : null;
    }

    /** A link that its lamp has left without a word; stays until the other side or the run ends. */
    void abandon(Link link) {
        measurements.count(Count.ABANDONED);
        abandoned.add(link);
    }

    /** The other side has closed a link; when it was an abandoned one that is worth counting. */
    void closedByPeer(Link link) {
        if (abandoned.remove(link)) {
            measurements.count(Count.ABANDONED_CLOSED);
        }
    }

    EventLoop eventLoop() {
        return loop;
    }

    Transport transport() {
        return transport;
    }

    Sources sources() {
        return plan.sources();
    }

    NodeNames nodeNames() {
        return nodeNames;
    }

    Measurements measurements() {
        return measurements;
    }

    long endNs() {
        return endNs;
    }

    boolean isEcho() {
        return plan.isEcho();
    }

    boolean isClosedLoop() {
        return plan.isClosedLoop();
    }

    /** Room for every exchange that can be due before the first of them times out. */
    int openExchangesPerLamp(Profile profile) {
        return (int) Math.min(MAX_OPEN_EXCHANGES, 2 * (profile.timeoutNs / profile.intervalNs) + 8);
    }

    void lampOpened() {
        measurements.openLamps(++openLamps);
    }

    void lampClosed() {
        measurements.openLamps(--openLamps);
    }

    void socketOpened() {
        openSockets++;
    }

    void socketClosed() {
        openSockets--;
    }

    void exchangesOpened(int howMany) {
        openExchanges += howMany;
    }

    void exchangesClosed(int howMany) {
        openExchanges -= howMany;
    }

    void fault(Fault kind, long howMany) {
        measurements.fault(kind, howMany);
    }

    void connected(Count kind, long connectNs) {
        measurements.count(kind);
        measurements.time(Phase.CONNECT, connectNs);
    }

    void lateness(long dueNs, long nowNs) {
        if (dueNs - measuredFromNs >= 0) {
            measurements.time(Phase.LATENESS, nowNs - dueNs);
        }
    }

    void answered(Profile profile, long dueNs, long sentNs, long firstByteNs, long nowNs, @Nullable String node) {
        measurements.count(Count.ANSWERED);
        if (dueNs - measuredFromNs < 0) {
            measurements.time(Phase.WARMUP, nowNs - dueNs);
            return;
        }
        measurements.time(Phase.EXCHANGE, nowNs - dueNs);
        measurements.time(Phase.EXCHANGE_RAW, nowNs - sentNs);
        measurements.time(Phase.FIRST_BYTE, firstByteNs - sentNs);
        if (tellsGroups) {
            measurements.timeOfGroup(profile.group.name(), nowNs - dueNs);
        }
        if (node != null) {
            measurements.timeOfNode(node, nowNs - dueNs);
        }
    }
}
