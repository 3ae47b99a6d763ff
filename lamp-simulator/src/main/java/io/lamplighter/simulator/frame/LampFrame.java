package io.lamplighter.simulator.frame;

/**
 * One message between a lamp and the cloud.
 *
 * @param kind what it is
 * @param lampId the lamp that asked, any value
 * @param sequence the lamp's number of the exchange, any value; an answer repeats it
 * @param sentAtNs when the lamp was to send it, nanoseconds on the lamp's own monotonic clock; an answer repeats it
 * @param payload 0..{@value LampFrameCodec#MAX_PAYLOAD_BYTES} bytes, handed over: neither side changes them afterwards
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody; frames are made and read once
public record LampFrame(Kind kind, int lampId, int sequence, long sentAtNs, byte[] payload) {
    /** @throws IllegalArgumentException when the payload does not fit into a datagram */
    public LampFrame {
        if (payload.length > LampFrameCodec.MAX_PAYLOAD_BYTES) {
            throw new IllegalArgumentException(
                    "a payload has at most " + LampFrameCodec.MAX_PAYLOAD_BYTES + " bytes, found " + payload.length);
        }
    }

    /** This frame's answer: same lamp, sequence and time. */
    public LampFrame answer(Kind answerKind, byte[] answerPayload) {
        return new LampFrame(answerKind, lampId, sequence, sentAtNs, answerPayload);
    }

    /** What a frame is; the number travels. */
    public enum Kind {
        /** A lamp tells its {@link LampStatus}; what follows it in the payload is filler. */
        STATUS(1),
        /** The cloud has served it; the payload names the node. */
        ANSWER(2),
        /** The cloud has too much to do and did not serve it; the payload names the node. */
        BUSY(3),
        /** Somebody orders an emulated node to fail; the payload is the order in words. Answered like a status. */
        ORDER(4);

        final int number;

        Kind(int number) {
            this.number = number;
        }
    }
}
