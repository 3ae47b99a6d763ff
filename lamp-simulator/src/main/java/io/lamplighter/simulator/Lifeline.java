package io.lamplighter.simulator;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Ties a child process to its parent by the child's standard input. The parent keeps the other end of that pipe and writes
 * nothing; when it dies, however suddenly, the kernel closes the pipe and the child ends. A process id or a signal could not
 * do that: nobody sends one for a parent that was killed.
 *
 * <p>As a main class, {@code Lifeline MAIN ARGUMENTS…} runs another main class on such a line, for programs like the
 * balancer that have a standard input of their own mind.
 */
public final class Lifeline {
    private Lifeline() {}

    /** Calls {@code onEnd} on a daemon thread of its own when {@code in} ends or fails. What arrives before is skipped. */
    public static void watch(InputStream in, Runnable onEnd) {
        Thread thread = new Thread(() -> awaitEnd(in, onEnd), "lifeline");
        thread.setDaemon(true);
        thread.start();
    }

    private static void awaitEnd(InputStream in, Runnable onEnd) {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // a broken line is an ended line
        }
        onEnd.run();
    }

    /** Runs the main class named first with the remaining arguments, and exits when standard input ends. */
    public static void main(String[] arguments) throws Throwable {
        if (arguments.length == 0) {
            throw new IllegalArgumentException("expected a main class and its arguments");
        }
        watch(System.in, () -> System.exit(0)); // the program's own shutdown hooks run as on SIGTERM
        Method main = Class.forName(
                        arguments[0], true, MethodHandles.lookup().lookupClass().getClassLoader())
                .getMethod("main", String[].class);
        try {
            main.invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
