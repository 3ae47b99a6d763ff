package io.lamplighter.balancer.measure;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the access log files on a thread of its own, so that no event loop ever waits for a disk. Lines pass through a
 * bounded queue; when the disk does not keep up or is full, lines are dropped and counted. Trouble with a file is reported
 * once, until it is over.
 *
 * <p>Threads: {@link #write} on any event loop, {@link #reopen} and {@link #close} on any thread.
 */
public final class AccessLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);
    private static final int QUEUE_LINES = 1 << 16;
    private static final int BUFFER_BYTES = 1 << 16;
    /** How long a line may wait in the queue when nothing else wakes the writer, nanoseconds. */
    private static final long PAUSE_NS = 10_000_000;

    private record Line(Path file, String text) {}

    private final MpscAtomicArrayQueue<Line> queue = new MpscAtomicArrayQueue<>(QUEUE_LINES);
    private final Map<Path, LogFile> files = new HashMap<>();
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
            int taken = queue.drain(this::append);
            if (taken > 0) {
                files.values().forEach(LogFile::flush);
            } else if (isLast) {
                break;
            } else {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        closeFiles();
    }

    private void append(Line line) {
        files.computeIfAbsent(line.file, LogFile::new).append(line.text);
    }

    private void closeFiles() {
        files.values().forEach(LogFile::close);
    }

    /** One file, open while lines can be written to it. Confined to the writing thread. */
    private final class LogFile {
        private final Path path;
        private @Nullable OutputStream file;
        private @Nullable BufferedOutputStream buffer;
        private int unflushedLines;
        private boolean isFailing;

        LogFile(Path path) {
            this.path = path;
        }

        void append(String text) {
            unflushedLines++;
            try {
                BufferedOutputStream out = buffer != null ? buffer : open();
                out.write(text.getBytes(StandardCharsets.UTF_8));
                out.write('\n');
            } catch (IOException e) {
                dropLines(e);
            }
        }

        private BufferedOutputStream open() throws IOException {
            file = Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            buffer = new BufferedOutputStream(file, BUFFER_BYTES);
            return buffer;
        }

        void flush() {
            if (buffer == null || unflushedLines == 0) {
                return;
            }
            try {
                buffer.flush();
                unflushedLines = 0;
                isFailing = false;
            } catch (IOException e) {
                dropLines(e);
            }
        }

        /** Gives up what is in the buffer, so that the next line begins with a file opened anew. */
        private void dropLines(IOException cause) {
            counters.count(Counter.ACCESS_LOG_LINES_DROPPED, unflushedLines);
            unflushedLines = 0;
            if (!isFailing) {
                LOG.error("cannot write access log \"{}\": {}", path, cause.toString());
            }
            isFailing = true;
            closeFile();
        }

        void close() {
            flush();
            closeFile();
        }

        private void closeFile() {
            OutputStream open = file;
            file = null;
            buffer = null;
            if (open == null) {
                return;
            }
            try {
                open.close();
            } catch (IOException e) {
                LOG.error("cannot close access log \"{}\": {}", path, e.toString());
            }
        }
    }
}
