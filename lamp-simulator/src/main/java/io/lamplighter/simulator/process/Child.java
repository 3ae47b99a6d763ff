package io.lamplighter.simulator.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A process of ours. What it prints goes into its log file, line by line through a thread of ours; its standard input is
 * the lifeline: the child ends when this process does, however that comes about (see
 * {@link io.lamplighter.simulator.Lifeline}).
 */
public final class Child {
    private static final long PATIENCE_MS = 5000;
    private static final long POLL_MS = 50;

    private final String name;
    private final Path log;
    private final Process process;
    private final CompletableFuture<String> ready = new CompletableFuture<>();
    private volatile String lastLine = "";

    private Child(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts a main class in a JVM like this one, with the same class path.
     *
     * @param name for messages, such as "node a"
     * @param log where its output goes
     * @param isReady sees every line, on a thread of its own, and recognises the one by which it says that it is ready
     */
    public static Child start(
            String name, Path log, Predicate<String> isReady, List<String> jvmOptions, List<String> mainAndArguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.addAll(mainAndArguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Child child = new Child(name, log, process);
        Thread reader = new Thread(() -> child.copyOutput(isReady), "output of " + name);
        reader.setDaemon(true);
        reader.start();
        return child;
    }

    private void copyOutput(Predicate<String> isReady) {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
                BufferedWriter file = Files.newBufferedWriter(log)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                file.write(line);
                file.newLine();
                file.flush();
                if (!line.isBlank() && !Character.isWhitespace(line.charAt(0))) {
                    lastLine = line; // indented lines are the stack of the line before, which says more
                }
                if (isReady.test(line)) {
                    ready.complete(line);
                }
            }
        } catch (IOException e) {
            ready.completeExceptionally(e);
        }
    }

    /**
     * Waits until it says that it is ready.
     *
     * @throws IOException when it ends or stays silent instead; the message names its log
     */
    public void awaitReady(long timeoutMs) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        while (!ready.isDone()) {
            requireAlive();
            if (System.nanoTime() - deadlineNs > 0) {
                throw new IOException(name + " is not ready after " + timeoutMs / 1000 + " s; see " + log);
            }
            process.waitFor(POLL_MS, TimeUnit.MILLISECONDS);
        }
    }

    /**
     * Makes sure that it is running.
     *
     * @throws IOException when it has ended; the message has its status, its last words and its log
     */
    public void requireAlive() throws IOException {
        if (process.isAlive()) {
            return;
        }
        String words = lastLine.isEmpty() ? "without a word" : "and its last words were \"" + lastLine + "\"";
        throw new IOException(name + " ended with status " + process.exitValue() + " " + words + "; see " + log);
    }

    public long pid() {
        return process.pid();
    }

    public Path log() {
        return log;
    }

    /** Whether it has not ended yet. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Writes a line to its standard input, which stays open. */
    public void say(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Asks it to end: by its lifeline, and by SIGTERM. Does not wait. */
    public void askToEnd() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // the line is cut already
        }
        process.destroy();
    }

    /** Waits until it has ended; after five seconds it is killed. */
    public void awaitEnd() throws InterruptedException {
        if (!process.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
