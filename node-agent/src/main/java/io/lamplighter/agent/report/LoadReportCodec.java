package io.lamplighter.agent.report;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The bytes of a {@link LoadReport}: one datagram, network byte order.
 *
 * <pre>
 *    0        1        2        3        4        5        6        7
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 *  0|  'L'      'L'      'R'      'P'   |version | flags  |     length      |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 *  8| key id |name len|              reserved, all zero                     |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 16|                               boot id                                 |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 24|                               sequence                                |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 32|                     sent at, ms since 1970                            |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 40|     CPU idle, billionths          |    bandwidth idle, billionths     |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 48|        cores, thousandths         |           clock, MHz              |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 56|                           memory, bytes                               |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 64|                       memory in use, bytes                            |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 72|                            disk, bytes                                |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 80|                        disk in use, bytes                             |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 88|  name, ASCII, "name len" bytes ...
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 *   |  signature, 32 bytes, if flag 0x01 is set ...
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * </pre>
 *
 * <p>Magic, version and length come first and keep their place in every version. Length counts the whole datagram with its
 * signature, so that a cut or padded one is noticed. In the figures from 40 on, all bits set means unknown. The signature is
 * HMAC-SHA256 over every byte before it; it is compared in constant time, and no figure, not even the name, is looked at
 * before it holds. An unsigned report leaves the flag and the key id 0.
 *
 * <p>A new meaning is a new version; receivers read the current version and the one before, senders write the current one.
 * Version 2 is version 1 with one more flag, 0x02: the node is draining. Version 1 has no such flag and cannot say so.
 */
public final class LoadReportCodec {
    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 4;
    static final int FLAGS_OFFSET = 5;
    static final int LENGTH_OFFSET = 6;
    static final int KEY_ID_OFFSET = 8;
    static final int NAME_LENGTH_OFFSET = 9;
    static final int RESERVED_SHORT_OFFSET = 10;
    static final int RESERVED_INT_OFFSET = 12;
    static final int BOOT_ID_OFFSET = 16;
    static final int SEQUENCE_OFFSET = 24;
    static final int SENT_AT_OFFSET = 32;
    static final int CPU_IDLE_OFFSET = 40;
    static final int BANDWIDTH_IDLE_OFFSET = 44;
    static final int CORES_OFFSET = 48;
    static final int CLOCK_OFFSET = 52;
    static final int MEMORY_OFFSET = 56;
    static final int MEMORY_USED_OFFSET = 64;
    static final int DISK_OFFSET = 72;
    static final int DISK_USED_OFFSET = 80;
    static final int NAME_OFFSET = 88;

    /** Longest datagram, bytes; a receiver needs no larger buffer. */
    public static final int MAX_LENGTH = NAME_OFFSET + LoadReport.MAX_NAME_LENGTH + ReportKey.SIGNATURE_LENGTH;

    private static final int MAGIC = 0x4C4C5250;
    private static final byte VERSION = 2;
    private static final byte VERSION_BEFORE = 1;
    private static final byte SIGNED = 0x01;
    private static final byte DRAINING = 0x02;
    private static final int UNKNOWN_INT = -1;
    private static final long UNKNOWN_LONG = -1;
    private static final int SHARE_SCALE = 1_000_000_000;
    private static final int CORES_SCALE = 1_000;
    private static final long MAX_CORES_THOUSANDTHS = 4_000_000_000L;

    private LoadReportCodec() {}

    /**
     * Writes a signed report at the position of {@code target} and moves it behind.
     *
     * @return bytes written
     * @throws BufferOverflowException when they do not fit; {@link #MAX_LENGTH} always does
     */
    public static int encode(LoadReport report, ReportKey key, ByteBuffer target) {
        int nameEnd = NAME_OFFSET + report.node().length();
        int length = nameEnd + ReportKey.SIGNATURE_LENGTH;
        ByteBuffer bytes = room(length, target);
        putHeader(bytes, length, (byte) (SIGNED | drainingFlag(report)), key.id());
        putBody(bytes, report);
        byte[] signature = key.sign(bytes.duplicate().position(0).limit(nameEnd));
        bytes.put(nameEnd, signature);
        target.position(target.position() + length);
        return length;
    }

    /**
     * Writes a report without a signature; balancers refuse it unless told {@code unsigned on}.
     *
     * @return bytes written
     * @throws BufferOverflowException when they do not fit; {@link #MAX_LENGTH} always does
     */
    public static int encodeUnsigned(LoadReport report, ByteBuffer target) {
        int length = NAME_OFFSET + report.node().length();
        ByteBuffer bytes = room(length, target);
        putHeader(bytes, length, drainingFlag(report), 0);
        putBody(bytes, report);
        target.position(target.position() + length);
        return length;
    }

    private static ByteBuffer room(int length, ByteBuffer target) {
        if (target.remaining() < length) {
            throw new BufferOverflowException();
        }
        return target.slice(); // a slice is in network byte order whatever the order of target
    }

