package io.lamplighter.agent.report;

import static io.lamplighter.agent.report.GoldenDatagrams.KEY;
import static io.lamplighter.agent.report.GoldenDatagrams.KEYS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lamplighter.agent.report.LoadReportCodec.Decoded;
import io.lamplighter.agent.report.LoadReportCodec.Fault;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadReportCodecTest {
    @ParameterizedTest
    @MethodSource("io.lamplighter.agent.report.GoldenDatagrams#current")
    void aReportIsEncodedToItsGoldenDatagram(GoldenDatagrams golden) {
        assertThat(encode(golden)).isEqualTo(golden.bytes());
    }

    @ParameterizedTest
    @EnumSource
    void aGoldenDatagramIsDecodedToItsReport(GoldenDatagrams golden) {
        assertThat(LoadReportCodec.decode(ByteBuffer.wrap(golden.bytes()), KEYS, true))
                .isEqualTo(new Decoded.Accepted(golden.report()));
    }

    @Test
    void theLongestReportHasTheDocumentedLength() {
        assertThat(GoldenDatagrams.SIGNED_LONGEST_NAME_V2.bytes()).hasSize(LoadReportCodec.MAX_LENGTH);
    }

    @Test
    void positionOrderAndKindOfTheBufferDoNotMatter() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(500).order(ByteOrder.LITTLE_ENDIAN);
        buffer.position(11);
        LoadReport report = GoldenDatagrams.SIGNED_V1.report();

        int length = LoadReportCodec.encode(report, KEY, buffer);

        assertThat(buffer.position()).isEqualTo(11 + length);
        buffer.flip().position(11);
        assertThat(LoadReportCodec.decode(buffer.asReadOnlyBuffer(), KEYS, false))
                .isEqualTo(new Decoded.Accepted(report));
        assertThat(buffer.remaining()).isEqualTo(length);
    }

    @Test
    void oldBytesOfAReusedBufferDoNotShineThrough() {
        byte[] used = new byte[LoadReportCodec.MAX_LENGTH];
        Arrays.fill(used, (byte) 0xEE);
        ByteBuffer buffer = ByteBuffer.wrap(used);

        LoadReportCodec.encodeUnsigned(GoldenDatagrams.UNSIGNED_V2.report(), buffer);

        assertThat(Arrays.copyOf(used, buffer.position())).isEqualTo(GoldenDatagrams.UNSIGNED_V2.bytes());
    }

    @Test
    void aTargetWithoutRoomIsLeftAsItIs() {
        byte[] target = new byte[GoldenDatagrams.SIGNED_V1.bytes().length - 1];
        LoadReport report = GoldenDatagrams.SIGNED_V1.report();

        assertThatThrownBy(() -> LoadReportCodec.encode(report, KEY, ByteBuffer.wrap(target)))
                .isInstanceOf(BufferOverflowException.class);
        assertThat(target).containsOnly(0);
    }

    @ParameterizedTest
    @MethodSource("io.lamplighter.agent.report.GoldenDatagrams#signed")
    void everyFlippedBitOfASignedReportIsNoticed(GoldenDatagrams golden) {
        byte[] bytes = golden.bytes();
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(LoadReportCodec.decode(ByteBuffer.wrap(bytes), KEYS, true))
                    .as("bit %d of byte %d", bit % 8, bit / 8)
                    .isInstanceOf(Decoded.Refused.class);
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
        assertThat(bytes).isEqualTo(golden.bytes());
    }

    @ParameterizedTest
    @EnumSource
    void aReportCutAtAnyLengthIsRefused(GoldenDatagrams golden) {
        byte[] bytes = golden.bytes();
        for (int length = 0; length < bytes.length; length++) {
            assertThat(fault(Arrays.copyOf(bytes, length)))
                    .as("length %d", length)
                    .isIn(Fault.TOO_SHORT, Fault.WRONG_LENGTH);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32, 65_507 - 200})
    void bytesAfterTheReportAreNoticed(int extra) {
        byte[] bytes = GoldenDatagrams.SIGNED_V1.bytes();

        assertThat(fault(Arrays.copyOf(bytes, bytes.length + extra))).isEqualTo(Fault.WRONG_LENGTH);
    }

    @Test
    void aSignatureCannotBeStripped() {
        byte[] bytes = GoldenDatagrams.SIGNED_V1.bytes();
        byte[] stripped = Arrays.copyOf(bytes, bytes.length - ReportKey.SIGNATURE_LENGTH);
        stripped[LoadReportCodec.FLAGS_OFFSET] = 0;
        stripped[LoadReportCodec.LENGTH_OFFSET + 1] = (byte) stripped.length;

        assertThat(LoadReportCodec.decode(ByteBuffer.wrap(stripped), KEYS, false))
                .isEqualTo(new Decoded.Refused(Fault.UNSIGNED));
    }

    @Test
    void anUnsignedReportNeedsPermission() {
        assertThat(LoadReportCodec.decode(ByteBuffer.wrap(GoldenDatagrams.UNSIGNED_V1.bytes()), KEYS, false))
                .isEqualTo(new Decoded.Refused(Fault.UNSIGNED));
    }

    @Test
    void theKeyMustBeKnownByItsNumberAndByItsSecret() {
        ByteBuffer datagram = ByteBuffer.wrap(GoldenDatagrams.SIGNED_V1.bytes());
        ReportKey other = new ReportKey(KEY.id(), new byte[ReportKey.MIN_SECRET_LENGTH]);

        assertThat(LoadReportCodec.decode(datagram, Map.of(), true)).isEqualTo(new Decoded.Refused(Fault.UNKNOWN_KEY));
        assertThat(LoadReportCodec.decode(datagram, Map.of(KEY.id(), other), true))
                .isEqualTo(new Decoded.Refused(Fault.BAD_SIGNATURE));
    }

    @Test
    void theSignatureIsCheckedBeforeAnyFigure() {
        byte[] bytes = GoldenDatagrams.SIGNED_V1.bytes();
        ByteBuffer.wrap(bytes).putInt(LoadReportCodec.CPU_IDLE_OFFSET, 2_000_000_000);

        assertThat(fault(bytes)).isEqualTo(Fault.BAD_SIGNATURE);
    }

    @Test
    void otherVersionsAndFlagsAreNamedAsSuch() {
        byte[] bytes = GoldenDatagrams.SIGNED_V2.bytes();
        bytes[LoadReportCodec.FLAGS_OFFSET] |= 0x04;
        assertThat(fault(bytes)).isEqualTo(Fault.UNKNOWN_FLAG);

        bytes[LoadReportCodec.VERSION_OFFSET] = 3;
        assertThat(fault(bytes)).isEqualTo(Fault.UNKNOWN_VERSION);

        bytes[LoadReportCodec.VERSION_OFFSET] = 0;
        assertThat(fault(bytes)).isEqualTo(Fault.UNKNOWN_VERSION);

        bytes[LoadReportCodec.MAGIC_OFFSET] = 'X';
        assertThat(fault(bytes)).isEqualTo(Fault.NOT_A_REPORT);
    }

    @ParameterizedTest
    @EnumSource(names = {"SIGNED_V1", "UNSIGNED_V1"})
    void theVersionBeforeCannotSayThatTheNodeIsDraining(GoldenDatagrams golden) {
        byte[] bytes = golden.bytes();
        bytes[LoadReportCodec.FLAGS_OFFSET] |= 0x02;

        assertThat(fault(bytes)).isEqualTo(Fault.UNKNOWN_FLAG);
    }

    private static Fault fault(byte[] datagram) {
        Decoded decoded = LoadReportCodec.decode(ByteBuffer.wrap(datagram), KEYS, true);
        assertThat(decoded).isInstanceOf(Decoded.Refused.class);
        return ((Decoded.Refused) decoded).fault();
    }

    private static byte[] encode(GoldenDatagrams golden) {
        ByteBuffer target = ByteBuffer.allocate(LoadReportCodec.MAX_LENGTH);
        int length = golden.isSigned()
                ? LoadReportCodec.encode(golden.report(), KEY, target)
                : LoadReportCodec.encodeUnsigned(golden.report(), target);
        assertThat(length).isEqualTo(target.position());
        return Arrays.copyOf(target.array(), length);
    }
}
