package io.lamplighter.simulator.run;

import io.lamplighter.simulator.lamp.LampPlan;
import io.lamplighter.simulator.lamp.Lamps;
import io.lamplighter.simulator.measure.Interval;
import java.io.IOException;

/** Lamps somewhere, as the run sees them: one interval after another. */
sealed interface LampSource extends AutoCloseable permits LampSource.Local, Workers {
    /** Whether {@link #nextInterval} has given the last one. */
    boolean isOver();

    /** Waits for the next interval, about a second; only while not {@link #isOver}. */
    Interval nextInterval() throws IOException, InterruptedException;

    @Override
    void close();

    /** Lamps of this process. */
    record Local(Lamps lamps) implements LampSource {
        static Local start(LampPlan plan) throws InterruptedException {
            return new Local(Lamps.start(plan));
        }

        @Override
        public boolean isOver() {
            return lamps.isOver();
        }

        @Override
        public Interval nextInterval() throws InterruptedException {
            return lamps.nextInterval();
        }

        @Override
        public void close() {
            lamps.close();
        }
    }
}