    private static byte drainingFlag(LoadReport report) {
        return report.draining() ? DRAINING : 0;
    }

    private static void putHeader(ByteBuffer bytes, int length, byte flags, int keyId) {
        bytes.putInt(MAGIC_OFFSET, MAGIC)
                .put(VERSION_OFFSET, VERSION)
                .put(FLAGS_OFFSET, flags)
                .putShort(LENGTH_OFFSET, (short) length)
                .put(KEY_ID_OFFSET, (byte) keyId)
                .putShort(RESERVED_SHORT_OFFSET, (short) 0)
                .putInt(RESERVED_INT_OFFSET, 0);
    }

    private static void putBody(ByteBuffer bytes, LoadReport report) {
        LoadReport.Hardware hardware = report.hardware();
        LoadReport.Usage usage = report.usage();
        byte[] name = report.node().getBytes(StandardCharsets.US_ASCII);
        bytes.put(NAME_LENGTH_OFFSET, (byte) name.length)
                .putLong(BOOT_ID_OFFSET, report.bootId())
                .putLong(SEQUENCE_OFFSET, report.sequence())
                .putLong(SENT_AT_OFFSET, report.sentAtMs())
                .putInt(CPU_IDLE_OFFSET, scaled(usage.cpuIdle(), SHARE_SCALE))
                .putInt(BANDWIDTH_IDLE_OFFSET, scaled(usage.bandwidthIdle(), SHARE_SCALE))
                .putInt(CORES_OFFSET, scaled(hardware.cores(), CORES_SCALE))
                .putInt(CLOCK_OFFSET, hardware.clockMhz().orElse(UNKNOWN_INT))
                .putLong(MEMORY_OFFSET, hardware.memoryBytes().orElse(UNKNOWN_LONG))
                .putLong(MEMORY_USED_OFFSET, usage.memoryUsedBytes().orElse(UNKNOWN_LONG))
                .putLong(DISK_OFFSET, hardware.diskBytes().orElse(UNKNOWN_LONG))
                .putLong(DISK_USED_OFFSET, usage.diskUsedBytes().orElse(UNKNOWN_LONG))
                .put(NAME_OFFSET, name);
    }

    private static int scaled(OptionalDouble value, int scale) {
        return value.isPresent() ? (int) Math.round(value.getAsDouble() * scale) : UNKNOWN_INT;
    }

    /**
     * Reads the datagram between position and limit; leaves both where they are. Never throws, whatever the bytes.
     *
     * @param keys the keys that are trusted, by their id
     * @param unsignedAllowed whether a report without a signature is believed
     */
    public static Decoded decode(ByteBuffer datagram, Map<Integer, ReportKey> keys, boolean unsignedAllowed) {
        ByteBuffer bytes = datagram.slice();
        Fault fault = frameFault(bytes);
        if (fault == null) {
            fault = originFault(bytes, keys, unsignedAllowed);
        }
        if (fault == null) {
            fault = valueFault(bytes);
        }
        return fault == null ? new Decoded.Accepted(report(bytes)) : new Decoded.Refused(fault);
    }

    private static Fault frameFault(ByteBuffer bytes) {
        if (bytes.remaining() <= NAME_OFFSET) {
            return Fault.TOO_SHORT;
        }
        if (bytes.getInt(MAGIC_OFFSET) != MAGIC) {
            return Fault.NOT_A_REPORT;
        }
        byte version = bytes.get(VERSION_OFFSET);
        if (version != VERSION && version != VERSION_BEFORE) {
            return Fault.UNKNOWN_VERSION;
        }
        int knownFlags = version == VERSION ? SIGNED | DRAINING : SIGNED;
        if ((bytes.get(FLAGS_OFFSET) & ~knownFlags) != 0) {
            return Fault.UNKNOWN_FLAG;
        }
        int expected = nameEnd(bytes) + (isSigned(bytes) ? ReportKey.SIGNATURE_LENGTH : 0);
        int told = Short.toUnsignedInt(bytes.getShort(LENGTH_OFFSET));
        return told == expected && bytes.remaining() == expected ? null : Fault.WRONG_LENGTH;
    }

    private static Fault originFault(ByteBuffer bytes, Map<Integer, ReportKey> keys, boolean unsignedAllowed) {
        if (!isSigned(bytes)) {
            return unsignedAllowed ? null : Fault.UNSIGNED;
        }
        ReportKey key = keys.get(Byte.toUnsignedInt(bytes.get(KEY_ID_OFFSET)));
        if (key == null) {
            return Fault.UNKNOWN_KEY;
        }
        int nameEnd = nameEnd(bytes);
        byte[] found = new byte[ReportKey.SIGNATURE_LENGTH];
        bytes.get(nameEnd, found);
        byte[] expected = key.sign(bytes.duplicate().limit(nameEnd));
        return MessageDigest.isEqual(expected, found) ? null : Fault.BAD_SIGNATURE;
    }

