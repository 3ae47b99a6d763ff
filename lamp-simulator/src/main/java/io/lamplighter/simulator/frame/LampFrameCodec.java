package io.lamplighter.simulator.frame;

import io.lamplighter.simulator.frame.LampFrame.Kind;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Optional;

/**
 * The bytes of a {@link LampFrame}, network byte order.
 *
 * <pre>
 *    0        1        2        3        4        5        6        7
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 *  0|  length of what follows, bytes    |  'L'      'F'   |version |  kind  |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 *  8|             lamp id               |            sequence               |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 16|                         sent at, nanoseconds                          |
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * 24|  payload, length - 20 bytes ...
 *   +--------+--------+--------+--------+--------+--------+--------+--------+
 * </pre>
 *
 * <p>The length comes first, so that a reader of a TCP stream knows when it has the whole; the magic comes next, so that
 * a stream of something else is noticed before a byte of it is believed. A frame is never longer than the largest UDP
 * datagram over IPv4, so each can travel both ways. A datagram carries exactly one.
 */
public final class LampFrameCodec {
    /** Bytes before the payload. */
    public static final int HEADER_BYTES = 24;

    /** Longest frame: 65,535 bytes less 20 of IPv4 header and 8 of UDP header. */
    public static final int MAX_FRAME_BYTES = 65_507;

    /** Longest payload. */
    public static final int MAX_PAYLOAD_BYTES = MAX_FRAME_BYTES - HEADER_BYTES;

    static final int LENGTH_OFFSET = 0;
    static final int LENGTH_FIELD_BYTES = 4;
    static final int MAGIC_OFFSET = 4;
    static final int VERSION_OFFSET = 6;
    static final int KIND_OFFSET = 7;
    static final int LAMP_ID_OFFSET = 8;
    static final int SEQUENCE_OFFSET = 12;
    static final int SENT_AT_OFFSET = 16;

    /** See {@link #frameBytes}. */
    public static final int PART_OF_A_FRAME = 0;

    /** See {@link #frameBytes}. */
    public static final int NO_FRAME = -1;

    private static final int MAGIC = 0x4C46;
    private static final int VERSION = 1;
    /** Magic and version as they lie before the kind. */
    private static final long FIRST_WORD = (long) MAGIC << 16 | VERSION << 8;

    private static final List<Kind> KINDS = List.of(Kind.values());

    private LampFrameCodec() {}

    /** Length of the encoded frame, bytes. */
    public static int sizeBytes(LampFrame frame) {
        return HEADER_BYTES + frame.payload().length;
    }

    /** Appends a frame to {@code target}, which grows as needed. */
    public static void encode(LampFrame frame, ByteBuf target) {
        target.ensureWritable(sizeBytes(frame));
        encodeHeader(frame.kind(), frame.lampId(), frame.sequence(), frame.sentAtNs(), frame.payload().length, target);
        target.writeBytes(frame.payload());
    }

    /** Appends what comes before a payload of {@code payloadBytes}. */
    public static void encodeHeader(
            Kind kind, int lampId, int sequence, long sentAtNs, int payloadBytes, ByteBuf target) {
        target.writeLong((long) (HEADER_BYTES - LENGTH_FIELD_BYTES + payloadBytes) << 32 | FIRST_WORD | kind.number)
                .writeInt(lampId)
                .writeInt(sequence)
                .writeLong(sentAtNs);
    }

    /**
     * Looks at what begins at the reader index, for those who read millions of frames and want no object for each.
     *
     * @return the length of the whole frame, bytes; {@value #PART_OF_A_FRAME} when more bytes are needed to tell;
     *     {@value #NO_FRAME} when {@link #decode} would say why it refuses them
     */
    public static int frameBytes(ByteBuf bytes) {
        if (bytes.readableBytes() < HEADER_BYTES) {
            return decode(bytes) instanceof Decoded.Refused ? NO_FRAME : PART_OF_A_FRAME;
        }
        long first = bytes.getLong(bytes.readerIndex());
        long sizeBytes = (first >>> 32) + LENGTH_FIELD_BYTES;
        int kind = (int) (first & 0xFF);
        if (sizeBytes < HEADER_BYTES
                || sizeBytes > MAX_FRAME_BYTES
                || (first & 0xFFFF_FF00L) != FIRST_WORD
                || kind < 1
                || kind > KINDS.size()) {
            return NO_FRAME;
        }
        return bytes.readableBytes() < sizeBytes ? PART_OF_A_FRAME : (int) sizeBytes;
    }

