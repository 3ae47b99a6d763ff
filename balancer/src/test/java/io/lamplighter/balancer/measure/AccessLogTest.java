package io.lamplighter.balancer.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.lamplighter.balancer.config.AccessLogConfig;
import io.lamplighter.balancer.config.AccessLogConfig.ToFile;
import io.lamplighter.balancer.variable.FixedValues;
import io.lamplighter.balancer.variable.LogLine;
import io.lamplighter.balancer.variable.LogLine.Escape;
import io.lamplighter.balancer.variable.Template;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@Timeout(30)
class AccessLogTest {
    @TempDir
    private Path dir;

    private final Counters counters = new Counters();
    private final AccessLog log = AccessLog.start(counters);

    private void write(Path file, String text) {
        AccessLogConfig target = new AccessLogConfig(
                new ToFile(file, Optional.empty()), new LogLine(Template.literal(text), Escape.NONE), Optional.empty());
        log.write(target, FixedValues.always(""));
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void linesStandInOrderEachInItsFile() {
        Path a = dir.resolve("a.log");
        Path b = dir.resolve("b.log");
        for (int i = 0; i < 1_000; i++) {
            write(i % 2 == 0 ? a : b, "line " + i + " é");
        }
        log.close();

        assertThat(lines(a)).isEqualTo(numbered(0));
        assertThat(lines(b)).isEqualTo(numbered(1));
        assertThat(counters.value(Counter.ACCESS_LOG_LINES_DROPPED)).isZero();
    }

    @Test
    void aLineIsOnDiskSoonWithoutClosing() {
        Path file = dir.resolve("a.log");
        write(file, "one");

        await().until(() -> Files.exists(file) && lines(file).equals(List.of("one")));
    }

    /** It wakes by itself only when there are files, so here nothing else does it. */
    @Test
    void aLineWakesTheWriterThatWentToSleep() {
        Path file = dir.resolve("a.log");
        await().until(log::isAsleep);
        write(file, "one");

        await().until(() -> Files.exists(file) && lines(file).equals(List.of("one")));
    }

    @Test
    void anExistingFileIsAppendedTo() throws IOException {
        Path file = Files.writeString(dir.resolve("a.log"), "old\n");
        write(file, "new");
        log.close();

        assertThat(lines(file)).containsExactly("old", "new");
    }

    @Test
    void afterReopenLinesGoToANewFileOfTheName() throws IOException {
        Path file = dir.resolve("a.log");
        Path rotated = dir.resolve("a.log.1");
        write(file, "before");
        await().until(() -> Files.exists(file) && lines(file).equals(List.of("before")));
        Files.move(file, rotated);
        write(file, "between");
        await().until(() -> lines(rotated).equals(List.of("before", "between")));

        log.reopen();
        // Written after the writer saw the wish, or before: a line of either file, but none is lost.
        await().until(() -> {
            write(file, "after");
            return Files.exists(file);
        });
        log.close();

        assertThat(lines(rotated)).startsWith("before", "between");
        assertThat(lines(file)).isNotEmpty().containsOnly("after");
    }

    @Test
    void aLineThatCannotBeWrittenIsCountedAndDoesNotStopTheOthers() {
        Path file = dir.resolve("a.log");
        write(dir.resolve("missing/a.log"), "lost");
        write(file, "kept");
        log.close();

        assertThat(counters.value(Counter.ACCESS_LOG_LINES_DROPPED)).isEqualTo(1);
        assertThat(lines(file)).containsExactly("kept");
    }

    @Test
    void linesForAFullDiskAreCountedAndReportedOnce() {
        Logger logger = (Logger) LoggerFactory.getLogger(LogFile.class);
        ListAppender<ILoggingEvent> errors = new ListAppender<>();
        errors.start();
        logger.addAppender(errors);
        Path fullDisk = Path.of("/dev/full");
        for (int i = 1; i <= 3; i++) {
            int expected = i;
            write(fullDisk, "lost");
            await().until(() -> counters.value(Counter.ACCESS_LOG_LINES_DROPPED) == expected);
        }
        log.close();
        logger.detachAppender(errors);

        assertThat(errors.list)
                .singleElement()
                .satisfies(error -> assertThat(error.getFormattedMessage()).contains("/dev/full", "No space left"));
        assertThat(counters.value(Counter.ACCESS_LOG_LINES_DROPPED)).isEqualTo(3);
    }

    @Test
    void aFileThatCouldNotBeWrittenIsTriedAgainWithTheNextLine() throws IOException {
        Path file = dir.resolve("later/a.log");
        write(file, "lost");
        await().until(() -> counters.value(Counter.ACCESS_LOG_LINES_DROPPED) == 1);
        Files.createDirectory(dir.resolve("later"));
        write(file, "kept");
        log.close();

        assertThat(lines(file)).containsExactly("kept");
    }

    @Test
    void linesThatDoNotFitTheQueueAreCountedAndAllOthersWritten() throws Exception {
        Path pipe = dir.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        // Opening a pipe without a reader waits, like a disk that hangs.
        int offered = 1 << 17;
        for (int i = 0; i < offered; i++) {
            write(pipe, "x");
        }
        long dropped = counters.value(Counter.ACCESS_LOG_LINES_DROPPED);
        CompletableFuture<List<String>> written = CompletableFuture.supplyAsync(() -> lines(pipe));
        log.close();

        assertThat(dropped).isPositive();
        assertThat(written.get()).hasSize((int) (offered - dropped));
    }

    @Test
    void closingTwiceIsHarmless() {
        log.close();
        log.close();
    }

    private static List<String> numbered(int first) {
        return IntStream.range(0, 500)
                .mapToObj(i -> "line " + (2 * i + first) + " é")
                .toList();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
