package io.lamplighter.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PidFileTest {
    @TempDir
    Path directory;

    @Test
    void itTellsThisProcessAndGoesWithIt() throws Exception {
        Path path = directory.resolve("logs/lamplighter.pid");
        try (PidFile file = PidFile.write(path)) {
            assertThat(PidFile.read(file.path()))
                    .hasValue(ProcessHandle.current().pid());
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void theFileOfAnotherProcessStays() throws Exception {
        Path path = directory.resolve("lamplighter.pid");
        try (PidFile file = PidFile.write(path)) {
            Files.writeString(file.path(), "1\n");
        }
        assertThat(PidFile.read(path)).hasValue(1);
    }

    @Test
    void whatIsNoNumberIsNoProcess() throws Exception {
        Path path = directory.resolve("lamplighter.pid");
        Files.writeString(path, "none");
        assertThat(PidFile.read(path)).isEmpty();
        assertThat(PidFile.read(directory.resolve("missing"))).isEmpty();
    }

    @Test
    void aPlaceThatCannotBeWrittenIsNamed() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> PidFile.write(file.resolve("x.pid")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("x.pid");
    }
}
