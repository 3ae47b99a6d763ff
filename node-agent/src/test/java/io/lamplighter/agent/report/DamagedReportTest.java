package io.lamplighter.agent.report;

import static io.lamplighter.agent.report.GoldenDatagrams.KEYS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lamplighter.agent.report.LoadReportCodec.Decoded;
import io.lamplighter.agent.report.LoadReportCodec.Fault;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Whoever can send to the report port can send anything; no bytes may do more than be refused. */
class DamagedReportTest {
    private static final int DATAGRAMS = 1_000_000;
    private static final int LONGEST = 512;

    @Test
    void aMillionRandomDatagramsAreDecodedWithoutAnException() {
        long seed = System.nanoTime();
        System.out.println("DamagedReportTest seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        byte[] unsigned = GoldenDatagrams.UNSIGNED_V2.bytes();
        byte[] datagram = new byte[LONGEST];
        Map<Fault, Integer> refused = new EnumMap<>(Fault.class);
        int accepted = 0;
        for (int i = 0; i < DATAGRAMS; i++) {
            random.nextBytes(datagram);
            int length = random.nextInt(LONGEST + 1);
            if (i % 2 == 0) {
                // Every other one is damaged from a good one, or hardly any would get past the first check.
                length = damaged(unsigned, datagram, random);
            }
            Decoded decoded = LoadReportCodec.decode(ByteBuffer.wrap(datagram, 0, length), KEYS, true);
            if (decoded instanceof Decoded.Refused answer) {
                refused.merge(answer.fault(), 1, Integer::sum);
            } else {
                accepted++;
            }
        }
        assertThat(refused.get(Fault.NOT_A_REPORT)).isGreaterThan(DATAGRAMS / 4);
        assertThat(refused).containsKeys(Fault.VALUE_OUT_OF_RANGE, Fault.WRONG_LENGTH, Fault.UNKNOWN_FLAG);
        assertThat(accepted).isPositive();
    }

    private static int damaged(byte[] good, byte[] target, SplittableRandom random) {
        System.arraycopy(good, 0, target, 0, good.length);
        int damages = random.nextInt(4);
        for (int i = 0; i < damages; i++) {
            target[random.nextInt(good.length)] = (byte) random.nextInt();
        }
        return good.length;
    }

    @Test
    void everyFigureOutsideItsRangeIsRefused() {
        assertRefused(bytes -> bytes.putLong(LoadReportCodec.SEQUENCE_OFFSET, -1));
        assertRefused(bytes -> bytes.putInt(LoadReportCodec.CPU_IDLE_OFFSET, 1_000_000_001));
        assertRefused(bytes -> bytes.putInt(LoadReportCodec.CPU_IDLE_OFFSET, -2));
        assertRefused(bytes -> bytes.putInt(LoadReportCodec.BANDWIDTH_IDLE_OFFSET, 1_000_000_001));
        assertRefused(bytes -> bytes.putInt(LoadReportCodec.CORES_OFFSET, 0));
        assertRefused(bytes -> bytes.putInt(LoadReportCodec.CORES_OFFSET, -2));
        assertRefused(bytes -> bytes.putInt(LoadReportCodec.CLOCK_OFFSET, 0));
        assertRefused(bytes -> bytes.putInt(LoadReportCodec.CLOCK_OFFSET, -2));
        assertRefused(bytes -> bytes.putLong(LoadReportCodec.MEMORY_OFFSET, -2));
        assertRefused(bytes -> bytes.putLong(LoadReportCodec.MEMORY_USED_OFFSET, Long.MIN_VALUE));
        assertRefused(bytes -> bytes.putLong(LoadReportCodec.DISK_OFFSET, -2));
        assertRefused(bytes -> bytes.putLong(LoadReportCodec.DISK_USED_OFFSET, -2));
        assertRefused(bytes -> bytes.put(LoadReportCodec.KEY_ID_OFFSET, (byte) 1));
        assertRefused(bytes -> bytes.putShort(LoadReportCodec.RESERVED_SHORT_OFFSET, (short) 1));
        assertRefused(bytes -> bytes.putInt(LoadReportCodec.RESERVED_INT_OFFSET, 1));
    }

    @Test
    void aNameOfAnythingButVisibleAsciiIsRefused() {
        for (int character = 0; character < 256; character++) {
            byte found = (byte) character;
            if (character > ' ' && character < 0x7F) {
                assertThat(decode(bytes -> bytes.put(LoadReportCodec.NAME_OFFSET, found)))
                        .as("character %d", character)
                        .isInstanceOf(Decoded.Accepted.class);
            } else {
                assertRefused(bytes -> bytes.put(LoadReportCodec.NAME_OFFSET, found));
            }
        }
    }

    @Test
    void aReportWithoutANameIsRefused() {
        byte[] good = GoldenDatagrams.UNSIGNED_V2.bytes();
        ByteBuffer nameless = ByteBuffer.wrap(good, 0, LoadReportCodec.NAME_OFFSET);
        nameless.put(LoadReportCodec.NAME_LENGTH_OFFSET, (byte) 0);
        nameless.putShort(LoadReportCodec.LENGTH_OFFSET, (short) LoadReportCodec.NAME_OFFSET);

        assertThat(LoadReportCodec.decode(nameless, KEYS, true)).isInstanceOf(Decoded.Refused.class);
    }

    @Test
    void aSignedReportWithoutANameIsRefusedAfterItsSignatureHeld() {
        ByteBuffer bytes = ByteBuffer.allocate(LoadReportCodec.NAME_OFFSET + ReportKey.SIGNATURE_LENGTH);
        LoadReport report = GoldenDatagrams.UNSIGNED_V2.report();
        ByteBuffer whole = ByteBuffer.allocate(LoadReportCodec.MAX_LENGTH);
        LoadReportCodec.encode(report, GoldenDatagrams.KEY, whole);
        bytes.put(0, whole.array(), 0, LoadReportCodec.NAME_OFFSET);
        bytes.put(LoadReportCodec.NAME_LENGTH_OFFSET, (byte) 0);
        bytes.putShort(LoadReportCodec.LENGTH_OFFSET, (short) bytes.capacity());
        byte[] signature = GoldenDatagrams.KEY.sign(bytes.duplicate().limit(LoadReportCodec.NAME_OFFSET));
        bytes.put(LoadReportCodec.NAME_OFFSET, signature);

        assertThat(LoadReportCodec.decode(bytes, KEYS, false)).isEqualTo(new Decoded.Refused(Fault.VALUE_OUT_OF_RANGE));
    }

    @Test
    void textSentToThePortIsNotAReport() {
        byte[] text = "GET / HTTP/1.1\r\n".repeat(20).getBytes(StandardCharsets.US_ASCII);

        assertThat(LoadReportCodec.decode(ByteBuffer.wrap(text), KEYS, true))
                .isEqualTo(new Decoded.Refused(Fault.NOT_A_REPORT));
    }

    private static void assertRefused(Consumer<ByteBuffer> damage) {
        assertThat(decode(damage)).isEqualTo(new Decoded.Refused(Fault.VALUE_OUT_OF_RANGE));
    }

    private static Decoded decode(Consumer<ByteBuffer> change) {
        ByteBuffer bytes = ByteBuffer.wrap(GoldenDatagrams.UNSIGNED_V2.bytes());
        change.accept(bytes);
        return LoadReportCodec.decode(bytes, KEYS, true);
    }
}
