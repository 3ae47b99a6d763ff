package io.lamplighter.simulator.frame;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The payload of an answer: one byte with the length of the node's name, the name, and then what the lamp had sent. By it
 * a lamp learns which node is behind the balancer, and that it got its own bytes back.
 */
public final class NodeAnswer {
    /** Longest name of a node, bytes. */
    public static final int MAX_NAME_BYTES = 255;

    private NodeAnswer() {}

    /** Longest payload a lamp may send so that the answer of a node of this name still fits into a frame, bytes. */
    public static int maxEchoBytes(String nodeName) {
        return LampFrameCodec.MAX_PAYLOAD_BYTES - 1 - nameBytes(nodeName).length;
    }

    /**
     * Joins name and echo.
     *
     * @throws IllegalArgumentException when the name is longer than {@value #MAX_NAME_BYTES} bytes
     */
    public static byte[] of(String nodeName, byte[] echo) {
        byte[] name = nameBytes(nodeName);
        byte[] payload = new byte[1 + name.length + echo.length];
        payload[0] = (byte) name.length;
        System.arraycopy(name, 0, payload, 1, name.length);
        System.arraycopy(echo, 0, payload, 1 + name.length, echo.length);
        return payload;
    }

    /** Whether {@code payload} ends with exactly what was sent. */
    public static boolean echoes(byte[] payload, byte[] sent) {
        if (payload.length == 0) {
            return false;
        }
        int from = 1 + Byte.toUnsignedInt(payload[0]);
        return payload.length - from == sent.length
                && java.util.Arrays.equals(payload, from, payload.length, sent, 0, sent.length);
    }

    /** The name of the node; empty when the payload does not hold one. */
    public static Optional<String> nodeName(byte[] payload) {
        if (payload.length == 0 || payload.length < 1 + Byte.toUnsignedInt(payload[0])) {
            return Optional.empty();
        }
        return Optional.of(new String(payload, 1, Byte.toUnsignedInt(payload[0]), StandardCharsets.UTF_8));
    }

    private static byte[] nameBytes(String nodeName) {
        byte[] name = nodeName.getBytes(StandardCharsets.UTF_8);
        if (name.length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException("a node's name has at most 255 bytes, found " + name.length);
        }
        return name;
    }
}
