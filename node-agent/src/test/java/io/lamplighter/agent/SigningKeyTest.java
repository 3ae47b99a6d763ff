package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.agent.report.ReportKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SigningKeyTest {
    private static final String FIRST = "1 MDEyMzQ1Njc4OWFiY2RlZg==\n";
    private static final String SECOND = "2 ZmVkY2JhOTg3NjU0MzIxMA==\n";
    private static final ReportKey KEY_1 = new ReportKey(1, "0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
    private static final ReportKey KEY_2 = new ReportKey(2, "fedcba9876543210".getBytes(StandardCharsets.US_ASCII));

    @TempDir
    Path directory;

    private final LogLines log = new LogLines(SigningKey.class);
    private long nowMs = 1_000_000;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("report.key");
        write(FIRST);
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void aFileThatChangedInPlaceIsReadAgainAndThatIsSaidOnce() throws IOException {
        SigningKey key = new SigningKey(file, OptionalInt.empty(), () -> nowMs);
        assertThat(key.get()).contains(KEY_1);

        nowMs += 60_000;
        write(SECOND);

        assertThat(key.get()).contains(KEY_2);
        assertThat(key.get()).contains(KEY_2);
        assertThat(log.messages()).containsExactly("the key file " + file + " changed: key 2 signs now");
    }

    @Test
    void aFileThatWasRenamedOverItIsReadEvenWithTheSameSizeAndTime() throws IOException {
        nowMs += 60_000;
        SigningKey key = new SigningKey(file, OptionalInt.empty(), () -> nowMs);
        Path next = Files.writeString(directory.resolve("next"), SECOND);
        Files.setLastModifiedTime(next, Files.getLastModifiedTime(file));
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);

        assertThat(key.get()).contains(KEY_2);
    }

    @Test
    void aSecondChangeWithinOneStepOfTheFileSystemsClockIsSeen() throws IOException {
        SigningKey key = new SigningKey(file, OptionalInt.empty(), () -> nowMs);
        write(SECOND); // as large as before, and of the same time

        assertThat(key.get()).contains(KEY_2);
    }

    @Test
    void aWrongFileKeepsTheKeyIsSaidOnceAndTheNextRightOneIsTaken() throws IOException {
        SigningKey key = new SigningKey(file, OptionalInt.empty(), () -> nowMs);
        nowMs += 60_000;
        write("2 too-short\n");
        assertThat(key.get()).contains(KEY_1);
        assertThat(key.get()).contains(KEY_1);
        Files.delete(file);
        assertThat(key.get()).contains(KEY_1);
        assertThat(key.get()).contains(KEY_1);
        write(SECOND);
        assertThat(key.get()).contains(KEY_2);
        assertThat(key.get()).contains(KEY_2);

        assertThat(log.messages())
                .satisfiesExactly(
                        wrong -> assertThat(wrong).contains("stays in use", file + ":1"),
                        gone -> assertThat(gone).contains("stays in use", file.toString()),
                        taken -> assertThat(taken).contains("key 2 signs now"),
                        over -> assertThat(over).contains("works again"));
        assertThat(String.join("", log.messages())).doesNotContain("too-short");
    }

    @Test
    void aFileWithoutTheKeyThatWasAskedForIsWrong() throws IOException {
        assertThatThrownBy(() -> new SigningKey(file, OptionalInt.of(2), () -> nowMs))
                .hasMessage(file + ": there is no key 2 in it");
        SigningKey key = new SigningKey(file, OptionalInt.of(1), () -> nowMs);
        nowMs += 60_000;
        write(SECOND);

        assertThat(key.get()).contains(KEY_1);
        assertThat(log.messages()).singleElement().asString().contains("there is no key 1 in it");
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(nowMs));
    }
}
