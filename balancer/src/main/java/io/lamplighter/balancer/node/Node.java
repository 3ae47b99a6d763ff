package io.lamplighter.balancer.node;

import io.lamplighter.balancer.config.Source;
import io.lamplighter.balancer.config.UpstreamServer;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * A server that sessions go to. It lives as long as any generation names it: sessions in flight and passive health carry
 * over a reload; only its {@link #settings() settings} are replaced, and only once the new generation is accepted.
 *
 * <p>Passive health is nginx's. {@code max_fails} failures make the node unusable; after {@code fail_timeout} one session
 * may try it, and one more after each further {@code fail_timeout}; the success of such a try clears the failures. A node
 * that is alone in its upstream is always tried, whatever {@code max_fails} says. Unlike nginx, a failure does not lower
 * the node's share before {@code max_fails} is reached: shares are a schedule computed ahead of the picks.
 *
 * <p>Threads: every event loop borrows, releases and reports; state is atomic, and no step waits. Nothing is allocated
 * while a node is in good health; a failure, and a try after one, allocate a few bytes.
 */
public final class Node {
    // Fields and not objects: a pick among thousands finds few of them in the cache, and pays for each it has to fetch.
    private static final AtomicIntegerFieldUpdater<Node> IN_FLIGHT =
            AtomicIntegerFieldUpdater.newUpdater(Node.class, "inFlight");
    private static final AtomicReferenceFieldUpdater<Node, Health> HEALTH =
            AtomicReferenceFieldUpdater.newUpdater(Node.class, Health.class, "health");
    private static final AtomicReferenceFieldUpdater<Node, Terms> TERMS =
            AtomicReferenceFieldUpdater.newUpdater(Node.class, Terms.class, "terms");

    private final NodeKey key;
    private volatile int inFlight;
    /** Of all nodes of the upstream together; they share it. */
    private final AtomicInteger upstreamInFlight;

    private final NodeTimes times = new NodeTimes();
    private volatile Health health = Health.GOOD;
    private volatile Terms terms;
    private volatile boolean isRemoved;

    /**
     * What others say of this node, swapped as one value.
     *
     * @param line the {@code server} line of the newest generation
     * @param isAlone whether the upstream holds nothing else
     * @param ordered what the administrator ordered
     * @param isAgentDraining whether the node's agent asks for no new sessions
     * @param active what health checks found
     * @param isOpen what they come to: whether it may get new sessions
     * @param maxConns of the line, once more, as is the next
     */
    private record Terms(
            UpstreamServer line,
            boolean isAlone,
            AdminOrder ordered,
            boolean isAgentDraining,
            ActiveHealth active,
            boolean isOpen,
            int maxConns,
            long failTimeoutMs) {

        static Terms of(
                UpstreamServer line,
                boolean isAlone,
                AdminOrder ordered,
                boolean isAgentDraining,
                ActiveHealth active) {
            return new Terms(
                    line,
                    isAlone,
                    ordered,
                    isAgentDraining,
                    active,
                    standing(line, ordered, isAgentDraining, active).availability() == Availability.UP,
                    line.maxConns(),
                    line.failTimeoutMs());
        }

        Standing standing() {
            return standing(line, ordered, isAgentDraining, active);
        }

        Terms with(AdminOrder newOrdered) {
            return of(line, isAlone, newOrdered, isAgentDraining, active);
        }

        Terms with(boolean newAgentDraining) {
            return of(line, isAlone, ordered, newAgentDraining, active);
        }

        Terms with(ActiveHealth newActive) {
            return of(line, isAlone, ordered, isAgentDraining, newActive);
        }

        /** The administrator has the first word; {@code down}, and health, are stronger than a wish of the agent's. */
        private static Standing standing(
                UpstreamServer line, AdminOrder ordered, boolean isAgentDraining, ActiveHealth active) {
            if (ordered.availability().isPresent()) {
                return new Standing(ordered.availability().get(), SetBy.ADMIN);
            }
            if (line.down()) {
                return new Standing(Availability.DOWN, SetBy.CONFIGURATION);
            }
            if (!active.isFit()) {
                return new Standing(Availability.DOWN, SetBy.HEALTH);
            }
            if (isAgentDraining) {
                return new Standing(Availability.DRAIN, SetBy.AGENT);
            }
            return new Standing(line.drain() ? Availability.DRAIN : Availability.UP, SetBy.CONFIGURATION);
        }
    }

    /**
     * A node that no generation names: the destination that was computed for one session, or a few. Nothing is remembered of
     * it, and its figures are counted together with those of all others like it.
     */
    public static Node passing(String upstream, SocketAddress address, Source source) {
        UpstreamServer line = UpstreamServer.plain(upstream, List.of(address), source);
        return new Node(new NodeKey(upstream, address, NodeKey.PASSING), line, true, new AtomicInteger());
    }

    /** Whether no generation names it. */
    public boolean isPassing() {
        return key.ordinal() == NodeKey.PASSING;
    }

    /** A node with company: {@code max_fails} counts. */
    public Node(NodeKey key, UpstreamServer settings) {
        this(key, settings, false, new AtomicInteger());
    }

    /** @param upstreamInFlight counts the sessions in flight of all nodes that are given it */
    Node(NodeKey key, UpstreamServer settings, boolean isAlone, AtomicInteger upstreamInFlight) {
        this.key = key;
        this.upstreamInFlight = upstreamInFlight;
        this.terms = Terms.of(settings, isAlone, AdminOrder.NONE, false, ActiveHealth.NOT_CHECKED);
    }

    public NodeKey key() {
        return key;
    }

    public SocketAddress address() {
        return key.address();
    }

    /** The {@code server} line of the newest generation that names this node. */
    public UpstreamServer settings() {
        return terms.line();
    }

    /** Called by the thread that swaps generations. */
    public void settings(UpstreamServer line, boolean isAlone) {
        TERMS.updateAndGet(this, old -> Terms.of(line, isAlone, old.ordered(), old.isAgentDraining(), old.active()));
    }

    /** Whether it may get new sessions as far as administrator, agent and configuration are concerned. */
    public Availability availability() {
        return standing().availability();
    }

    /** Whether it has left its group, or counts as not there: its sessions may be ended. */
    public boolean isGone() {
        return isRemoved || availability() == Availability.DOWN;
    }

    /** It has left its group, until it comes back to one. Called by the thread that swaps generations. */
    void removed(boolean now) {
        isRemoved = now;
    }

    /** {@link #availability()} and who says so, which belong together. */
    public Standing standing() {
        return terms.standing();
    }

    /** What the administrator ordered. */
    public AdminOrder ordered() {
        return terms.ordered();
    }

    /** Replaces what the administrator ordered. The weigher has to be told, for it publishes the weights. Any thread. */
    public void order(AdminOrder order) {
        TERMS.updateAndGet(this, old -> old.with(order));
    }

    /** Whether the node's agent asks for no new sessions. */
    public boolean isAgentDraining() {
        return terms.isAgentDraining();
    }

    /** Called by the weigher, which hears the agents. */
    public void agentDraining(boolean isDraining) {
        if (terms.isAgentDraining() != isDraining) {
            TERMS.updateAndGet(this, old -> old.with(isDraining));
        }
    }

    /** What health checks found. */
    public ActiveHealth activeHealth() {
        return terms.active();
    }

    /** Called by who checks. The weigher has to be told, for it publishes which nodes are closed. Any thread. */
    public void activeHealth(ActiveHealth found) {
        if (terms.active() != found) {
            TERMS.updateAndGet(this, old -> old.with(found));
        }
    }

    /** Sessions borrowed and not yet released. */
    public int inFlight() {
        return inFlight;
    }

    /**
     * Sessions borrowed and not yet released of all nodes of this node's upstream, also of those that a reload took out of it
     * and whose sessions stay. It follows {@link #inFlight()} of each by a moment, and never loses one.
     */
    public int upstreamInFlight() {
        return upstreamInFlight.get();
    }

    /** How long the node takes; told only by sessions of upstreams that choose by it. */
    public NodeTimes times() {
        return times;
    }

    /**
     * How often the average of a time is to be halved because the node was not chosen for long, see {@link NodeTimes}.
     *
     * @param nowMs steady clock, milliseconds
     * @return 0..31
     */
    public int timeHalvings(long nowMs) {
        return times.halvings(nowMs, terms.failTimeoutMs());
    }

    /**
     * Whether {@link #tryBorrow(long)} would give the node now: up, not unusable, not full. Changes nothing, and may
     * be out of date when it returns.
     *
     * @param nowMs steady clock, milliseconds
     */
    public boolean canBorrow(long nowMs) {
        Terms now = terms;
        return now.isOpen() && !isFull(now) && isUsable(now, health, nowMs);
    }

    /**
     * Takes a place for one session, unless the node is not {@linkplain Availability#UP up}, unusable, or has {@code max_conns} sessions already.
     * Of the sessions that find an unusable node due for a try, one gets it.
     *
     * @param nowMs steady clock, milliseconds
     * @return whether the caller has the place, and with it the duty to {@link #release} it exactly once
     */
    public boolean tryBorrow(long nowMs) {
        return tryBorrow(nowMs, 0);
    }

    /**
     * As {@link #tryBorrow(long)}, for a caller that sets a limit of its own.
     *
     * @param most sessions in flight that there may be then, this one included; 0 for no limit but {@code max_conns}
     */
    public boolean tryBorrow(long nowMs, int most) {
        Terms now = terms;
        if (!now.isOpen() || !isUsable(now, health, nowMs) || !takePlace(smallerLimit(now.maxConns(), most))) {
            return false;
        }
        if (claimTry(now, nowMs)) {
            upstreamInFlight.incrementAndGet();
            return true;
        }
        // Another session took the try. Had the try been claimed before the place, a full node would waste it.
        IN_FLIGHT.decrementAndGet(this);
        return false;
    }

    /** 0 is no limit. */
    private static int smallerLimit(int one, int other) {
        return one == 0 || other == 0 ? one + other : Math.min(one, other);
    }

    private boolean isFull(Terms now) {
        return now.maxConns() != 0 && inFlight >= now.maxConns();
    }

    private boolean takePlace(int maxConns) {
        if (maxConns == 0) {
            IN_FLIGHT.incrementAndGet(this);
            return true;
        }
        int current;
        do {
            current = inFlight;
            if (current >= maxConns) {
                return false;
            }
        } while (!IN_FLIGHT.compareAndSet(this, current, current + 1));
        return true;
    }

    private boolean claimTry(Terms now, long nowMs) {
        while (true) {
            Health seen = health;
            if (now.isAlone() || seen.isGood()) {
                return true;
            }
            if (!seen.isProbeDue(nowMs, now.line().failTimeoutMs())) {
                return !seen.isDisabledBy(now.line().maxFails());
            }
            if (HEALTH.compareAndSet(this, seen, seen.probedAt(nowMs))) {
                return true;
            }
        }
    }

    /** Gives back what {@link #tryBorrow(long)} took, exactly once. */
    public void release() {
        IN_FLIGHT.decrementAndGet(this);
        upstreamInFlight.decrementAndGet();
    }

    /**
     * Passive health: whether the node may be tried.
     *
     * @param nowMs steady clock, milliseconds
     */
    public boolean isUsable(long nowMs) {
        return isUsable(terms, health, nowMs);
    }

    private static boolean isUsable(Terms now, Health seen, long nowMs) {
        return seen.isGood()
                || now.isAlone()
                || !seen.isDisabledBy(now.line().maxFails())
                || seen.isProbeDue(nowMs, now.line().failTimeoutMs());
    }

    /**
     * Passive health: whether {@code max_fails} failures stand against the node, also while it is due for a try. It is over
     * when a try succeeds.
     */
    public boolean isFailed() {
        Terms now = terms;
        return !now.isAlone() && health.isDisabledBy(now.line().maxFails());
    }

    /**
     * Passive health: a connection was made, or a session ended without fault of the node. Clears the failures if the last
     * of them is more than {@code fail_timeout} old and the node was tried since.
     */
    public void succeeded() {
        Health seen = health;
        // A lost race means that another session reported at the same moment; its word is as good.
        if (!seen.isGood() && (terms.isAlone() || seen.isClearedBySuccess())) {
            HEALTH.compareAndSet(this, seen, Health.GOOD);
        }
    }

    /**
     * Passive health: an attempt failed.
     *
     * @param nowMs steady clock, milliseconds
     * @return whether the node is unusable now
     */
    public boolean failed(long nowMs) {
        Terms now = terms;
        if (now.isAlone()) {
            health = Health.GOOD;
            return false;
        }
        Health after = HEALTH.updateAndGet(this, before -> before.failedAt(nowMs));
        return after.isDisabledBy(now.line().maxFails());
    }
}
