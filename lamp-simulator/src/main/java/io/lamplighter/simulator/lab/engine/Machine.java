package io.lamplighter.simulator.lab.engine;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Cores that serve jobs, exactly: nothing is cut into time slices.
 *
 * <p>All jobs in service advance at the same pace, {@code speed · min(1, cores / jobs)}. So it is enough to know how far a job
 * that was in service from the beginning would have come: a job ends when that has moved on by its work, and the next to end is
 * the least of a heap. First come, first served is the same machine with no more jobs in service than cores.
 *
 * <p>Work is seconds of a core of speed 1. Not thread-safe.
 */
public final class Machine {
    /** How jobs share the cores. */
    public enum Discipline {
        /** First come, first served; a job has a core for itself. */
        FIFO,
        /** All at once, each at most on one core: what an operating system does with threads that compute. */
        PROCESSOR_SHARING
    }

    private final VirtualTime time;
    private final int cores;
    private final int mostInService;
    private double speed;

    private final PriorityQueue<Job> inService = new PriorityQueue<>();
    private final Queue<Job> waiting = new ArrayDeque<>();
    private double progress;
    private double busy;
    private double lastAdvance;
    private long admitted;
    private VirtualTime.@Nullable Event nextEnd;

    private static final class Job implements Comparable<Job> {
        private final double work;
        private final long order;
        private final Runnable done;
        private double endsAtProgress;

        Job(double work, long order, Runnable done) {
            this.work = work;
            this.order = order;
            this.done = done;
        }

        @Override
        public int compareTo(Job other) {
            int byEnd = Double.compare(endsAtProgress, other.endsAtProgress);
            return byEnd != 0 ? byEnd : Long.compare(order, other.order);
        }
    }

    /**
     * @param cores at least 1
     * @param speed of each core, at least 0
     */
    public Machine(VirtualTime time, Discipline discipline, int cores, double speed) {
        if (cores < 1 || !(speed >= 0)) {
            throw new IllegalArgumentException(
                    "found " + cores + " cores of speed " + speed + ", expected at least 1 of at least 0");
        }
        this.time = time;
        this.cores = cores;
        this.speed = speed;
        this.mostInService = discipline == Discipline.FIFO ? cores : Integer.MAX_VALUE;
        this.lastAdvance = time.now();
    }

    /**
     * Takes a job in.
     *
     * @param work seconds of a core of speed 1, at least 0
     * @param done called when it ends
     */
    public void admit(double work, Runnable done) {
        advance();
        Job job = new Job(work, admitted++, done);
        if (inService.size() < mostInService) {
            start(job);
            planNextEnd();
        } else {
            waiting.add(job);
        }
    }

    /** From now on; jobs in service go on where they are. 0 stops them. */
    public void speed(double newSpeed) {
        advance();
        speed = newSpeed;
        planNextEnd();
    }

    public double speed() {
        return speed;
    }

    public int cores() {
        return cores;
    }

    /** Jobs waiting or in service. */
    public int jobs() {
        return inService.size() + waiting.size();
    }

    /** How long cores have been busy since the beginning, seconds, summed over the cores. */
    public double busy() {
        advance();
        return busy;
    }

    private void start(Job job) {
        job.endsAtProgress = progress + job.work;
        inService.add(job);
    }

    private double pace() {
        return inService.size() <= cores ? speed : speed * cores / inService.size();
    }

    private void advance() {
        double elapsed = time.now() - lastAdvance;
        lastAdvance = time.now();
        busy += elapsed * Math.min(cores, inService.size());
        if (inService.isEmpty()) {
            progress = 0; // keeps it small, and so exact
        } else {
            progress += elapsed * pace();
        }
    }

    private void planNextEnd() {
        if (nextEnd != null) {
            nextEnd.cancel();
        }
        Job first = inService.peek();
        nextEnd = first == null || pace() == 0
                ? null
                : time.after(Math.max(0, first.endsAtProgress - progress) / pace(), this::end);
    }

    private void end() {
        advance();
        nextEnd = null;
        Job first = inService.remove();
        progress = first.endsAtProgress; // what rounding left of it
        Job next = waiting.poll();
        if (next != null) {
            start(next);
        }
        planNextEnd();
        first.done.run();
    }
}
