package io.lamplighter.balancer.measure;

import io.lamplighter.balancer.config.AccessLogConfig.Buffering;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One file of an access log, open while lines can be written to it. Lines are collected, and written when there are enough of
 * them or one is old enough. With gzip, each time makes a member of its own, so that the file can be read up to there.
 *
 * <p>Threads: the writing thread.
 */
final class LogFile {
    private static final Logger LOG = LoggerFactory.getLogger(LogFile.class);

    /** What lines are collected to where the configuration does not say. */
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path path;
    private final @Nullable Buffering buffering;
    private final Counters counters;
    private final int mostBytes;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private @Nullable OutputStream file;
    private int bufferedLines;
    private long firstLineNs;
    private boolean isFailing;

    LogFile(Path path, @Nullable Buffering buffering, Counters counters) {
        this.path = path;
        this.buffering = buffering;
        this.counters = counters;
        this.mostBytes = buffering == null ? BUFFER_BYTES : buffering.bytes();
    }

    /** Adds a line; its end is written here. */
    void append(byte[] line, long nowNs) {
        if (buffer.size() + line.length + 1 > mostBytes) {
            flush();
        }
        if (bufferedLines == 0) {
            firstLineNs = nowNs;
        }
        bufferedLines++;
        buffer.write(line, 0, line.length);
        buffer.write('\n');
    }

    /** Writes what has been collected, if it may not wait any longer. */
    void flushIfDue(long nowNs) {
        boolean isOld = buffering != null
                && buffering.flushMs() > 0
                && nowNs - firstLineNs >= TimeUnit.MILLISECONDS.toNanos(buffering.flushMs());
        boolean isDue = buffering == null || isOld;
        if (bufferedLines > 0 && isDue) {
            flush();
        }
    }

    private void flush() {
        if (bufferedLines == 0) {
            return;
        }
        try {
            OutputStream out = file != null ? file : open();
            if (buffering != null && buffering.gzipLevel() > 0) {
                writeCompressed(out, buffering.gzipLevel());
            } else {
                buffer.writeTo(out);
            }
            isFailing = false;
        } catch (IOException e) {
            counters.count(Counter.ACCESS_LOG_LINES_DROPPED, bufferedLines);
            if (!isFailing) {
                LOG.error("cannot write access log \"{}\": {}", path, e.toString());
            }
            isFailing = true;
            closeFile(); // the next line begins with a file opened anew
        }
        buffer.reset();
        bufferedLines = 0;
    }

    private OutputStream open() throws IOException {
        file = Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return file;
    }

    private void writeCompressed(OutputStream out, int level) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream gzip = new Gzip(compressed, level)) {
            buffer.writeTo(gzip);
        }
        compressed.writeTo(out);
    }

    private static final class Gzip extends GZIPOutputStream {
        Gzip(OutputStream out, int level) throws IOException {
            super(out);
            def.setLevel(level);
        }
    }

    /** Writes what has been collected; the next line opens the file anew. */
    void close() {
        flush();
        closeFile();
    }

    private void closeFile() {
        OutputStream open = file;
        file = null;
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
