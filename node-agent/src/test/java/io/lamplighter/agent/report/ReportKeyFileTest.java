package io.lamplighter.agent.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportKeyFileTest {
    private static final String SECRET =
            Base64.getEncoder().encodeToString("0123456789abcdef".getBytes(StandardCharsets.US_ASCII));

    @TempDir
    Path directory;

    @Test
    void keysAreReadInFileOrderBetweenCommentsAndBlankLines() throws IOException {
        Path file = write("# keys\r\n\r\n7 " + SECRET + "\r\n  0\t" + SECRET + "  \n#255 " + SECRET + "\n");

        assertThat(ReportKeyFile.read(file)).extracting(ReportKey::id).containsExactly(7, 0);
    }

    @Test
    void theSecretIsTheDecodedText() throws IOException {
        ReportKey read = ReportKeyFile.read(write("1 " + SECRET)).get(0);
        ReportKey made = new ReportKey(1, "0123456789abcdef".getBytes(StandardCharsets.US_ASCII));

        assertThat(read.sign(ByteBuffer.allocate(3))).isEqualTo(made.sign(ByteBuffer.allocate(3)));
    }

    @ParameterizedTest
    @CsvSource({
        "256 MDEyMzQ1Njc4OWFiY2RlZg==, key id must be 0..255",
        "-1 MDEyMzQ1Njc4OWFiY2RlZg==, must begin with the id",
        "MDEyMzQ1Njc4OWFiY2RlZg== 1, must begin with the id",
        "1 MDEyMzQ1Njc4OWFiY2Rl, at least 16 bytes",
        "1 MDEyMzQ1Njc4OWFiY2RlZg=!, not valid base64",
        "1, found 1 words",
        "1 MDEyMzQ1Njc4OWFiY2RlZg== x, found 3 words",
    })
    void aFaultNamesFileAndLineAndNotTheSecret(String line, String expected) throws IOException {
        Path file = write("# first line\n" + line + "\n");

        assertThatThrownBy(() -> ReportKeyFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file + ":2: ")
                .hasMessageContaining(expected)
                .hasMessageNotContaining("MDEy");
    }

    @Test
    void anIdMayStandOnlyOnce() throws IOException {
        Path file = write("1 " + SECRET + "\n1 " + SECRET + "\n");

        assertThatThrownBy(() -> ReportKeyFile.read(file)).hasMessageContaining(file + ":2: there is a key 1 already");
    }

    @Test
    void aFileWithoutAKeyIsAFault() throws IOException {
        Path file = write("# nothing\n");

        assertThatThrownBy(() -> ReportKeyFile.read(file)).hasMessageContaining("there is no key in it");
    }

    @Test
    void aKeyIsNamedByItsNumberOnly() {
        assertThat(new ReportKey(9, "0123456789abcdef".getBytes(StandardCharsets.US_ASCII)))
                .hasToString("key 9");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("report.key"), text);
    }
}
