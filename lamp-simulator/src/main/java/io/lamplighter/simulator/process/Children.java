package io.lamplighter.simulator.process;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Processes of which none may outlive this one. A shutdown hook ends them when this one is interrupted; if it is
 * killed outright, their lifelines do. Started on the main thread, ended by it or by the hook.
 */
public final class Children implements AutoCloseable {
    private final Deque<Child> children = new ArrayDeque<>();
    private final Thread hook = new Thread(this::interrupted, "end children");
    private volatile boolean isInterrupted;
    private boolean isClosed;

    private final String ended;

    /** @param ended what is said when this process is interrupted and they were ended */
    public Children(String ended) {
        this.ended = ended;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts a child, unless this process is ending. */
    public synchronized Child start(Starting starting) throws IOException {
        if (isClosed) {
            throw new IOException("lampsim is ending");
        }
        Child child = starting.start();
        children.push(child);
        return child;
    }

    /**
     * Makes sure that all are running.
     *
     * @throws IOException when one has ended; the message says which and why
     */
    public synchronized void requireAllAlive() throws IOException {
        for (Child child : children) {
            child.requireAlive();
        }
    }

    /** Whether this process is being ended from outside. */
    public boolean isInterrupted() {
        return isInterrupted;
    }

    private void interrupted() {
        isInterrupted = true;
        endAll();
        System.err.println(System.lineSeparator() + "lampsim: interrupted; " + ended);
    }

    /** Ends all, the last started first, and waits until they are gone. */
    @Override
    public void close() {
        endAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the hook is running: it does the same
        }
    }

    private synchronized void endAll() {
        isClosed = true;
        children.forEach(Child::askToEnd);
        boolean wasInterrupted = false;
        while (!children.isEmpty()) {
            try {
                children.peek().awaitEnd();
                children.pop();
            } catch (InterruptedException e) {
                wasInterrupted = true; // leaving one behind would be worse than being late
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts a process. */
    @FunctionalInterface
    public interface Starting {
        Child start() throws IOException;
    }
}
