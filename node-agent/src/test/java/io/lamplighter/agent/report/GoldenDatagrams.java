package io.lamplighter.agent.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Datagrams as files of hexadecimal digits, and the reports they stand for. They are only ever added, never edited: whatever
 * one version sent, later ones have to read.
 */
@SuppressWarnings("ImmutableEnumChecker") // a record of optionals is immutable, which the checker cannot see
enum GoldenDatagrams {
    SIGNED_V1(Reports.FULL),
    SIGNED_UNKNOWNS_V1(Reports.UNKNOWNS),
    UNSIGNED_V1(Reports.EDGES),
    SIGNED_LONGEST_NAME_V1(Reports.LONGEST),
    SIGNED_V2(Reports.FULL),
    SIGNED_UNKNOWNS_V2(Reports.UNKNOWNS),
    UNSIGNED_V2(Reports.EDGES),
    SIGNED_LONGEST_NAME_V2(Reports.LONGEST),
    SIGNED_DRAINING_V2(Reports.draining(Reports.FULL)),
    UNSIGNED_DRAINING_V2(Reports.draining(Reports.EDGES));

    static final ReportKey KEY = new ReportKey(200, "golden-secret-of-the-tests".getBytes(StandardCharsets.US_ASCII));
    static final Map<Integer, ReportKey> KEYS = Map.of(KEY.id(), KEY);

    private final LoadReport report;

    GoldenDatagrams(LoadReport report) {
        this.report = report;
    }

    static List<GoldenDatagrams> signed() {
        return Stream.of(values()).filter(GoldenDatagrams::isSigned).toList();
    }

    LoadReport report() {
        return report;
    }

    boolean isSigned() {
        return name().startsWith("SIGNED");
    }

    /** Those of the version that is written today; the others are only read. */
    static List<GoldenDatagrams> current() {
        return Stream.of(values())
                .filter(golden -> golden.name().endsWith("_V2"))
                .toList();
    }

    byte[] bytes() {
        String file = name().toLowerCase(Locale.ROOT) + ".hex";
        try (InputStream in = Objects.requireNonNull(GoldenDatagrams.class.getResourceAsStream(file), file)) {
            String digits = new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", "");
            return HexFormat.of().parseHex(digits);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the datagrams say; each version says the same as far as it can. */
    private static final class Reports {
        static final LoadReport FULL = new LoadReport(
                "lamp-node-a.example",
                1_790_000_000_000L,
                42,
                1_790_000_042_123L,
                new LoadReport.Hardware(
                        OptionalDouble.of(2),
                        OptionalInt.of(2_400),
                        OptionalLong.of(8L << 30),
                        OptionalLong.of(50_000_000_000L)),
                new LoadReport.Usage(
                        OptionalDouble.of(0.62),
                        OptionalDouble.of(0.70),
                        OptionalLong.of(3L << 30),
                        OptionalLong.of(12_345_678_901L)),
                false);
        static final LoadReport UNKNOWNS = new LoadReport(
                "b",
                1_790_000_000_001L,
                0,
                1_790_000_000_001L,
                LoadReport.Hardware.UNKNOWN,
                LoadReport.Usage.UNKNOWN,
                false);
        static final LoadReport EDGES = new LoadReport(
                "c",
                -1,
                Long.MAX_VALUE,
                -1,
                new LoadReport.Hardware(
                        OptionalDouble.of(0.5), OptionalInt.empty(), OptionalLong.of(0), OptionalLong.of(0)),
                new LoadReport.Usage(
                        OptionalDouble.of(0), OptionalDouble.of(1), OptionalLong.of(0), OptionalLong.empty()),
                false);
        static final LoadReport LONGEST = new LoadReport(
                "n".repeat(LoadReport.MAX_NAME_LENGTH),
                7,
                1,
                1_790_000_000_002L,
                new LoadReport.Hardware(
                        OptionalDouble.of(4_000_000),
                        OptionalInt.of(Integer.MAX_VALUE),
                        OptionalLong.of(Long.MAX_VALUE),
                        OptionalLong.of(Long.MAX_VALUE)),
                new LoadReport.Usage(
                        OptionalDouble.of(1e-9),
                        OptionalDouble.of(0.123456789),
                        OptionalLong.of(Long.MAX_VALUE),
                        OptionalLong.of(Long.MAX_VALUE)),
                false);

        private Reports() {}

        static LoadReport draining(LoadReport report) {
            return new LoadReport(
                    report.node(),
                    report.bootId(),
                    report.sequence(),
                    report.sentAtMs(),
                    report.hardware(),
                    report.usage(),
                    true);
        }
    }
}
