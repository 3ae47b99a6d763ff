package io.lamplighter.simulator.lamp;

import io.lamplighter.balancer.connect.Transport;
import io.lamplighter.simulator.frame.LampFrameCodec;
import io.lamplighter.simulator.measure.Count;
import io.lamplighter.simulator.measure.Fault;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Frames in datagrams, over a socket that is connected too: it then hears of an unreachable port, takes datagrams of nobody
 * else, and a fresh socket has a fresh address, which is a new session to a balancer. Several lamps may share one, like
 * lamps behind one gateway; answers then find their lamp by its id.
 */
final class UdpLink extends Link {
    private static final int RECEIVE_BUFFER_BYTES = 1 << 20;
    private static final int BATCH = 32; // datagrams of one read of a shared socket

    private final LampLoop loop;
    private final Lamp first;
    private final int lamps;
    private @Nullable Channel channel;
    private boolean isUp;

    UdpLink(LampLoop loop, Lamp lamp) {
        this(loop, lamp, 1);
    }

    /** @param lamps how many share it, this one first */
    UdpLink(LampLoop loop, Lamp first, int lamps) {
        this.loop = loop;
        this.first = first;
        this.lamps = lamps;
    }

    private boolean isShared() {
        return lamps > 1;
    }

    /** Opens the socket unless another lamp has; the lamp's link is up when this returns, or down. */
    @Override
    void open(Lamp lamp) {
        if (!isUp) {
            try {
                openSocket();
            } catch (ChannelException e) { // no descriptor left
                lamp.linkDown(this, ConnectFaults.ofOpening(e));
                return;
            }
        }
        if (isUp) {
            lamp.linkUp(this, System.nanoTime());
        }
    }

    private void openSocket() {
        DatagramChannel fresh = loop.transport().newDatagramChannel(first.profile().target);
        channel = fresh;
        loop.socketOpened();
        fresh.closeFuture().addListener(closed -> loop.socketClosed());
        fresh.config().setRecvByteBufAllocator(receiveBuffers());
        if (isShared()) {
            fresh.config().setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
            if (loop.transport() == Transport.EPOLL) {
                fresh.config()
                        .setOption(
                                EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE,
                                first.profile().maxAnswerBytes());
            }
        }
        fresh.pipeline().addLast(this);
        loop.eventLoop().register(fresh).addListener(registered -> connect(fresh));
    }

    private FixedRecvByteBufAllocator receiveBuffers() {
        int bytes = first.profile().maxAnswerBytes();
        return isShared() && loop.transport() == Transport.EPOLL
                ? new FixedRecvByteBufAllocator(bytes * BATCH)
                : first.profile().receiveBuffers;
    }

    private void connect(DatagramChannel fresh) {
        Optional<InetSocketAddress> source = loop.sources().of(first.id());
        var connecting = source.isPresent()
                ? fresh.connect(first.profile().target, source.get())
                : fresh.connect(first.profile().target);
        connecting.addListener(connected -> {
            if (connected.isSuccess()) {
                isUp = true;
                loop.measurements().count(Count.UDP_SESSIONS);
            } else {
                fresh.close();
                first.linkDown(this, ConnectFaults.ofOpening(connected.cause()));
            }
        });
    }

    @Override
    boolean canSend() {
        return channel != null && channel.isWritable();
    }

    @Override
    void send(Lamp lamp, int sequence, long dueNs) {
        Channel to = java.util.Objects.requireNonNull(channel);
        int payloadBytes = lamp.profile().payloadBytes(lamp.id(), sequence);
        ByteBuf frame = to.alloc().ioBuffer(LampFrameCodec.HEADER_BYTES + payloadBytes);
        FrameAnswers.writeReport(lamp, sequence, dueNs, payloadBytes, frame);
        loop.measurements().count(Count.SENT_BYTES, frame.readableBytes());
        to.write(frame); // not sent is lost, and counted as that
    }

    @Override
    void flush() {
        java.util.Objects.requireNonNull(channel).flush();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        DatagramPacket datagram = (DatagramPacket) message;
        try {
            ByteBuf frame = datagram.content();
            loop.measurements().count(Count.RECEIVED_BYTES, frame.readableBytes());
            int sizeBytes = LampFrameCodec.frameBytes(frame);
            Lamp lamp = sizeBytes != frame.readableBytes() || sizeBytes == 0
                    ? null
                    : isShared() ? loop.lamp(LampFrameCodec.lampId(frame)) : first;
            if (lamp == null) {
                loop.fault(Fault.BAD_ANSWER, 1);
                return;
            }
            long nowNs = System.nanoTime();
            FrameAnswers.take(loop, lamp, frame, sizeBytes, nowNs, nowNs);
        } finally {
            datagram.release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (!isShared()) {
            first.linkDown(this, Fault.CLOSED);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof PortUnreachableException)) {
            return; // a datagram that could not be sent or read is a lost one, and will be counted as that
        }
        if (isShared()) {
            loop.fault(Fault.REFUSED, 1);
        } else {
            first.refused();
        }
    }

    @Override
    void close() {
        if (!isShared() && channel != null) {
            channel.close();
        }
    }

    /** Closes it for all lamps. */
    void closeShared() {
        if (channel != null) {
            channel.close();
        }
    }
}
