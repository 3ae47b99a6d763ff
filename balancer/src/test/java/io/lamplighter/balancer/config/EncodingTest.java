package io.lamplighter.balancer.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One good configuration, saved by different editors. */
class EncodingTest {
    private static final String GOOD = "stream {\n  server {\n    listen 1;\n    proxy_pass 127.0.0.1:1;\n  }\n}\n";

    @TempDir
    Path directory;

    @Test
    void aByteOrderMarkDoesNoHarm() throws IOException {
        assertThat(load("\uFEFF" + GOOD)).isInstanceOf(LoadResult.Loaded.class);
    }

    @Test
    void linesOfWindowsDoNoHarm() throws IOException {
        assertThat(load(GOOD.replace("\n", "\r\n"))).isInstanceOf(LoadResult.Loaded.class);
    }

    @Test
    void latin1InACommentDoesNoHarm() throws IOException {
        assertThat(loadBytes(("# für die Lampen\n" + GOOD).getBytes(StandardCharsets.ISO_8859_1)))
                .isInstanceOf(LoadResult.Loaded.class);
    }

    @Test
    void latin1InAWordIsRefusedWithItsPlace() throws IOException {
        byte[] text = GOOD.replace("listen 1;", "listen ü:1;").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(faults(loadBytes(text)))
                .contains("unexpected character U+FFFD (or a byte that is not UTF-8) in column 12 in test.conf:3");
    }

    @Test
    void aNoBreakSpaceIsNamedWithItsPlace() throws IOException {
        assertThat(faults(load(GOOD.replace("    listen", "   \u00A0listen"))))
                .startsWith("unexpected character U+00A0 (NO-BREAK SPACE) in column 4 in test.conf:3");
    }

    @Test
    void aZeroByteIsNamedWithItsPlace() throws IOException {
        assertThat(faults(load(GOOD.replace("listen 1", "listen \u00001"))))
                .startsWith("unexpected character U+0000 (NULL) in column 12 in test.conf:3");
    }

    private List<String> faults(LoadResult result) {
        return TestConfig.faults(result, directory);
    }

    private LoadResult load(String text) throws IOException {
        return loadBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private LoadResult loadBytes(byte[] bytes) throws IOException {
        Files.write(directory.resolve("test.conf"), bytes);
        return TestConfig.loader().load(Path.of("test.conf"), directory, "", Optional.empty());
    }
}
