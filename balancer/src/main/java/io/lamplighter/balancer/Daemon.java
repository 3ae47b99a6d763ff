package io.lamplighter.balancer;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * {@code daemon on}: a Java machine cannot fork, so the program starts itself again in a session of its own and ends when
 * that one serves.
 */
final class Daemon {
    private static final String MARK = "LAMPLIGHTER_DETACHED";
    private static final long POLL_MS = 20;

    private Daemon() {}

    /** Whether this process is the one that was started to serve. */
    static boolean isDetached() {
        return System.getenv(MARK) != null;
    }

    /**
     * Starts this program again and waits until it wrote its pid file or ended.
     *
     * @return the exit code
     */
    static int detach(Path pidFile, PrintStream err) {
        try {
            Path output = Files.createTempFile("lamplighter-start", ".log");
            try {
                return awaitServing(start(output), pidFile, output, err);
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            err.println("lamplighter: [emerg] cannot start in the background: " + e.getMessage());
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private static Process start(Path output) throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(ownCommand());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put(MARK, "1");
        return builder.redirectInput(new java.io.File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** From /proc, because {@link ProcessHandle.Info} tells no arguments when they are longer than a page. */
    private static List<String> ownCommand() throws IOException {
        String line = Files.readString(Path.of("/proc/self/cmdline"));
        List<String> command = new ArrayList<>(List.of(line.split("\0", -1)));
        command.remove(command.size() - 1); // each argument ends with a NUL
        command.set(0, Path.of("/proc/self/exe").toRealPath().toString());
        return command;
    }

    private static int awaitServing(Process child, Path pidFile, Path output, PrintStream err)
            throws IOException, InterruptedException {
        while (!child.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
            OptionalLong pid = PidFile.read(pidFile);
            if (pid.isPresent() && pid.getAsLong() == child.pid()) {
                return 0;
            }
        }
        err.print(Files.readString(output));
        return child.exitValue() == 0 ? 1 : child.exitValue();
    }
}
