package io.lamplighter.balancer.mqtt;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * MQTT's CONNECT, as the standards of 3.1.1 and 5 draw it in their sections 3.1:
 *
 * <pre>
 * 0x10, remaining length (1..4 bytes, 7 bits each)
 * name of the protocol, level, flags, keep alive     variable header
 * properties                                         level 5 only, with their length
 * client identifier
 * properties, topic, payload of the will             where the flags say so; properties in level 5 only
 * user name, password                                where the flags say so
 * </pre>
 *
 * All texts are octets; a string has its length in two bytes before it.
 *
 * @param length bytes of the whole message
 * @param flags of the variable header
 * @param flagsAt where they stand
 * @param clientIdAt where the client identifier begins, with its length
 * @param willAt where the will begins, or what comes instead
 * @param willEnd where it ends
 * @param clientId client identifier
 * @param username user name; null if there is none
 * @param password null if there is none
 */
public record ConnectMessage(
        int length,
        int flags,
        int flagsAt,
        int clientIdAt,
        int willAt,
        int willEnd,
        String clientId,
        @Nullable String username,
        @Nullable String password) {
    private static final int CONNECT = 0x10;
    private static final int LEVEL_5 = 5;
    private static final int WILL = 0x04;
    private static final int PASSWORD = 0x40;
    private static final int USERNAME = 0x80;
    private static final int MOST_LENGTH_BYTES = 4;
    private static final int MOST_TEXT_BYTES = 0xFFFF;

    /** What looking at first bytes comes to. */
    public sealed interface Look {}

    /** There are too few of them. */
    public record TooShort() implements Look {}

    /** They are no CONNECT. */
    public record Unfit() implements Look {}

    /** They begin with this one. */
    public record Found(ConnectMessage message) implements Look {}

    /** Looks at first bytes, which are not consumed. The message is found as soon as all of its texts are there. */
    public static Look look(ByteBuf bytes) {
        if (!bytes.isReadable()) {
            return new TooShort();
        }
        ByteBuf all = bytes.slice();
        if (all.readUnsignedByte() != CONNECT) {
            return new Unfit();
        }
        int rest = -1;
        try {
            rest = readNumber(all);
            int length = all.readerIndex() + rest;
            return rest < 0
                    ? new Unfit()
                    : read(all.slice(0, Math.min(length, all.writerIndex())), all.readerIndex(), length);
        } catch (IndexOutOfBoundsException e) {
            boolean isWhole = rest >= 0 && all.writerIndex() >= all.readerIndex() + rest;
            return isWhole ? new Unfit() : new TooShort();
        }
    }

    private static Look read(ByteBuf message, int from, int length) {
        message.readerIndex(from);
        String protocol = readText(message);
        if (!protocol.equals("MQTT") && !protocol.equals("MQIsdp")) {
            return new Unfit();
        }
        boolean hasProperties = message.readUnsignedByte() >= LEVEL_5;
        int flagsAt = message.readerIndex();
        int flags = message.readUnsignedByte();
        message.skipBytes(2);
        skipProperties(message, hasProperties);
        int clientIdAt = message.readerIndex();
        String clientId = readText(message);
        int willAt = message.readerIndex();
        if ((flags & WILL) != 0) {
            skipProperties(message, hasProperties);
            message.skipBytes(message.readUnsignedShort());
            message.skipBytes(message.readUnsignedShort());
        }
        int willEnd = message.readerIndex();
        String username = (flags & USERNAME) == 0 ? null : readText(message);
        String password = (flags & PASSWORD) == 0 ? null : readText(message);
        return new Found(
                new ConnectMessage(length, flags, flagsAt, clientIdAt, willAt, willEnd, clientId, username, password));
    }

    private static void skipProperties(ByteBuf message, boolean hasProperties) {
        if (hasProperties) {
            int length = readNumber(message);
            if (length < 0) {
                throw new IndexOutOfBoundsException("a length of more than four bytes leads nowhere");
            }
            message.skipBytes(length);
        }
    }

    /** A number of 7 bits in a byte, the least first; -1 if it has too many of them. */
    private static int readNumber(ByteBuf from) {
        int number = 0;
        for (int i = 0; i < MOST_LENGTH_BYTES; i++) {
            int next = from.readUnsignedByte();
            number |= (next & 0x7F) << (7 * i);
            if ((next & 0x80) == 0) {
                return number;
            }
        }
        return -1;
    }

    private static void writeNumber(ByteBuf to, int number) {
        int left = number;
        while (left > 0x7F) {
            to.writeByte((left & 0x7F) | 0x80);
            left >>>= 7;
        }
        to.writeByte(left);
    }

    private static String readText(ByteBuf from) {
        return from.readCharSequence(from.readUnsignedShort(), StandardCharsets.ISO_8859_1)
                .toString();
    }

    private static void writeText(ByteBuf to, String octets) {
        to.writeShort(octets.length()).writeCharSequence(octets, StandardCharsets.ISO_8859_1);
    }

    /** With another client identifier. */
    public ConnectMessage withClientId(String other) {
        return with(other, username, password);
    }

    /** With another user name; with none if it is empty. */
    public ConnectMessage withUsername(String other) {
        return with(clientId, other.isEmpty() ? null : other, password);
    }

    /** With another password; with none if it is empty. */
    public ConnectMessage withPassword(String other) {
        return with(clientId, username, other.isEmpty() ? null : other);
    }

    private ConnectMessage with(String newClientId, @Nullable String newUsername, @Nullable String newPassword) {
        return new ConnectMessage(
                length, flags, flagsAt, clientIdAt, willAt, willEnd, newClientId, newUsername, newPassword);
    }

    /** Whether each text is short enough to be written. */
    public boolean isWritable() {
        return isShort(clientId) && isShort(username) && isShort(password);
    }

    private static boolean isShort(@Nullable String text) {
        return text == null || text.length() <= MOST_TEXT_BYTES;
    }

    /**
     * The message with its present texts and everything else as it came.
     *
     * @param original the bytes that it was found in, from its first one on; not consumed
     */
    public ByteBuf write(ByteBufAllocator allocator, ByteBuf original) {
        ByteBuf came = original.slice();
        ByteBuf body = allocator.buffer(length);
        ByteBuf whole = allocator.buffer(length);
        try {
            int bodyAt = flagsAt - bytesBeforeFlags(came);
            body.writeBytes(came, bodyAt, flagsAt - bodyAt)
                    .writeByte(newFlags())
                    .writeBytes(came, flagsAt + 1, clientIdAt - flagsAt - 1);
            writeText(body, clientId);
            body.writeBytes(came, willAt, willEnd - willAt);
            if (username != null) {
                writeText(body, username);
            }
            if (password != null) {
                writeText(body, password);
            }
            whole.writeByte(CONNECT);
            writeNumber(whole, body.readableBytes());
            return whole.writeBytes(body);
        } finally {
            body.release();
        }
    }

    /** The name of the protocol, with its length, and the level. */
    private int bytesBeforeFlags(ByteBuf came) {
        int lengthBytes = 1;
        while ((came.getByte(lengthBytes) & 0x80) != 0) {
            lengthBytes++;
        }
        return flagsAt - 1 - lengthBytes;
    }

    private int newFlags() {
        int others = flags & ~(USERNAME | PASSWORD);
        return others | (username == null ? 0 : USERNAME) | (password == null ? 0 : PASSWORD);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "ConnectMessage[clientId=" + clientId + ", username=" + username + "]";
    }
}
