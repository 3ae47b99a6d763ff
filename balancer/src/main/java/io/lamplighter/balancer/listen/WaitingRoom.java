package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.measure.EndReason;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of one loop that wait for a node of one upstream, first come, first served. {@link UpstreamQueue} says
 * whose turn it is among the loops.
 *
 * <p>Threads: the worker's event loop, except {@link #wake} and {@link #headTicket}.
 */
final class WaitingRoom implements Runnable {
    /** Above every ticket. */
    static final long NOBODY = Long.MAX_VALUE;

    private static final Logger LOG = LoggerFactory.getLogger(WaitingRoom.class);

    /** Longest time until somebody waiting gets a place that came without a word. Short beside any time-out. */
    private static final long LOOK_MS = 100;

    private final UpstreamQueue queue;
    private final Worker worker;
    private final Set<Wait> waits = new LinkedHashSet<>();
    private final AtomicBoolean isWoken = new AtomicBoolean();
    private final Runnable lookAgain = this::lookAgain;
    private boolean isLookPlanned;
    private volatile long headTicket = NOBODY;

    WaitingRoom(UpstreamQueue queue, Worker worker) {
        this.queue = queue;
        this.worker = worker;
    }

    /** The ticket of who is first here, or {@link #NOBODY}. Any thread. */
    long headTicket() {
        return headTicket;
    }

    /** Looks soon whether somebody can be served, here or in the room whose turn it is. Any thread. */
    void wake() {
        if (!isWoken.get() && isWoken.compareAndSet(false, true)) {
            worker.loop.execute(this);
        }
    }

    @Override
    public void run() {
        isWoken.set(false); // first: who wakes from now on has freed a place that this look may miss
        serve();
    }

    Wait enter(TcpSession session, long ticket, long timeoutMs) {
        long nowNs = worker.nowNs();
        Wait wait = new Wait(this, session, ticket, nowNs, nowNs + TimeUnit.MILLISECONDS.toNanos(timeoutMs));
        waits.add(wait);
        publishHead();
        return wait;
    }

    /** A place that came free before the head was published has told nobody, so the head looks once more. */
    void begin() {
        look();
        planLook();
    }

    /** Harmless when called twice. */
    void leave(Wait wait) {
        if (waits.remove(wait)) {
            publishHead();
            queue.leaveSeat();
        }
    }

    private void publishHead() {
        long ticket = waits.isEmpty() ? NOBODY : head().ticket();
        if (ticket != headTicket) {
            headTicket = ticket;
        }
    }

    private Wait head() {
        return waits.iterator().next();
    }

    @SuppressWarnings("ReferenceEquality") // there is one room for each worker
    private void look() {
        if (queue.oldest() == this) {
            serve();
        }
    }

    private void planLook() {
        if (!isLookPlanned && !waits.isEmpty()) {
            isLookPlanned = true;
            worker.loop.schedule(lookAgain, LOOK_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void lookAgain() {
        isLookPlanned = false;
        look();
        planLook();
    }

    /** Serves as long as there are places and it is this room's turn, and passes the turn on. */
    @SuppressWarnings("ReferenceEquality") // there is one room for each worker
    private void serve() {
        WaitingRoom oldest = queue.oldest();
        while (oldest == this) {
            if (!isServed(head())) {
                return;
            }
            oldest = queue.oldest();
        }
        if (oldest != null) {
            oldest.wake();
        }
    }

    /** Nobody who was served, well or not, may stay: those behind would wait for ever. */
    private boolean isServed(Wait wait) {
        try {
            return wait.session().isServed();
        } catch (RuntimeException | LinkageError e) { // a selector's fault, or a class that could not be loaded
            LOG.error("*{} internal error", wait.session().serial(), e);
            leave(wait);
            wait.session().finish(EndReason.INTERNAL_ERROR);
            return true;
        }
    }
}
