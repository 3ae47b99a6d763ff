package io.lamplighter.balancer.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MpscArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the access log files on a thread of its own, so that no event loop ever waits for a disk. Lines pass through a
 * bounded queue; when the disk does not keep up, lines are dropped and counted.
 *
 * <p>Threads: {@link #write} on any event loop, {@link #reopen} and {@link #close} on any thread.
 */
public final class AccessLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);
    private static final int QUEUE_LINES = 1 << 16;
    /** How long a line may wait in the queue when nothing else wakes the writer, nanoseconds. */
    private static final long PAUSE_NS = 10_000_000;

    private record Line(Path file, String text) {}

    private final MpscArrayQueue<Line> queue = new MpscArrayQueue<>(QUEUE_LINES);
    private final Map<Path, OutputStream> files = new HashMap<>();
    private final Counters counters;
    private final Thread writer = new Thread(this::run, "access-log");
    private volatile boolean isReopenWanted;
    private volatile boolean isClosing;

    private AccessLog(Counters counters) {
        this.counters = counters;
        writer.setDaemon(true);
    }

    /** Starts the writing thread. */
    public static AccessLog start(Counters counters) {
        AccessLog log = new AccessLog(counters);
        log.writer.start();
        return log;
    }

    /** Appends a line, without its end, to {@code file}. Never waits. */
    public void write(Path file, String text) {
        if (!queue.relaxedOffer(new Line(file, text))) {
            counters.count(Counter.ACCESS_LOG_LINES_DROPPED);
        }
    }

    /** Opens the files anew, after something else renamed them. */
    public void reopen() {
        isReopenWanted = true;
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
        while (true) {
            // Read before draining: lines offered before close() was called are then written for sure.
            boolean isLast = isClosing;
            if (isReopenWanted) {
                isReopenWanted = false;
                closeFiles();
            }
            int written = queue.drain(this::append);
            if (written > 0) {
                flushFiles();
            } else if (isLast) {
                break;
            } else {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        closeFiles();
    }

    private void append(Line line) {
        try {
            OutputStream out = files.get(line.file);
            if (out == null) {
                out = open(line.file);
                files.put(line.file, out);
            }
            out.write(line.text.getBytes(StandardCharsets.UTF_8));
            out.write('\n');
        } catch (IOException e) {
            counters.count(Counter.ACCESS_LOG_LINES_DROPPED);
            LOG.error("cannot write access log \"{}\": {}", line.file, e.toString());
        }
    }

    private static OutputStream open(Path file) throws IOException {
        return new java.io.BufferedOutputStream(
                Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND), 1 << 16);
    }

    private void flushFiles() {
        files.forEach((file, out) -> {
            try {
                out.flush();
            } catch (IOException e) {
                LOG.error("cannot write access log \"{}\": {}", file, e.toString());
            }
        });
    }

    private void closeFiles() {
        files.forEach((file, out) -> {
            try {
                out.close();
            } catch (IOException e) {
                LOG.error("cannot close access log \"{}\": {}", file, e.toString());
            }
        });
        files.clear();
    }
}
