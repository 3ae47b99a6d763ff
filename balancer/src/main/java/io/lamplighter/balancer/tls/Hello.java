package io.lamplighter.balancer.tls;

import io.lamplighter.balancer.variable.Octets;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a ClientHello (RFC 8446 section 4.1.2) offers, as far as the choice of a server and of its certificate depends on it.
 *
 * @param serverName the name asked for, octets as written; empty without one
 * @param applicationProtocols names offered by ALPN, octets
 * @param suites numbers of the cipher suites, in the client's order
 * @param groups numbers of the groups for key exchange, in the client's order
 * @param signatures numbers of the signature schemes, in the client's order
 * @param isTls13 whether TLS 1.3 is offered
 */
record Hello(
        String serverName,
        List<String> applicationProtocols,
        List<Integer> suites,
        List<Integer> groups,
        List<Integer> signatures,
        boolean isTls13) {
    /** Of a client that says nothing of itself. */
    static final Hello EMPTY = new Hello("", List.of(), List.of(), List.of(), List.of(), false);

    private static final int RANDOM_BYTES = 32;
    private static final int SERVER_NAME = 0;
    private static final int SUPPORTED_GROUPS = 10;
    private static final int SIGNATURE_ALGORITHMS = 13;
    private static final int APPLICATION_PROTOCOLS = 16;
    private static final int SUPPORTED_VERSIONS = 43;
    private static final int TLS_1_3 = 0x0304;

    /** The low byte of a signature scheme by ECDSA (RFC 5246 section 7.4.1.4.1, and in RFC 8446 by design). */
    private static final int ECDSA = 3;

    /** Reads the message behind its header of four bytes; {@link #EMPTY} if it is null or broken, which the engine will tell. */
    static Hello parse(@Nullable ByteBuf message) {
        if (message == null) {
            return EMPTY;
        }
        try {
            return parse(message.duplicate(), new Builder());
        } catch (IndexOutOfBoundsException e) {
            return EMPTY;
        }
    }

    private static Hello parse(ByteBuf in, Builder builder) {
        in.skipBytes(2 + RANDOM_BYTES);
        in.skipBytes(in.readUnsignedByte()); // session id
        builder.suites = numbers(in.readSlice(in.readUnsignedShort()));
        in.skipBytes(in.readUnsignedByte()); // compression methods
        if (in.isReadable()) {
            ByteBuf extensions = in.readSlice(in.readUnsignedShort());
            while (extensions.isReadable()) {
                int type = extensions.readUnsignedShort();
                builder.extension(type, extensions.readSlice(extensions.readUnsignedShort()));
            }
        }
        return builder.build();
    }

    private static List<Integer> numbers(ByteBuf in) {
        List<Integer> numbers = new ArrayList<>(in.readableBytes() / 2);
        while (in.isReadable()) {
            numbers.add(in.readUnsignedShort());
        }
        return numbers;
    }

    private static String text(ByteBuf in) {
        byte[] bytes = new byte[in.readableBytes()];
        in.readBytes(bytes);
        return Octets.of(bytes);
    }

    /** Whether it can check signatures by elliptic curves. */
    boolean knowsEcdsa() {
        return signatures.stream().anyMatch(scheme -> (scheme & 0xFF) == ECDSA);
    }

    private static final class Builder {
        private String serverName = "";
        private final List<String> protocols = new ArrayList<>();
        private List<Integer> suites = List.of();
        private List<Integer> groups = List.of();
        private List<Integer> signatures = List.of();
        private boolean isTls13;

        void extension(int type, ByteBuf in) {
            switch (type) {
                case SERVER_NAME -> serverName(in);
                case SUPPORTED_GROUPS -> groups = numbers(in.readSlice(in.readUnsignedShort()));
                case SIGNATURE_ALGORITHMS -> signatures = numbers(in.readSlice(in.readUnsignedShort()));
                case APPLICATION_PROTOCOLS -> protocols(in.readSlice(in.readUnsignedShort()));
                case SUPPORTED_VERSIONS ->
                    isTls13 = numbers(in.readSlice(in.readUnsignedByte())).contains(TLS_1_3);
                default -> {}
            }
        }

        private void serverName(ByteBuf in) {
            if (in.isReadable() && in.skipBytes(2).readUnsignedByte() == 0) {
                serverName = text(in.readSlice(in.readUnsignedShort()));
            }
        }

        private void protocols(ByteBuf in) {
            while (in.isReadable()) {
                protocols.add(text(in.readSlice(in.readUnsignedByte())));
            }
        }

        Hello build() {
            return new Hello(serverName, protocols, suites, groups, signatures, isTls13);
        }
    }
}
