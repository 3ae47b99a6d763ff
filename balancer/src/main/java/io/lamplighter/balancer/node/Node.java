package io.lamplighter.balancer.node;

import io.lamplighter.balancer.config.UpstreamServer;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server that sessions go to. It lives as long as any generation names it: sessions in flight and passive health carry
 * over a reload; only its {@link #settings() settings} are replaced.
 *
 * <p>Threads: every event loop borrows and releases; all state is atomic or a harmless race that is named on its line.
 */
public final class Node {
    private final NodeKey key;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger fails = new AtomicInteger();
    private volatile long usableFromMs = Long.MIN_VALUE;
    private volatile UpstreamServer settings;

    public Node(NodeKey key, UpstreamServer settings) {
        this.key = key;
        this.settings = settings;
    }

    public NodeKey key() {
        return key;
    }

    public InetSocketAddress address() {
        return key.address();
    }

    /** The {@code server} line of the newest generation that names this node. */
    public UpstreamServer settings() {
        return settings;
    }

    /** Called by the thread that swaps generations. */
    public void settings(UpstreamServer newSettings) {
        settings = newSettings;
    }

    /** Sessions borrowed and not yet released. */
    public int inFlight() {
        return inFlight.get();
    }

    /** Takes a place for one session unless {@code max_conns} sessions are in flight already; one atomic step. */
    public boolean tryBorrow() {
        int limit = settings.maxConns();
        if (limit == 0) {
            inFlight.incrementAndGet();
            return true;
        }
        int current;
        do {
            current = inFlight.get();
            if (current >= limit) {
                return false;
            }
        } while (!inFlight.compareAndSet(current, current + 1));
        return true;
    }

    /** Gives back what {@link #tryBorrow()} took, exactly once. */
    public void release() {
        inFlight.decrementAndGet();
    }

    /** Passive health: whether the node may be tried at {@code nowMs} (steady clock, milliseconds). */
    public boolean isUsable(long nowMs) {
        return nowMs >= usableFromMs;
    }

    /** Passive health: a connection was made. */
    public void succeeded() {
        fails.set(0);
    }

    /**
     * Passive health: an attempt failed.
     *
     * @param nowMs steady clock, milliseconds
     * @return whether this failure made the node unusable
     */
    public boolean failed(long nowMs) {
        UpstreamServer now = settings;
        if (now.maxFails() == 0 || fails.incrementAndGet() < now.maxFails()) {
            return false;
        }
        usableFromMs = nowMs + now.failTimeoutMs();
        return true;
    }
}
