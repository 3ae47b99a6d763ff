package io.lamplighter.simulator.cloud;

import org.jspecify.annotations.Nullable;

/**
 * In which order a machine of some cores serves what is inside it. All times are work time (see {@link WorkClock}), so
 * disciplines know nothing of slow-downs. Not thread-safe.
 *
 * @param <J> what is served
 */
sealed interface Discipline<J> {
    /** The kinds by the names of the command line. */
    enum Kind {
        /** First come, first served: a request keeps one core until it is done. */
        FIFO,
        /** Processor sharing: all requests inside go on at once, each with an equal part of the cores, one core at most. */
        PS
    }

    static <J> Discipline<J> of(Kind kind, int cores) {
        return kind == Kind.FIFO ? new Fifo<>(cores) : new ProcessorSharing<>(cores);
    }

    /** Takes a job in that needs {@code serviceNs} of one core's work. */
    void admit(double workNs, double serviceNs, J job);

    /** When the next job will be done if no other comes; infinite when there is none. */
    double nextEndNs();

    /** Takes out a job that is done by now; null when none is. */
    @Nullable
    J finish(double workNs);

    /** Jobs waiting or in service. */
    int inside();

    /** Forgets all jobs. */
    void clear(double workNs);

    /** Since nothing overtakes, the end of a job is known the moment it arrives: it takes the core that is free first. */
    final class Fifo<J> implements Discipline<J> {
        private final double[] freeAtNs;
        private final Endings<J> jobs = new Endings<>();

        Fifo(int cores) {
            freeAtNs = new double[cores];
        }

        @Override
        public void admit(double workNs, double serviceNs, J job) {
            int core = firstFree();
            freeAtNs[core] = Math.max(workNs, freeAtNs[core]) + serviceNs;
            jobs.add(freeAtNs[core], job);
        }

        private int firstFree() {
            int first = 0;
            for (int core = 1; core < freeAtNs.length; core++) {
                if (freeAtNs[core] < freeAtNs[first]) {
                    first = core;
                }
            }
            return first;
        }

        @Override
        public double nextEndNs() {
            return jobs.firstEndNs();
        }

        @Override
        public @Nullable J finish(double workNs) {
            return nextEndNs() <= workNs ? jobs.removeFirst() : null;
        }

        @Override
        public int inside() {
            return jobs.size();
        }

        @Override
        public void clear(double workNs) {
            jobs.clear();
            java.util.Arrays.fill(freeAtNs, workNs);
        }
    }

    /**
     * The fluid model with the clock of Parekh and Gallager's virtual time: it runs at each job's present part of the
     * cores, min(1, cores / inside), so a job that arrives at virtual time v with service s ends when the clock shows v + s,
     * whoever comes and goes meanwhile.
     */
    final class ProcessorSharing<J> implements Discipline<J> {
        private final int cores;
        private final Endings<J> jobs = new Endings<>();
        private double virtualNs;
        private double lastWorkNs;

        ProcessorSharing(int cores) {
            this.cores = cores;
        }

        private double part() {
            return Math.min(1, (double) cores / jobs.size());
        }

        private void advance(double workNs) {
            if (jobs.size() > 0) {
                virtualNs += Math.max(0, workNs - lastWorkNs) * part();
            }
            lastWorkNs = Math.max(lastWorkNs, workNs);
        }

        @Override
        public void admit(double workNs, double serviceNs, J job) {
            advance(workNs);
            jobs.add(virtualNs + serviceNs, job);
        }

        @Override
        public double nextEndNs() {
            return lastWorkNs + Math.max(0, jobs.firstEndNs() - virtualNs) / part();
        }

        @Override
        public @Nullable J finish(double workNs) {
            double endNs = nextEndNs();
            if (endNs > workNs) {
                return null;
            }
            advance(endNs); // up to its own end and no further: the others go on faster from there
            virtualNs = Math.max(virtualNs, jobs.firstEndNs());
            return jobs.removeFirst();
        }

        @Override
        public int inside() {
            return jobs.size();
        }

        @Override
        public void clear(double workNs) {
            advance(workNs);
            jobs.clear();
        }
    }
}
