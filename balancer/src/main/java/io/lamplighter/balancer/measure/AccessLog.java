package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.config.AccessLogConfig;
import io.lamplighter.balancer.config.AccessLogConfig.ToComputedFile;
import io.lamplighter.balancer.config.AccessLogConfig.ToFile;
import io.lamplighter.balancer.config.FileErrors;
import io.lamplighter.balancer.config.SyslogConfig;
import io.lamplighter.balancer.variable.Octets;
import io.lamplighter.balancer.variable.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the access logs on a thread of its own, so that no event loop ever waits for a disk. Lines pass through a bounded
 * queue; when the disk does not keep up or is full, lines are dropped and counted. Trouble with a target is reported once,
 * until it is over.
 *
 * <p>Threads: {@link #write} on any event loop, {@link #reopen} and {@link #close} on any thread.
 */
public final class AccessLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);
    private static final int QUEUE_LINES = 1 << 16;
    /** How long a line may wait in the queue when nothing else wakes the writer, nanoseconds. */
    private static final long PAUSE_NS = 10_000_000;

    /** Pauses in vain after which the writer sleeps, and is woken by the next line. */
    private static final int PAUSES_BEFORE_SLEEP = 100;

    /** How long it sleeps at most once there are open files, because buffered lines become due, nanoseconds. */
    private static final long SLEEP_NS = 1_000_000_000;

    /** Where a line goes: a file by its name and how it is collected, or a syslog server. */
    private record Line(
            AccessLogConfig.Target target, @Nullable String computedPath, String octets) {}

    private final MpscAtomicArrayQueue<Line> queue = new MpscAtomicArrayQueue<>(QUEUE_LINES);
    private final Map<ToFile, LogFile> files = new HashMap<>();
    private final Map<SyslogConfig, LogSyslog> servers = new HashMap<>();
    private final ComputedFiles computed;
    private final Counters counters;
    private final Thread writer = new Thread(this::run, "access-log");
    private volatile boolean isReopenWanted;
    private volatile boolean isClosing;
    private volatile boolean isAsleep;
    /** Of the writer alone. */
    private boolean hasOpened;

    private AccessLog(Counters counters) {
        this.counters = counters;
        this.computed = new ComputedFiles(counters);
        writer.setDaemon(true);
    }

    /** Starts the writing thread. */
    public static AccessLog start(Counters counters) {
        AccessLog log = new AccessLog(counters);
        log.writer.start();
        return log;
    }

    /**
     * Makes the files that are not there yet, on any thread: people look for them before the first session ended.
     *
     * @throws IOException if one of them cannot be written to
     */
    public void create(Collection<Path> paths) throws IOException {
        for (Path path : paths) {
            try {
                Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                        .close();
            } catch (IOException e) {
                throw new IOException("open() \"" + path + "\" failed (" + FileErrors.reason(e) + ")", e);
            }
        }
    }

    /** Writes the line of a session that ended, unless the log's condition forbids it. Never waits. */
    public void write(AccessLogConfig log, Values session) {
        if (log.condition().isPresent() && isFalse(log.condition().get().expand(session))) {
            return;
        }
        String path = log.target() instanceof ToComputedFile file ? file.path().expand(session) : null;
        if (!queue.relaxedOffer(new Line(log.target(), path, log.format().render(session)))) {
            counters.count(Counter.ACCESS_LOG_LINES_DROPPED);
        }
        if (isAsleep) {
            LockSupport.unpark(writer);
        }
    }

    private static boolean isFalse(String condition) {
        return condition.isEmpty() || condition.equals("0");
    }

    /** Opens the files anew, after something else renamed them. */
    public void reopen() {
        isReopenWanted = true;
        LockSupport.unpark(writer);
    }

    /** Writes what is queued and ends the thread. */
    @Override
    public void close() {
        isClosing = true;
        LockSupport.unpark(writer);
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        int pauses = 0;
        while (true) {
            // Read before draining: lines offered before close() was called are then written for sure.
            boolean isLast = isClosing;
            if (isReopenWanted) {
                isReopenWanted = false;
                closeFiles();
            }
            int taken = queue.drain(this::append);
            flush();
            if (taken > 0) {
                pauses = 0;
                hasOpened = true;
            } else if (isLast) {
                break;
            } else if (++pauses < PAUSES_BEFORE_SLEEP) {
                LockSupport.parkNanos(PAUSE_NS);
            } else {
                sleep();
            }
        }
        closeFiles();
        servers.values().forEach(LogSyslog::close);
    }

    /** Whoever offers a line after the queue was looked at sees that the writer sleeps. */
    private void sleep() {
        isAsleep = true;
        if (queue.isEmpty() && !isClosing && !isReopenWanted) {
            if (hasOpened) {
                LockSupport.parkNanos(SLEEP_NS);
            } else {
                LockSupport.park();
            }
        }
        isAsleep = false;
    }

    boolean isAsleep() {
        return isAsleep;
    }

    private void append(Line line) {
        byte[] octets = Octets.bytes(line.octets);
        if (line.target instanceof ToFile file) {
            files.computeIfAbsent(file, this::open).append(octets, System.nanoTime());
        } else if (line.target instanceof SyslogConfig server) {
            servers.computeIfAbsent(server, LogSyslog::new).send(octets);
        } else {
            computed.append((ToComputedFile) line.target, Octets.text(line.computedPath), octets, System.nanoTime());
        }
    }

    private LogFile open(ToFile file) {
        return new LogFile(file.path(), file.buffering().orElse(null), counters);
    }

    private void flush() {
        long nowNs = System.nanoTime();
        files.values().forEach(file -> file.flushIfDue(nowNs));
        computed.flush(nowNs);
    }

    private void closeFiles() {
        files.values().forEach(LogFile::close);
        files.clear();
        computed.close();
    }

    /** A syslog server. Confined to the writing thread. */
    private final class LogSyslog {
        private final SyslogConfig config;
        private @Nullable SyslogSender sender;
        private boolean isFailing;

        LogSyslog(SyslogConfig config) {
            this.config = config;
        }

        void send(byte[] line) {
            try {
                if (sender == null) {
                    sender = SyslogSender.open(config);
                }
                sender.send(line);
                isFailing = false;
            } catch (IOException e) {
                counters.count(Counter.ACCESS_LOG_LINES_DROPPED);
                if (!isFailing) {
                    LOG.error("cannot send the access log to syslog at {}: {}", config.server(), e.toString());
                }
                isFailing = true;
                close();
            }
        }

        void close() {
            SyslogSender open = sender;
            sender = null;
            try {
                if (open != null) {
                    open.close();
                }
            } catch (IOException e) {
                LOG.debug("cannot close a socket to {}: {}", config.server(), e.toString());
            }
        }
    }

    /** Files whose names sessions make; as many stay open as the configuration of each says. */
    private static final class ComputedFiles {
        private record Key(ToComputedFile log, String path) {}

        private static final class Open {
            final LogFile file;
            long checkedNs;
            long usedNs;
            int uses;

            Open(LogFile file, long nowNs) {
                this.file = file;
                this.checkedNs = nowNs;
            }
        }

        private final Map<Key, Open> open = new java.util.LinkedHashMap<>(16, 0.75f, true);
        private final Counters counters;

        ComputedFiles(Counters counters) {
            this.counters = counters;
        }

        void append(ToComputedFile log, String path, byte[] line, long nowNs) {
            if (path.indexOf('\0') >= 0) {
                counters.count(Counter.ACCESS_LOG_LINES_DROPPED);
                return;
            }
            Open file = open.computeIfAbsent(
                    new Key(log, path),
                    key -> new Open(new LogFile(log.directory().resolve(path), null, counters), nowNs));
            if (nowNs - file.checkedNs
                    > TimeUnit.MILLISECONDS.toNanos(log.cache().validMs())) {
                file.file.close(); // perhaps it was renamed
                file.checkedNs = nowNs;
            }
            file.uses++;
            file.usedNs = nowNs;
            file.file.append(line, nowNs);
        }

        /** Writes all, and closes what is not to stay open: the least recently used first. */
        void flush(long nowNs) {
            Map<ToComputedFile, Integer> kept = new HashMap<>();
            open.keySet().forEach(key -> kept.merge(key.log, 1, Integer::sum));
            for (Iterator<Map.Entry<Key, Open>> files = open.entrySet().iterator(); files.hasNext(); ) {
                Map.Entry<Key, Open> entry = files.next();
                AccessLogConfig.Cache cache = entry.getKey().log.cache();
                Open file = entry.getValue();
                file.file.flushIfDue(nowNs);
                boolean isTooMany = kept.get(entry.getKey().log) > cache.files() || file.uses < cache.minUses();
                boolean isOld = nowNs - file.usedNs > TimeUnit.MILLISECONDS.toNanos(cache.inactiveMs());
                if (isTooMany || isOld) {
                    file.file.close();
                    files.remove();
                    kept.merge(entry.getKey().log, -1, Integer::sum);
                }
            }
        }

        void close() {
            open.values().forEach(file -> file.file.close());
            open.clear();
        }
    }
}