    private static Fault valueFault(ByteBuffer bytes) {
        boolean reservedAreZero = bytes.getShort(RESERVED_SHORT_OFFSET) == 0
                && bytes.getInt(RESERVED_INT_OFFSET) == 0
                && (isSigned(bytes) || bytes.get(KEY_ID_OFFSET) == 0);
        boolean figuresFit = bytes.getLong(SEQUENCE_OFFSET) >= 0
                && isShare(bytes.getInt(CPU_IDLE_OFFSET))
                && isShare(bytes.getInt(BANDWIDTH_IDLE_OFFSET))
                && isCores(bytes.getInt(CORES_OFFSET))
                && isClock(bytes.getInt(CLOCK_OFFSET))
                && isSize(bytes.getLong(MEMORY_OFFSET))
                && isSize(bytes.getLong(MEMORY_USED_OFFSET))
                && isSize(bytes.getLong(DISK_OFFSET))
                && isSize(bytes.getLong(DISK_USED_OFFSET));
        return reservedAreZero && figuresFit && LoadReport.isValidName(name(bytes)) ? null : Fault.VALUE_OUT_OF_RANGE;
    }

    private static boolean isShare(int billionths) {
        return billionths == UNKNOWN_INT || (billionths >= 0 && billionths <= SHARE_SCALE);
    }

    private static boolean isCores(int thousandths) {
        long value = Integer.toUnsignedLong(thousandths);
        return thousandths == UNKNOWN_INT || (value >= 1 && value <= MAX_CORES_THOUSANDTHS);
    }

    private static boolean isClock(int mhz) {
        return mhz == UNKNOWN_INT || mhz >= 1;
    }

    private static boolean isSize(long bytes) {
        return bytes >= UNKNOWN_LONG;
    }

    private static LoadReport report(ByteBuffer bytes) {
        LoadReport.Hardware hardware = new LoadReport.Hardware(
                knownDouble(bytes.getInt(CORES_OFFSET), CORES_SCALE),
                knownInt(bytes.getInt(CLOCK_OFFSET)),
                knownLong(bytes.getLong(MEMORY_OFFSET)),
                knownLong(bytes.getLong(DISK_OFFSET)));
        LoadReport.Usage usage = new LoadReport.Usage(
                knownDouble(bytes.getInt(CPU_IDLE_OFFSET), SHARE_SCALE),
                knownDouble(bytes.getInt(BANDWIDTH_IDLE_OFFSET), SHARE_SCALE),
                knownLong(bytes.getLong(MEMORY_USED_OFFSET)),
                knownLong(bytes.getLong(DISK_USED_OFFSET)));
        return new LoadReport(
                name(bytes),
                bytes.getLong(BOOT_ID_OFFSET),
                bytes.getLong(SEQUENCE_OFFSET),
                bytes.getLong(SENT_AT_OFFSET),
                hardware,
                usage,
                (bytes.get(FLAGS_OFFSET) & DRAINING) != 0);
    }

    private static OptionalDouble knownDouble(int value, int scale) {
        return value == UNKNOWN_INT
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) Integer.toUnsignedLong(value) / scale);
    }

    private static OptionalInt knownInt(int value) {
        return value == UNKNOWN_INT ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private static OptionalLong knownLong(long value) {
        return value == UNKNOWN_LONG ? OptionalLong.empty() : OptionalLong.of(value);
    }

    private static boolean isSigned(ByteBuffer bytes) {
        return (bytes.get(FLAGS_OFFSET) & SIGNED) != 0;
    }

    private static int nameEnd(ByteBuffer bytes) {
        return NAME_OFFSET + Byte.toUnsignedInt(bytes.get(NAME_LENGTH_OFFSET));
    }

    private static String name(ByteBuffer bytes) {
        byte[] name = new byte[nameEnd(bytes) - NAME_OFFSET];
        bytes.get(NAME_OFFSET, name);
        // Not ASCII: that decoder would turn a foreign byte into '?', which is a valid character of a name.
        return new String(name, StandardCharsets.ISO_8859_1);
    }

    /** What became of a datagram. */
    public sealed interface Decoded {
        /** It was a report, and its origin is as good as was asked for. */
        record Accepted(LoadReport report) implements Decoded {}

        /** It was not. */
        record Refused(Fault fault) implements Decoded {}
    }

    /** Why a datagram is not believed, in the order in which it is checked. */
    public enum Fault {
        TOO_SHORT("it is shorter than any report"),
        NOT_A_REPORT("it does not begin like a report"),
        UNKNOWN_VERSION("its version is not known here"),
        UNKNOWN_FLAG("it has a flag that is not known here"),
        WRONG_LENGTH("its size is not the size it tells"),
        UNSIGNED("it is not signed"),
        UNKNOWN_KEY("it is signed with a key that is not known here"),
        BAD_SIGNATURE("its signature does not match"),
        VALUE_OUT_OF_RANGE("it holds a value outside its range");

        private final String meaning;

        Fault(String meaning) {
            this.meaning = meaning;
        }

        /** Ends the sentence "the datagram was refused because …". */
        public String meaning() {
            return meaning;
        }
    }
}
