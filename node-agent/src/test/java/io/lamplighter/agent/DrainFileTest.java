package io.lamplighter.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainFileTest {
    @TempDir
    Path directory;

    @Test
    void aNodeDrainsForAsLongAsTheFileExistsAndEachChangeIsSaidOnce() throws IOException {
        Path file = directory.resolve("drain");
        try (LogLines log = new LogLines(DrainFile.class)) {
            DrainFile drain = new DrainFile(file);
            assertThat(drain.getAsBoolean()).isFalse();

            Files.createFile(file);
            assertThat(drain.getAsBoolean()).isTrue();
            assertThat(drain.getAsBoolean()).isTrue();

            Files.delete(file);
            assertThat(drain.getAsBoolean()).isFalse();
            assertThat(drain.getAsBoolean()).isFalse();

            assertThat(log.messages())
                    .containsExactly(
                            "draining, no new sessions are asked for: " + file + " exists",
                            "no longer draining: " + file + " is gone");
        }
    }

    @Test
    void whereItCannotBeToldTheAnswerStaysAndTheTroubleIsSaidOnce() throws IOException {
        Path inside = Files.createDirectory(directory.resolve("inside"));
        Path file = Files.createFile(inside.resolve("drain"));
        try (LogLines log = new LogLines(DrainFile.class)) {
            DrainFile drain = new DrainFile(file);
            assertThat(drain.getAsBoolean()).isTrue();

            Files.delete(file);
            Files.delete(inside);
            Files.createSymbolicLink(inside, inside); // goes round for ever; taking permissions away does not stop root

            assertThat(drain.getAsBoolean()).isTrue();
            assertThat(drain.getAsBoolean()).isTrue();
            assertThat(log.messages()).hasSize(2).last().asString().contains("looking for the drain file " + file);
        }
    }
}
