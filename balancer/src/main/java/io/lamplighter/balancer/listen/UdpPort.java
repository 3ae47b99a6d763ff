package io.lamplighter.balancer.listen;

import io.lamplighter.balancer.config.ListenConfig;
import io.lamplighter.balancer.connect.ListeningDatagrams;
import io.lamplighter.balancer.connect.SocketErrors;
import io.lamplighter.balancer.measure.Counter;
import io.lamplighter.balancer.measure.EndReason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.DatagramChannelConfig;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.uring.IoUringChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listening datagram socket of one worker, and the sessions of the clients it hears. The system hashes a client's
 * address and port to one of the sockets that share the address, so a client's datagrams all come here.
 *
 * <p>Datagrams to clients are collected during a turn of the loop and handed to the system together at its end. One that
 * the system refuses is lost and counted; the others and the socket go on.
 *
 * <p>Threads: the worker's event loop, except {@link #start} and {@link #close}.
 */
final class UdpPort extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(UdpPort.class);

    /** Datagrams received with one system call at most. */
    private static final int MOST_SLOTS = 8;

    /** Bytes that wait for the system to take them; beyond, datagrams to clients are dropped. */
    private static final int MOST_PENDING_BYTES = 4 << 20;

    private final UdpListener listener;
    private final int workerIndex;
    private final Worker worker;
    private final ListeningDatagrams datagrams;
    private final DatagramChannel channel;
    private final UdpReads reads;
    /** Whether a datagram says which of this host's addresses it was sent to. */
    private final boolean isToldRecipient;

    private final Map<InetSocketAddress, UdpSession> sessions = new HashMap<>();
    private volatile InetSocketAddress address;
    private final Runnable flush = this::flush;
    private boolean isFlushQueued;
    private boolean isClosed;

    UdpPort(UdpListener listener, int workerIndex, ListeningDatagrams datagrams, InetSocketAddress address) {
        this.listener = listener;
        this.workerIndex = workerIndex;
        this.worker = listener.workers().get(workerIndex);
        this.datagrams = datagrams;
        this.channel = datagrams.channel();
        this.address = address;
        this.isToldRecipient = worker.transport.tellsRecipient(address);
        this.reads = newReads();
        configure(listener.service().listen());
    }

    private UdpReads newReads() {
        return switch (worker.transport) {
            case NIO -> new UdpReads(1, 1);
            case IO_URING -> new UdpReads(1, MOST_SLOTS);
            // Netty tells the asked address only where it receives one datagram at a time.
            case EPOLL -> isToldRecipient ? new UdpReads(1, 1) : new UdpReads(2, MOST_SLOTS);
        };
    }

    private void configure(ListenConfig listen) {
        DatagramChannelConfig config = channel.config();
        config.setAutoClose(false);
        config.setRecvByteBufAllocator(reads);
        config.setWriteBufferWaterMark(new WriteBufferWaterMark(MOST_PENDING_BYTES / 2, MOST_PENDING_BYTES));
        if (listen.options().receiveBufferBytes() > 0) {
            config.setReceiveBufferSize(listen.options().receiveBufferBytes());
        }
        if (listen.options().sendBufferBytes() > 0) {
            config.setSendBufferSize(listen.options().sendBufferBytes());
        }
        switch (worker.transport) {
            case NIO -> {}
            case IO_URING -> config.setOption(IoUringChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, UdpReads.SLOT_BYTES);
            case EPOLL -> {
                if (isToldRecipient) {
                    config.setOption(EpollChannelOption.IP_RECVORIGDSTADDR, true);
                } else {
                    config.setOption(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, UdpReads.SLOT_BYTES);
                }
            }
        }
        channel.pipeline().addLast(this);
    }

    /** Opens the address, or any port if its port is 0. Not for the loop: it waits. */
    @SuppressWarnings("Interruption") // the starting thread has nothing else to do
    void start() throws Exception {
        ListenOptions.share(worker.transport, channel.config(), true);
        ListenOptions.applyFamily(
                worker.transport, channel.config(), listener.service().listen());
        worker.loop.register(channel).sync();
        channel.bind(address).sync();
        address = channel.localAddress();
    }

    /** Goes to the loop with a socket that is bound already. */
    void startBound() {
        worker.loop.register(channel);
    }

    /** Ends the sessions, which speak to their clients through this socket, and closes it. Not for the loop: it waits. */
    void close() {
        worker.loop.execute(this::end);
        channel.closeFuture().awaitUninterruptibly();
    }

    private void end() {
        isClosed = true;
        for (UdpSession session : List.copyOf(worker.udpSessions)) {
            if (session.isOf(this)) {
                session.finish(EndReason.SHUTDOWN);
            }
        }
        channel.close();
    }

    /** Gives back a socket that was never opened for clients. Not for its loop: it may wait. */
    void abandon() {
        if (channel.isRegistered()) {
            channel.close().awaitUninterruptibly();
        } else {
            channel.unsafe().closeForcibly();
        }
    }

    /** Where clients send to. */
    InetSocketAddress address() {
        return address;
    }

    int workerIndex() {
        return workerIndex;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        DatagramPacket packet = (DatagramPacket) message;
        try {
            UdpPort asked = isToldRecipient ? listener.portOf(this, packet.recipient()) : this;
            asked.received(packet.sender(), packet.content());
        } finally {
            packet.release();
        }
    }

    private void received(InetSocketAddress client, ByteBuf datagram) {
        worker.counters.count(Counter.DATAGRAMS_FROM_CLIENTS);
        Service service = listener.service();
        UdpSession session = sessions.get(client);
        if (session != null && !session.fitsInto(service)) {
            session.finish(EndReason.NODE_REMOVED);
            session = null;
        }
        if (session == null || !session.fromClient(datagram)) {
            begin(service, client, datagram);
        }
    }

    private void begin(Service service, InetSocketAddress client, ByteBuf datagram) {
        if (isClosed || !isServed(service.listen(), client)) {
            worker.counters.count(Counter.DATAGRAMS_DROPPED);
            return;
        }
        UdpSession session = new UdpSession(worker, service, this, client);
        sessions.put(client, session);
        if (!isUsed(session, datagram)) {
            worker.counters.count(Counter.DATAGRAMS_DROPPED);
        }
    }

    private static boolean isUsed(UdpSession session, ByteBuf datagram) {
        try {
            return session.start(datagram);
        } catch (RuntimeException | LinkageError e) { // a selector's fault, or a class that could not be loaded
            LOG.error("*{} internal error", session.serial(), e);
            session.finish(EndReason.INTERNAL_ERROR);
            return false;
        }
    }

    /** NIO cannot keep IPv4 out of an IPv6 socket. */
    private static boolean isServed(ListenConfig listen, InetSocketAddress client) {
        return !listen.options().ipv6only() || Addresses.isIpv4(listen.address()) || !Addresses.isIpv4(client);
    }

    /** The client's next datagram begins a new session. */
    void forget(UdpSession session) {
        sessions.remove(session.clientAddress(), session);
    }

    /** Sends a datagram to a client, at the end of this turn of the loop. The bytes are copied. */
    void send(InetSocketAddress client, ByteBuffer datagram) {
        if (!channel.isWritable()) {
            worker.counters.count(Counter.DATAGRAMS_DROPPED);
            return;
        }
        worker.counters.count(Counter.DATAGRAMS_TO_CLIENTS);
        int size = datagram.remaining();
        if (size == 0) {
            sendEmpty(client);
            return;
        }
        ByteBuf copy = channel.alloc().directBuffer(size).writeBytes(datagram);
        channel.write(new DatagramPacket(copy, client), channel.voidPromise());
        if (!isFlushQueued) {
            isFlushQueued = true;
            worker.loop.execute(flush);
        }
    }

    private void sendEmpty(InetSocketAddress client) {
        flush();
        try {
            datagrams.sendEmpty(client);
        } catch (IOException e) {
            sendFailed(e);
        }
    }

    private void flush() {
        isFlushQueued = false;
        channel.flush();
    }

    private void sendFailed(Throwable cause) {
        worker.counters.count(Counter.DATAGRAM_SENDS_FAILED);
        LOG.debug("{} while sending to a client of {}", SocketErrors.reason(cause), address);
    }

    /** A write that failed, as all writes share the void promise; reads of an unconnected socket do not fail. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        sendFailed(cause);
        if (!(cause instanceof IOException)) {
            LOG.error("internal error at {}", address, cause);
        }
    }

    @Override
    public void channelUnregistered(ChannelHandlerContext ctx) {
        reads.release();
    }
}
