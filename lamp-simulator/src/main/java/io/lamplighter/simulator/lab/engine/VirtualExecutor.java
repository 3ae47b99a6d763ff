package io.lamplighter.simulator.lab.engine;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A single thread of a simulated process: production code that expects one runs on it in virtual time. What it is given happens
 * as an event of its own, never inside the caller; it takes no time.
 */
public final class VirtualExecutor extends AbstractExecutorService implements ScheduledExecutorService {
    private static final double NS_PER_SECOND = 1e9;

    private final VirtualTime time;
    private boolean isShutdown;

    public VirtualExecutor(VirtualTime time) {
        this.time = time;
    }

    @Override
    public void execute(Runnable command) {
        Task<@Nullable Void> unused = planned(new Task<>(command, 0), 0);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return planned(new Task<>(command, 0), seconds(delay, unit));
    }

    @Override
    public <V extends @Nullable Object> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return planned(new Task<>(callable), seconds(delay, unit));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        return planned(new Task<>(command, seconds(period, unit)), seconds(initialDelay, unit));
    }

    /** The same as {@link #scheduleAtFixedRate}, because commands take no time. */
    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return scheduleAtFixedRate(command, initialDelay, delay, unit);
    }

    private static double seconds(long delay, TimeUnit unit) {
        return Math.max(0, unit.toNanos(delay)) / NS_PER_SECOND;
    }

    private <T extends Task<?>> T planned(T task, double delay) {
        if (isShutdown) {
            throw new RejectedExecutionException("shut down");
        }
        task.plan(delay);
        return task;
    }

    @Override
    public void shutdown() {
        isShutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return isShutdown;
    }

    @Override
    public boolean isTerminated() {
        return isShutdown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return isShutdown;
    }

    private final class Task<V extends @Nullable Object> extends FutureTask<V> implements ScheduledFuture<V> {
        private final double period;

        @SuppressWarnings("NullAway.Init") // plan() sets it before anybody sees the task
        private VirtualTime.Event event;

        Task(Callable<V> callable) {
            super(callable);
            this.period = 0;
        }

        @SuppressWarnings("NullAway") // a command has no result
        Task(Runnable command, double period) {
            super(command, null);
            this.period = period;
        }

        void plan(double delay) {
            event = time.after(delay, this);
        }

        @Override
        public void run() {
            if (isShutdown) {
                return;
            }
            if (period == 0) {
                super.run();
            } else if (runAndReset()) {
                plan(period);
            }
        }

        /** What goes wrong in production code must not stay in a future that nobody asks. */
        @Override
        protected void setException(Throwable thrown) {
            super.setException(thrown);
            throw new IllegalStateException("a task of the simulated process failed", thrown);
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            event.cancel();
            return super.cancel(mayInterruptIfRunning);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(Math.round((event.time() - time.now()) * NS_PER_SECOND), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
