package io.lamplighter.simulator.lamp;

import io.lamplighter.simulator.frame.LampFrame.Kind;
import io.lamplighter.simulator.frame.LampFrameCodec;
import io.lamplighter.simulator.measure.Fault;
import io.netty.buffer.ByteBuf;

/** Gives the answers in frames to their lamps, after a look at every byte of them. */
final class FrameAnswers {
    private FrameAnswers() {}

    /**
     * Takes a frame.
     *
     * @param lamp whose link it came over
     * @param frame whole, at the reader index
     * @param sizeBytes its length
     */
    static void take(LampLoop loop, Lamp lamp, ByteBuf frame, int sizeBytes, long firstByteNs, long nowNs) {
        int sequence = LampFrameCodec.sequence(frame);
        long dueNs = lamp.exchanges().dueNs(sequence);
        if (LampFrameCodec.lampId(frame) != lamp.id() || dueNs == OpenExchanges.NOT_OPEN) {
            loop.fault(Fault.BAD_ANSWER, 1);
            return;
        }
        Kind kind = LampFrameCodec.kind(frame);
        if (kind == Kind.BUSY) {
            lamp.answeredBadly(sequence, Fault.BUSY);
            return;
        }
        int payload = frame.readerIndex() + LampFrameCodec.HEADER_BYTES;
        int payloadBytes = sizeBytes - LampFrameCodec.HEADER_BYTES;
        int nameBytes = loop.isEcho() || payloadBytes == 0 ? 0 : frame.getUnsignedByte(payload);
        int echo = loop.isEcho() ? payload : payload + 1 + nameBytes;
        int echoBytes = payload + payloadBytes - echo;
        boolean isRight = kind == (loop.isEcho() ? Kind.STATUS : Kind.ANSWER)
                && LampFrameCodec.sentAtNs(frame) == dueNs
                && lamp.profile().isPayload(lamp.id(), sequence, frame, echo, echoBytes);
        if (isRight) {
            lamp.answered(sequence, firstByteNs, nowNs, loop.nodeNames().read(frame, payload + 1, nameBytes));
        } else {
            lamp.answeredBadly(sequence, Fault.BAD_ANSWER);
        }
    }

    /** Appends the report of a lamp. */
    static void writeReport(Lamp lamp, int sequence, long dueNs, int payloadBytes, ByteBuf target) {
        LampFrameCodec.encodeHeader(Kind.STATUS, lamp.id(), sequence, dueNs, payloadBytes, target);
        lamp.profile().writePayload(lamp.id(), sequence, payloadBytes, target);
    }
}
