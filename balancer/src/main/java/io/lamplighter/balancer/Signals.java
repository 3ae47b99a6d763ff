package io.lamplighter.balancer;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals in and out, with nginx's meanings, but for the graceful stop: the Java machine keeps QUIT for its thread dumps, so
 * WINCH (which gracefully stops nginx's workers) takes its place.
 */
final class Signals {
    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

    /** What a signal asks for. */
    enum Request {
        RELOAD,
        REOPEN,
        STOP,
        QUIT
    }

    private static final Map<String, Request> BY_SIGNAL = Map.of(
            "HUP",
            Request.RELOAD,
            "USR1",
            Request.REOPEN,
            "TERM",
            Request.STOP,
            "INT",
            Request.STOP,
            "WINCH",
            Request.QUIT);

    private static final Map<String, String> SIGNAL_BY_WORD =
            Map.of("stop", "TERM", "quit", "WINCH", "reload", "HUP", "reopen", "USR1");

    private Signals() {}

    /** From now on each signal becomes a request in {@code requests}; none is lost while an earlier one is worked on. */
    static void deliverTo(Queue<Request> requests) {
        BY_SIGNAL.forEach((name, request) -> handle(name, () -> requests.add(request)));
    }

    /**
     * Java has no other way to a signal than {@code sun.misc.Signal} (module jdk.unsupported), and its compiler no way to
     * name that without a warning; so it is called by reflection.
     */
    private static void handle(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object own = Proxy.newProxyInstance(Signals.class.getClassLoader(), new Class<?>[] {handler}, (p, m, a) -> {
                if (!m.getName().equals("handle")) {
                    throw new UnsupportedOperationException(m.getName());
                }
                action.run();
                return null;
            });
            Object before = signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), own);
            if (handler.getField("SIG_IGN").get(null).equals(before)) {
                // The Java machine leaves what was ignored when it started as it is.
                LOG.warn("the signal {} was ignored when this program was started (by nohup?) and stays so", name);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot handle the signal " + name, e);
        }
    }

    /**
     * Sends the signal of {@code -s} to the process that wrote {@code pidFile}.
     *
     * @return the exit code
     */
    static int send(String word, Path pidFile, PrintStream err) {
        @Nullable String signal = SIGNAL_BY_WORD.get(word);
        if (signal == null) {
            err.println("lamplighter: invalid option: \"-s " + word + "\", expected stop, quit, reload or reopen");
            return 1;
        }
        OptionalLong pid = PidFile.read(pidFile);
        if (pid.isEmpty()) {
            err.println("lamplighter: [error] no process id in \"" + pidFile + "\"; is lamplighter running?");
            return 1;
        }
        return kill(signal, pid.getAsLong(), err);
    }

    private static int kill(String signal, long pid, PrintStream err) {
        try {
            return new ProcessBuilder("kill", "-s", signal, Long.toString(pid))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            err.println("lamplighter: [error] cannot send " + signal + " to " + pid + ": " + e.getMessage());
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }
}
