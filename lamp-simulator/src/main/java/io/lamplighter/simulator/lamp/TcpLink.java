package io.lamplighter.simulator.lamp;

import io.lamplighter.simulator.frame.LampFrameCodec;
import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Fault;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Frames over TCP. Reads the stream itself and not through a decoder: an idle lamp then holds one handler and no buffer, and
 * an answer that comes whole is looked at where it lies.
 */
final class TcpLink extends StreamLink {
    private static final long SLOW_READ_INTERVAL_NS = 100_000_000;
    private static final int SMALL_RECEIVE_BUFFER_BYTES = 4096; // so that a slow reader's peer notices
    /** Whole answers of usual size in one read; larger ones come in pieces. */
    private static final int MAX_READ_BYTES = 1 << 16;

    private static final int MIN_READ_BYTES = 512;

    /** Beginning of an answer, or null between answers. */
    private @Nullable ByteBuf part;

    private long partSinceNs;
    private long nextReadNs;

    TcpLink(LampLoop loop, Lamp lamp) {
        super(loop, lamp);
    }

    @Override
    void initialize(SocketChannel fresh) {
        fresh.config().setRecvByteBufAllocator(lamp.profile().receiveBuffers);
        if (isSlow()) {
            fresh.config().setAutoRead(false).setReceiveBufferSize(SMALL_RECEIVE_BUFFER_BYTES);
        }
        fresh.pipeline().addLast(this);
    }

    /** How much a lamp of this profile takes in one read. */
    static FixedRecvByteBufAllocator receiveBuffers(Profile profile) {
        long bytes = profile.group.readBytesPerSecond().isPresent()
                ? Math.max(1, profile.group.readBytesPerSecond().getAsLong() * SLOW_READ_INTERVAL_NS / 1_000_000_000)
                : Math.max(MIN_READ_BYTES, profile.maxAnswerBytes());
        FixedRecvByteBufAllocator buffers = new FixedRecvByteBufAllocator((int) Math.min(MAX_READ_BYTES, bytes));
        if (profile.group.readBytesPerSecond().isPresent()) {
            buffers.maxMessagesPerRead(1);
        }
        return buffers;
    }

    private boolean isSlow() {
        return lamp.profile().group.readBytesPerSecond().isPresent();
    }

    @Override
    void connected(ChannelHandlerContext context) {
        nextReadNs = System.nanoTime();
        lamp.linkUp(this, nextReadNs);
    }

    @Override
    long wakeNs() {
        return isSlow() ? nextReadNs : WakeQueue.NEVER;
    }

    @Override
    void wake(long nowNs) {
        if (isSlow() && nowNs - nextReadNs >= 0) {
            nextReadNs = nowNs + SLOW_READ_INTERVAL_NS;
            channel().read();
        }
    }

    @Override
    void send(Lamp of, int sequence, long dueNs) {
        Channel channel = channel();
        int payloadBytes = of.profile().payloadBytes(of.id(), sequence);
        ByteBuf frame = channel.alloc().ioBuffer(LampFrameCodec.HEADER_BYTES + payloadBytes);
        FrameAnswers.writeReport(of, sequence, dueNs, payloadBytes, frame);
        loop.measurements().count(Count.SENT_BYTES, frame.readableBytes());
        channel.write(frame, channel.voidPromise()); // a write that fails ends the session
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        long nowNs = System.nanoTime();
        loop.measurements().count(Count.RECEIVED_BYTES, bytes.readableBytes());
        if (part == null) {
            takeWhole(bytes, nowNs, nowNs);
            keepRest(bytes, nowNs);
        } else {
            append(part, bytes, nowNs);
        }
    }

    private void append(ByteBuf whole, ByteBuf bytes, long nowNs) {
        whole.writeBytes(bytes);
        bytes.release();
        takeWhole(whole, partSinceNs, nowNs);
        if (whole.isReadable()) {
            whole.discardSomeReadBytes();
        } else if (part != null) {
            part = null;
            whole.release();
        }
    }

    /** @param firstByteNs when the first byte of what is there came; later answers in it came now */
    private void takeWhole(ByteBuf bytes, long firstByteNs, long nowNs) {
        long beganNs = firstByteNs;
        int sizeBytes = LampFrameCodec.frameBytes(bytes);
        while (sizeBytes > 0) {
            FrameAnswers.take(loop, lamp, bytes, sizeBytes, beganNs, nowNs);
            bytes.skipBytes(sizeBytes);
            beganNs = nowNs;
            partSinceNs = nowNs;
            sizeBytes = LampFrameCodec.frameBytes(bytes);
        }
        if (sizeBytes == LampFrameCodec.NO_FRAME) {
            bytes.skipBytes(bytes.readableBytes()); // where the next answer would begin is unknown
            endsBecause(Fault.BAD_ANSWER);
            close();
        }
    }

    private void keepRest(ByteBuf bytes, long nowNs) {
        if (bytes.isReadable()) {
            part = bytes.alloc().buffer(lamp.profile().maxAnswerBytes()).writeBytes(bytes);
            partSinceNs = nowNs;
        }
        bytes.release();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (part != null) {
            part.release();
            part = null;
        }
    }
}
