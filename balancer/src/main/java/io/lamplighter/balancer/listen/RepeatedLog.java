package io.lamplighter.balancer.listen;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Writes a trouble that comes with every session at most once a second, with the number of times it was held back.
 *
 * <p>Threads: one event loop.
 */
final class RepeatedLog {
    private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(1);

    /** More keys than this are forgotten at once; only a bound, as keys come from the configuration. */
    private static final int MOST_KEYS = 10_000;

    private static final class Seen {
        long writtenNs;
        long heldBack;
    }

    private final Logger log;
    private final LongSupplier clockNs;
    private final Map<Object, Seen> seen = new HashMap<>();

    RepeatedLog(Logger log, LongSupplier clockNs) {
        this.log = log;
        this.clockNs = clockNs;
    }

    void warn(Object key, String text) {
        write(log, Level.WARN, key, () -> text);
    }

    void error(Object key, String text) {
        write(log, Level.ERROR, key, () -> text);
    }

    /** As the other, to the log of a server. */
    void error(Logger serverLog, Object key, Supplier<String> text) {
        write(serverLog, Level.ERROR, key, text);
    }

    private void write(Logger to, Level level, Object key, Supplier<String> text) {
        long nowNs = clockNs.getAsLong();
        Seen last = seen.get(key);
        if (last != null && nowNs - last.writtenNs < PERIOD_NS) {
            last.heldBack++;
            return;
        }
        if (seen.size() >= MOST_KEYS) {
            seen.clear();
        }
        long heldBack = last == null ? 0 : last.heldBack;
        Seen now = new Seen();
        now.writtenNs = nowNs;
        seen.put(key, now);
        to.atLevel(level).log(heldBack == 0 ? text.get() : text.get() + " (and " + heldBack + " times more)");
    }
}
