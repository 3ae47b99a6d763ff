package io.lamplighter.balancer.geoip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeoipDatabaseTest {
    private static final long BUILT_AT = 1_700_000_000;

    @TempDir
    Path directory;

    private Path file;
    private long nowMs = 1_800_000_000_000L;

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("test.mmdb");
        new TestDatabase()
                .with(
                        "10.1.0.0",
                        16,
                        Map.of(
                                "country",
                                Map.of("iso_code", "DE", "names", Map.of("en", "Germany", "ja", "\u30c9")),
                                "location",
                                Map.of("latitude", 52.5, "accuracy_radius", 20, "is_anonymous", true),
                                "subdivisions",
                                List.of(Map.of("iso_code", "BE"))))
                .with("10.2.3.4", 32, Map.of("country", Map.of("iso_code", "FR")))
                .write(file, BUILT_AT);
    }

    @Test
    void aValueIsFoundByItsPath() throws IOException {
        GeoipDatabase database = open(0);
        assertThat(database.find("10.1.2.3", List.of("country", "iso_code"))).isEqualTo("DE");
        assertThat(database.find("10.2.3.4", List.of("country", "iso_code"))).isEqualTo("FR");
        assertThat(database.find("10.1.2.3", List.of("country", "names", "ja"))).isEqualTo("\u00e3\u0083\u0089");
        assertThat(database.find("10.1.2.3", List.of("location", "latitude"))).isEqualTo("52.50000");
        assertThat(database.find("10.1.2.3", List.of("location", "accuracy_radius")))
                .isEqualTo("20");
        assertThat(database.find("10.1.2.3", List.of("location", "is_anonymous")))
                .isEqualTo("1");
        assertThat(database.find("10.1.2.3", List.of("subdivisions", "0", "iso_code")))
                .isEqualTo("BE");
        assertThat(database.builtAt()).isEqualTo(BUILT_AT);
    }

    @Test
    void whatIsNotThereHasNoValue() throws IOException {
        GeoipDatabase database = open(0);
        assertThat(database.find("10.2.3.5", List.of("country", "iso_code"))).isNull();
        assertThat(database.find("10.1.2.3", List.of("country"))).isNull();
        assertThat(database.find("10.1.2.3", List.of("country", "iso_code", "more")))
                .isNull();
        assertThat(database.find("10.1.2.3", List.of("subdivisions", "1", "iso_code")))
                .isNull();
        assertThat(database.find("2001:db8::1", List.of("country", "iso_code"))).isNull();
        assertThat(database.find("unix:", List.of("country", "iso_code"))).isNull();
    }

    @Test
    void aFileThatChangedIsTakenAnewWhenItIsTimeToLook() throws IOException {
        GeoipDatabase database = open(60_000);
        new TestDatabase()
                .with("10.1.0.0", 16, Map.of("country", Map.of("iso_code", "PL")))
                .write(file, BUILT_AT);
        Files.setLastModifiedTime(file, FileTime.fromMillis(5_000));

        nowMs += 59_999;
        assertThat(lookedUpTwice(database)).isEqualTo("DE");
        nowMs += 1;
        assertThat(lookedUpTwice(database)).isEqualTo("PL");
        assertThat(database.changedAt()).isEqualTo(5);

        Path rubbish = Files.writeString(directory.resolve("rubbish"), "rubbish");
        Files.move(rubbish, file, StandardCopyOption.REPLACE_EXISTING);
        nowMs += 60_000;
        assertThat(lookedUpTwice(database)).isEqualTo("PL");
    }

    /** The first lookup begins the look at the file, which is over before the second. */
    private static String lookedUpTwice(GeoipDatabase database) {
        database.find("10.1.2.3", List.of("country", "iso_code"));
        return database.find("10.1.2.3", List.of("country", "iso_code"));
    }

    @Test
    void whatIsNoDatabaseIsRefused() throws IOException {
        Files.writeString(file, "rubbish");
        assertThatThrownBy(() -> open(0)).isInstanceOf(IOException.class);
        Files.delete(file);
        assertThatThrownBy(() -> open(0)).isInstanceOf(IOException.class);
    }

    private GeoipDatabase open(long reloadMs) throws IOException {
        return new GeoipDatabase(file, reloadMs, Runnable::run, () -> nowMs);
    }
}
