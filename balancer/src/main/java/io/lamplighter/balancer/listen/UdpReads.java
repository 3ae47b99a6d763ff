package io.lamplighter.balancer.listen;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How a listening datagram socket is read: one datagram at a time while the socket is calm, several with one system call
 * after it was found with more.
 *
 * <p>Each slot holds the largest datagram there is, so none is ever cut. Netty sees the number of slots by the size of the
 * buffer it is given. The buffer belongs to the socket and is used again as soon as nobody holds a part of it, which is
 * always when the datagrams were passed on as they were read.
 *
 * <p>Threads: the socket's event loop.
 */
final class UdpReads implements RecvByteBufAllocator {
    /** A UDP datagram's length field counts up to this, header included. */
    static final int SLOT_BYTES = 64 * 1024;

    /** One turn of the loop reads no more than about this, so that other sockets get their turn. */
    private static final int MOST_MESSAGES = 128;

    private final int leastSlots;
    private final int mostSlots;
    private @Nullable ByteBuf kept;

    /**
     * Makes the reads of one socket.
     *
     * @param leastSlots datagrams that a read has room for when the socket is calm, at least 1
     * @param mostSlots datagrams that a read has room for at most
     */
    UdpReads(int leastSlots, int mostSlots) {
        this.leastSlots = leastSlots;
        this.mostSlots = mostSlots;
    }

    /** Gives the memory back, once the socket is closed. */
    void release() {
        if (kept != null) {
            kept.release();
            kept = null;
        }
    }

    @Override
    public ExtendedHandle newHandle() {
        return new Reads();
    }

    private ByteBuf buffer(ByteBufAllocator allocator) {
        if (kept == null || kept.refCnt() > 1) {
            release();
            kept = allocator.directBuffer(mostSlots * SLOT_BYTES);
        }
        return kept.clear().retain();
    }

    private final class Reads implements ExtendedHandle {
        private int slots = leastSlots;
        private int attemptedBytes;
        private int lastBytes;
        private int lastMessages;
        private int messages;

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            lastMessages = 0;
            ByteBuf buffer = buffer(allocator);
            return slots == mostSlots
                    ? buffer
                    : buffer.slice(0, slots * SLOT_BYTES).clear();
        }

        @Override
        public int guess() {
            return slots * SLOT_BYTES;
        }

        @Override
        public void reset(ChannelConfig config) {
            messages = 0;
        }

        @Override
        public void incMessagesRead(int read) {
            lastMessages += read;
            messages += read;
        }

        @Override
        public void lastBytesRead(int bytes) {
            lastBytes = bytes;
        }

        @Override
        public int lastBytesRead() {
            return lastBytes;
        }

        @Override
        public void attemptedBytesRead(int bytes) {
            attemptedBytes = bytes;
        }

        @Override
        public int attemptedBytesRead() {
            return attemptedBytes;
        }

        /** Every slot came back full: there may be more, and if that is not news the next read has more slots. */
        @Override
        public boolean continueReading() {
            boolean isFull = lastMessages >= slots;
            if (isFull && messages > leastSlots) {
                slots = Math.min(2 * slots, mostSlots);
            }
            return isFull && messages < MOST_MESSAGES;
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier ignored) {
            return continueReading();
        }

        @Override
        public void readComplete() {
            if (lastMessages < slots) {
                slots = Math.max(leastSlots, lastMessages);
            }
        }
    }
}
