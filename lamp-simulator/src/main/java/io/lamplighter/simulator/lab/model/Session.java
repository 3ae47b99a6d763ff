package io.lamplighter.simulator.lab.model;

import io.lamplighter.balancer.node.Node;
import io.lamplighter.balancer.node.SessionTiming;
import io.lamplighter.simulator.lab.engine.VirtualTime;

/**
 * A lamp's connection through a balancer to a node, after the balancer found one. Tells the balancer's classes what its relay
 * would tell them.
 */
public final class Session {
    private final VirtualTime time;
    private final Node node;
    private final ModelNode place;
    private final SessionTiming timing;
    private final double openedAt;
    private boolean hasAnswered;

    Session(VirtualTime time, Node node, ModelNode place, SessionTiming timing) {
        this.time = time;
        this.node = node;
        this.place = place;
        this.timing = timing;
        this.openedAt = time.now();
        node.succeeded();
        timing.connected(0);
    }

    /** Where the lamp got to. */
    ModelNode place() {
        return place;
    }

    /**
     * The lamp says something and is answered.
     *
     * @param work seconds of a core of speed 1
     * @param size bytes that travel
     * @param answered called when the answer is back
     */
    void exchange(double work, double size, Runnable answered) {
        long begunNs = time.nowNs();
        place.serve(work, size, () -> {
            timing.exchanged(time.nowNs() - begunNs, time.nowNs());
            if (!hasAnswered) {
                hasAnswered = true;
                timing.firstByte(elapsedMs());
            }
            answered.run();
        });
    }

    /** The lamp goes. */
    void close() {
        timing.ended(elapsedMs(), true, time.nowNs());
        place.endSession();
        node.release();
    }

    private int elapsedMs() {
        return (int) Math.round((time.now() - openedAt) * 1e3);
    }
}
