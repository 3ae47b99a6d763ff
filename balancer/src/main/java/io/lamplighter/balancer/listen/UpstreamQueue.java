package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.UpstreamConfig;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The TCP sessions that wait for a node of one upstream, over the whole process and across reloads. Each worker has a
 * {@link WaitingRoom} with those of its loop; this holds what the rooms share: the bound, the order and the wake-ups.
 *
 * <p>Order: whoever waits has a ticket, rooms publish the ticket at their head, and only the room with the lowest one may
 * serve. Were each loop to serve its own first, one that always has somebody waiting would keep the places that it gets
 * back, and starve the others. A session that finds anybody waiting waits too, so nobody new gets in between; a session
 * that tries a second node, a UDP session, and one of a loop that has not yet seen the first wait, may.
 *
 * <p>No wake-up is lost between loops. Who gives a place back does so before it reads {@link #waiting}, who waits is
 * counted and published before it looks for a place once more; all of it is volatile, so one of the two sees the other.
 * The same holds for two rooms: a room gives up the lowest ticket before it looks who has the next one. What comes with
 * time (the end of {@code fail_timeout}, another weight, a node that is no longer drained) wakes nobody: each room looks
 * at its head ten times a second while it has one, which is the answer to any wake-up this argument forgot, too.
 *
 * <p>Threads: any; nothing waits for a lock.
 */
public final class UpstreamQueue {
    private final List<WaitingRoom> rooms;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong tickets = new AtomicLong();
    private final LongAdder queued = new LongAdder();
    private final LongAdder timedOut = new LongAdder();
    private final LongAdder overflowed = new LongAdder();
    /** Where those who wait go: into the newest generation, which is not the one that most of them began in. */
    private volatile @Nullable Target newest;

    /**
     * A queue in which nobody waits.
     *
     * @param workers all of the process
     */
    UpstreamQueue(List<Worker> workers) {
        rooms = workers.stream().map(worker -> new WaitingRoom(this, worker)).toList();
    }

    /** Sends those who wait to the nodes of a new generation, and looks at once whether it has places for them. */
    public void serveFrom(Target target) {
        newest = target;
        placeFreed();
    }

    /** {@code target} with the nodes of the newest generation; an upstream that was removed keeps the nodes it had. */
    Target newest(Target target) {
        Target now = newest;
        return now == null ? target : now;
    }

    /** Sessions that wait now. */
    public int waiting() {
        return waiting.get();
    }

    /** Sessions that ever waited. */
    public long queued() {
        return queued.sum();
    }

    /** Sessions that waited in vain for as long as they may. */
    public long timedOut() {
        return timedOut.sum();
    }

    /** Sessions that were turned away, because too many waited already. */
    public long overflowed() {
        return overflowed.sum();
    }

    void countTimeout() {
        timedOut.increment();
    }

    /**
     * Lets a session of {@code worker} wait; its loop only. The caller keeps what is returned, and then calls
     * {@link Wait#begin()}.
     *
     * @return null if as many wait as may
     */
    @Nullable
    Wait enter(TcpSession session, Worker worker, UpstreamConfig.Queue limits) {
        if (!takeSeat(limits.size())) {
            overflowed.increment();
            return null;
        }
        queued.increment();
        return rooms.get(worker.index).enter(session, tickets.incrementAndGet(), limits.timeoutMs());
    }

    /** Counts one more who waits, unless {@code size} do already: checked and taken in one step, so never exceeded. */
    boolean takeSeat(int size) {
        int current;
        do {
            current = waiting.get();
            if (current >= size) {
                return false;
            }
        } while (!waiting.compareAndSet(current, current + 1));
        return true;
    }

    /** Gives back what {@link #takeSeat} took. */
    void leaveSeat() {
        waiting.decrementAndGet();
    }

    /** Somebody may be served: a node was given back, or a generation came. */
    void placeFreed() {
        if (waiting.get() > 0) {
            WaitingRoom oldest = oldest();
            if (oldest != null) {
                oldest.wake();
            }
        }
    }

    /** The room whose head waits longest; null if nobody waits. May be out of date when it returns. */
    @Nullable
    WaitingRoom oldest() {
        WaitingRoom oldest = null;
        long lowest = WaitingRoom.NOBODY;
        for (int i = 0; i < rooms.size(); i++) {
            long ticket = rooms.get(i).headTicket();
            if (ticket < lowest) {
                lowest = ticket;
                oldest = rooms.get(i);
            }
        }
        return oldest;
    }
}
