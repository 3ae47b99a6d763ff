package io.lamplighter.simulator.demo;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The processes of the demo, of which none may outlive it. A shutdown hook ends them when the demo is interrupted; if it is
 * killed outright, their lifelines do. Started on the main thread, ended by it or by the hook.
 */
final class Children implements AutoCloseable {
    private final Deque<Child> children = new ArrayDeque<>();
    private final Thread hook = new Thread(this::interrupted, "end children");
    private volatile boolean isInterrupted;
    private boolean isClosed;

    Children() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts a child, unless the demo is ending. */
    synchronized Child start(Starting starting) throws IOException {
        if (isClosed) {
            throw new IOException("the demo is ending");
        }
        Child child = starting.start();
        children.push(child);
        return child;
    }

    /** @throws IOException when one has ended; the message says which and why */
    synchronized void requireAllAlive() throws IOException {
        for (Child child : children) {
            child.requireAlive();
        }
    }

    /** Whether the demo is being ended from outside. */
    boolean isInterrupted() {
        return isInterrupted;
    }

    private void interrupted() {
        isInterrupted = true;
        endAll();
        System.err.println(System.lineSeparator() + "lampsim: interrupted; the balancer and the nodes are stopped");
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
    interface Starting {
        Child start() throws IOException;
    }
}
