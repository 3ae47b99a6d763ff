package io.lamplighter.simulator.lamp;

import io.lamplighter.simulator.frame.LampStatus;
import io.lamplighter.simulator.scenario.LampGroup;
import io.lamplighter.simulator.scenario.Protocol;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.FixedRecvByteBufAllocator;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * A group as its lamps need it: numbers instead of durations, and the filler of its payloads. Chance is a function of lamp,
 * number and seed, so that a lamp keeps no generator and a run can be repeated.
 */
final class Profile {
    private static final double NEVER_LEAVES = 0;

    final LampGroup group;
    final Protocol protocol;
    final InetSocketAddress target;
    final long intervalNs;
    final Leaving leaving;
    final boolean isPerReport;
    final long timeoutNs;
    private final double leavesAfterNs;
    private final long jitterNs;
    private final long seed;
    private final ByteBuf filler;
    /** How much its links read at once; one for all, as every channel would otherwise keep one of its own. */
    final FixedRecvByteBufAllocator receiveBuffers;

    /** How a lamp ends a session of its own accord. */
    enum Leaving {
        NEVER,
        /** Closes it. */
        CLOSE,
        /** Goes on from another address. */
        REBIND,
        /** Leaves it standing. */
        ABANDON
    }

    Profile(LampGroup group, LampPlan plan) {
        this.group = group;
        protocol = group.protocol().orElse(Protocol.TCP);
        target = plan.targets().of(protocol);
        intervalNs = Math.max(1, group.interval().toNanos());
        timeoutNs = plan.scenario().timeout().toNanos();
        isPerReport = group.session().isPerReport();
        jitterNs = (long) (group.jitter() * intervalNs);
        seed = plan.seed();
        if (group.session().mean().isPresent()) {
            leaving = Leaving.CLOSE;
            leavesAfterNs = group.session().mean().get().toNanos();
        } else if (group.rebindEvery().isPresent()) {
            leaving = Leaving.REBIND;
            leavesAfterNs = group.rebindEvery().get().toNanos();
        } else if (group.abandonEvery().isPresent()) {
            leaving = Leaving.ABANDON;
            leavesAfterNs = group.abandonEvery().get().toNanos();
        } else {
            leaving = Leaving.NEVER;
            leavesAfterNs = NEVER_LEAVES;
        }
        receiveBuffers = TcpLink.receiveBuffers(this);
        byte[] bytes = new byte[group.maxPayloadBytes()];
        new Random(seed).nextBytes(bytes);
        filler = Unpooled.wrappedBuffer(bytes); // on the heap: nobody has to release it
    }

    /** Time from a session's beginning until the lamp wants to leave it, exponentially distributed, nanoseconds. */
    long leavesAfterNs(int lampId, int session) {
        return (long) (-Math.log(1 - chance(lampId, session)) * leavesAfterNs);
    }

    /** How far report {@code number} is from its regular time, nanoseconds: at most half the jitter, either way. */
    long jitterNs(int lampId, long number) {
        return jitterNs == 0 ? 0 : (long) ((chance(lampId, number) - 0.5) * jitterNs);
    }

    /** Payload of an exchange, bytes. */
    int payloadBytes(int lampId, int sequence) {
        int range = group.maxPayloadBytes() - group.minPayloadBytes();
        return group.minPayloadBytes() + (range == 0 ? 0 : (int) (chance(lampId, ~sequence) * (range + 1)));
    }

    /** 0..1, evenly distributed. */
    double chance(int lampId, long number) {
        // A generator's first value after a well mixed seed; escape analysis keeps it off the heap.
        return new SplittableRandom(seed ^ ((long) lampId << 32) ^ (number * 0x9E3779B97F4A7C15L)).nextDouble();
    }

    /** Appends the payload of an exchange: the lamp's status, then filler. */
    void writePayload(int lampId, int sequence, int payloadBytes, ByteBuf target) {
        LampStatus.of(lampId, sequence).write(target);
        target.writeBytes(filler.array(), 0, payloadBytes - LampStatus.BYTES);
    }

    /** Whether {@code length} bytes at {@code index} are that payload. */
    boolean isPayload(int lampId, int sequence, ByteBuf bytes, int index, int length) {
        if (length != payloadBytes(lampId, sequence)) {
            return false;
        }
        LampStatus status = LampStatus.of(lampId, sequence);
        return bytes.getLong(index) == status.head()
                && bytes.getLong(index + Long.BYTES) == status.tail()
                && io.netty.buffer.ByteBufUtil.equals(
                        bytes, index + LampStatus.BYTES, filler, 0, length - LampStatus.BYTES);
    }

    /** Longest answer, bytes: a node's name before what was sent. */
    int maxAnswerBytes() {
        return io.lamplighter.simulator.frame.LampFrameCodec.HEADER_BYTES + 256 + group.maxPayloadBytes();
    }
}
