package io.lamplighter.simulator.lab.model;

import io.lamplighter.agent.report.LoadReport.Usage;
import io.lamplighter.simulator.lab.engine.Machine;
import io.lamplighter.simulator.lab.engine.VirtualTime;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A node at work: a machine behind a link, and the sessions it holds. */
public final class ModelNode {
    /** What an idle system and its programs take, and what each session adds. */
    private static final double MEMORY_BASE_SHARE = 0.2;

    private static final long SESSION_BYTES = 64 << 10;

    private static final double DISK_SHARE = 0.2;

    private final VirtualTime time;
    private final NodeSpec spec;
    private final Machine machine;
    private double latency;
    private double bytes;
    private int sessions;

    ModelNode(VirtualTime time, NodeSpec spec) {
        this.time = time;
        this.spec = spec;
        this.machine = new Machine(time, spec.discipline(), spec.cores(), spec.speed());
        this.latency = spec.latency();
    }

    public NodeSpec spec() {
        return spec;
    }

    /** Changes how fast its cores are. */
    public void speed(double speed) {
        machine.speed(speed);
    }

    /** Changes how long each exchange takes beside the CPU, seconds. */
    public void latency(double newLatency) {
        latency = newLatency;
    }

    /** Whether it has the memory for one session more, which then counts. */
    boolean takeSession() {
        boolean hasRoom = sessions < spec.mostSessions();
        sessions += hasRoom ? 1 : 0;
        return hasRoom;
    }

    void endSession() {
        sessions--;
    }

    /**
     * Serves a request.
     *
     * @param work seconds of a core of speed 1
     * @param size bytes that travel
     * @param done called when the answer is back
     */
    void serve(double work, double size, Runnable done) {
        bytes += size;
        machine.admit(work, latency == 0 ? done : () -> time.after(latency, done));
    }

    /** Core seconds used since the beginning. */
    public double busy() {
        return machine.busy();
    }

    /** Bytes that travelled since the beginning. */
    double bytes() {
        return bytes;
    }

    /**
     * How much is in use, on average since an earlier look.
     *
     * @param elapsed since that look, seconds, above 0
     */
    Usage usage(double elapsed, double busyBefore, double bytesBefore) {
        double cpu = (busy() - busyBefore) / (elapsed * spec.cores());
        double link = (bytes - bytesBefore) / (elapsed * spec.linkBytesPerSecond());
        long memory = spec.hardware().memoryBytes().orElse(0);
        long disk = spec.hardware().diskBytes().orElse(0);
        long memoryUsed = Math.min(memory, Math.round(MEMORY_BASE_SHARE * memory) + sessions * SESSION_BYTES);
        return new Usage(
                OptionalDouble.of(idle(cpu)),
                OptionalDouble.of(idle(link)),
                OptionalLong.of(memoryUsed),
                OptionalLong.of(Math.round(DISK_SHARE * disk)));
    }

    private static double idle(double used) {
        return Math.min(1, Math.max(0, 1 - used));
    }
}