    /** Kind of the frame at the reader index, of which {@link #frameBytes} told the length. */
    public static Kind kind(ByteBuf frame) {
        return KINDS.get(frame.getUnsignedByte(frame.readerIndex() + KIND_OFFSET) - 1);
    }

    /** Lamp of the frame at the reader index. */
    public static int lampId(ByteBuf frame) {
        return frame.getInt(frame.readerIndex() + LAMP_ID_OFFSET);
    }

    /** Sequence number of the frame at the reader index. */
    public static int sequence(ByteBuf frame) {
        return frame.getInt(frame.readerIndex() + SEQUENCE_OFFSET);
    }

    /** Time in the frame at the reader index, nanoseconds on its sender's clock. */
    public static long sentAtNs(ByteBuf frame) {
        return frame.getLong(frame.readerIndex() + SENT_AT_OFFSET);
    }

    /**
     * Reads the first frame at the reader index, and moves it behind the frame only when there is a whole one. Never
     * throws, whatever the bytes.
     */
    public static Decoded decode(ByteBuf bytes) {
        if (bytes.readableBytes() < LENGTH_FIELD_BYTES) {
            return Decoded.INCOMPLETE;
        }
        long sizeBytes = bytes.getUnsignedInt(bytes.readerIndex() + LENGTH_OFFSET) + LENGTH_FIELD_BYTES;
        if (sizeBytes < HEADER_BYTES || sizeBytes > MAX_FRAME_BYTES) {
            return new Decoded.Refused(
                    "its length says " + sizeBytes + " bytes, expected " + HEADER_BYTES + ".." + MAX_FRAME_BYTES);
        }
        if (bytes.readableBytes() < HEADER_BYTES) {
            return Decoded.INCOMPLETE;
        }
        Optional<String> fault = headerFault(bytes);
        if (fault.isPresent()) {
            return new Decoded.Refused(fault.get());
        }
        return bytes.readableBytes() < sizeBytes ? Decoded.INCOMPLETE : read(bytes, (int) sizeBytes);
    }

    /** Reads a datagram: one whole frame and nothing behind it. Never throws, whatever the bytes. */
    public static Decoded decodeDatagram(ByteBuf datagram) {
        int receivedBytes = datagram.readableBytes();
        Decoded decoded = decode(datagram);
        if (decoded instanceof Decoded.Incomplete) {
            return new Decoded.Refused("the datagram of " + receivedBytes + " bytes ends before its frame does");
        }
        if (decoded instanceof Decoded.Whole && datagram.isReadable()) {
            return new Decoded.Refused(datagram.readableBytes() + " bytes follow the frame in its datagram");
        }
        return decoded;
    }

    private static Optional<String> headerFault(ByteBuf bytes) {
        int start = bytes.readerIndex();
        int magic = bytes.getUnsignedShort(start + MAGIC_OFFSET);
        if (magic != MAGIC) {
            return Optional.of(String.format("it begins with %04x, expected %04x", magic, MAGIC));
        }
        int version = bytes.getUnsignedByte(start + VERSION_OFFSET);
        if (version != VERSION) {
            return Optional.of("its version is " + version + ", expected " + VERSION);
        }
        int kind = bytes.getUnsignedByte(start + KIND_OFFSET);
        if (kind < 1 || kind > KINDS.size()) {
            return Optional.of("its kind is " + kind + ", expected 1.." + KINDS.size());
        }
        return Optional.empty();
    }

    private static Decoded read(ByteBuf bytes, int sizeBytes) {
        int start = bytes.readerIndex();
        byte[] payload = new byte[sizeBytes - HEADER_BYTES];
        bytes.getBytes(start + HEADER_BYTES, payload);
        LampFrame frame = new LampFrame(
                KINDS.get(bytes.getUnsignedByte(start + KIND_OFFSET) - 1),
                bytes.getInt(start + LAMP_ID_OFFSET),
                bytes.getInt(start + SEQUENCE_OFFSET),
                bytes.getLong(start + SENT_AT_OFFSET),
                payload);
        bytes.skipBytes(sizeBytes);
        return new Decoded.Whole(frame);
    }

    /** What some bytes were. */
    public sealed interface Decoded {
        /** So far they are the beginning of a frame. */
        Decoded INCOMPLETE = new Incomplete();

        /** They begin with this frame. */
        record Whole(LampFrame frame) implements Decoded {}

        /** More bytes are needed to tell. */
        record Incomplete() implements Decoded {}

        /** They are no frame, and nothing behind them can be trusted either; {@code reason} ends "refused because". */
        record Refused(String reason) implements Decoded {}
    }
}
