package io.lamplighter.balancer.admission;

import io.lamplighter.balancer.measure.ClientHello;
import io.lamplighter.balancer.variable.Octets;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first message of TLS (RFC 8446 section 4.1.2), however many records it is cut into, and that of SSL 2. As lenient as
 * nginx: what is not looked at may be anything as long as its length is right.
 */
final class ClientHelloParser {
    private static final int RECORD_HEADER = 5;
    private static final int HANDSHAKE = 22;
    private static final int MESSAGE_HEADER = 4;
    private static final int CLIENT_HELLO = 1;
    private static final int RANDOM_BYTES = 32;

    private static final int SERVER_NAME = 0;
    private static final int APPLICATION_PROTOCOLS = 16;
    private static final int SUPPORTED_VERSIONS = 43;

    private static final int TLS_1_3 = 0x0304;

    private final ByteBuf message;
    private int version;
    private @Nullable String serverName;
    private final List<String> protocols = new ArrayList<>();

    /**
     * What came of looking.
     *
     * @param isComplete whether more bytes would tell no more
     * @param hello null if it is none
     */
    record Outcome(boolean isComplete, @Nullable ClientHello hello) {
        private static final Outcome MORE = new Outcome(false, null);
        private static final Outcome NONE = new Outcome(true, null);
    }

    private ClientHelloParser(ByteBuf message) {
        this.message = message;
    }

    /** Looks at the first bytes of a connection; they are not consumed. */
    static Outcome parse(ByteBuf bytes) {
        ByteBuf message = bytes.alloc().buffer(bytes.readableBytes());
        try {
            return parse(bytes.duplicate(), message);
        } catch (IndexOutOfBoundsException e) {
            return Outcome.NONE; // a length that leads beyond the end of the message
        } finally {
            message.release();
        }
    }

    /** @param message takes what is in the records */
    private static Outcome parse(ByteBuf bytes, ByteBuf message) {
        while (bytes.readableBytes() >= RECORD_HEADER) {
            int start = bytes.readerIndex();
            if (message.writerIndex() == 0 && isVersion2(bytes, start)) {
                return new Outcome(true, new ClientHello(name(bytes.getUnsignedShort(start + 3)), "", List.of()));
            }
            if (bytes.getUnsignedByte(start) != HANDSHAKE || bytes.getUnsignedByte(start + 1) != 3) {
                return Outcome.NONE;
            }
            int length = bytes.getUnsignedShort(start + 3);
            if (bytes.readableBytes() < RECORD_HEADER + length) {
                return Outcome.MORE;
            }
            message.writeBytes(bytes.skipBytes(RECORD_HEADER), length);
            Outcome outcome = parseMessage(message);
            if (outcome.isComplete) {
                return outcome;
            }
        }
        return Outcome.MORE;
    }

    /** A message of SSL 2 by its form: a length of two bytes, the type, and a version 0.x or 3.x. */
    private static boolean isVersion2(ByteBuf bytes, int start) {
        int major = bytes.getUnsignedByte(start + 3);
        return (bytes.getByte(start) & 0x80) != 0
                && bytes.getByte(start + 2) == CLIENT_HELLO
                && (major == 0 || major == 3);
    }

    private static Outcome parseMessage(ByteBuf message) {
        if (message.readableBytes() < MESSAGE_HEADER) {
            return Outcome.MORE;
        }
        if (message.getByte(0) != CLIENT_HELLO) {
            return Outcome.NONE;
        }
        int length = message.getUnsignedMedium(1);
        if (message.readableBytes() < MESSAGE_HEADER + length) {
            return Outcome.MORE;
        }
        ClientHelloParser parser = new ClientHelloParser(message.slice(MESSAGE_HEADER, length));
        return parser.parse() ? new Outcome(true, parser.hello()) : Outcome.NONE;
    }

    private ClientHello hello() {
        return new ClientHello(name(version), serverName == null ? "" : serverName, protocols);
    }

    /** Whether it could be read to its end. */
    private boolean parse() {
        version = message.readUnsignedShort();
        message.skipBytes(RANDOM_BYTES);
        message.skipBytes(message.readUnsignedByte()); // session id
        message.skipBytes(message.readUnsignedShort()); // cipher suites
        message.skipBytes(message.readUnsignedByte()); // compression methods
        if (!message.isReadable()) {
            return true;
        }
        message.skipBytes(2); // length of all extensions
        while (message.isReadable()) {
            if (!parseExtension()) {
                return false;
            }
        }
        return true;
    }

    private boolean parseExtension() {
        int type = message.readUnsignedShort();
        int length = message.readUnsignedShort();
        if (type == SERVER_NAME && serverName == null) {
            return parseServerName();
        }
        if (type == APPLICATION_PROTOCOLS && protocols.isEmpty()) {
            return parseProtocols();
        }
        if (type == SUPPORTED_VERSIONS) {
            version = TLS_1_3; // nobody who offers less sends it
            message.skipBytes(message.readUnsignedByte());
            return true;
        }
        message.skipBytes(length);
        return true;
    }

    /** The first name of the list. */
    private boolean parseServerName() {
        ByteBuf list = message.readSlice(message.readUnsignedShort());
        if (list.readUnsignedByte() != 0) {
            return false; // not the name of a host
        }
        serverName = text(list, list.readUnsignedShort());
        return true;
    }

    private boolean parseProtocols() {
        ByteBuf list = message.readSlice(message.readUnsignedShort());
        while (list.isReadable()) {
            int length = list.readUnsignedByte();
            if (length == 0) {
                return false;
            }
            protocols.add(text(list, length));
        }
        return true;
    }

    private static String text(ByteBuf from, int length) {
        byte[] bytes = new byte[length];
        from.readBytes(bytes);
        return Octets.of(bytes);
    }

    private static String name(int version) {
        return switch (version) {
            case 0x0002 -> "SSLv2";
            case 0x0300 -> "SSLv3";
            case 0x0301 -> "TLSv1";
            case 0x0302 -> "TLSv1.1";
            case 0x0303 -> "TLSv1.2";
            case TLS_1_3 -> "TLSv1.3";
            default -> "";
        };
    }
}
