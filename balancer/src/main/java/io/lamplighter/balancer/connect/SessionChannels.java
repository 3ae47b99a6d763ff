package io.lamplighter.balancer.connect;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;

/**
 * The settings that both channels of a TCP session share: one object each for all sessions, because an idle lamp pays for
 * every object that is its own.
 */
public final class SessionChannels {
    /** Reads begin small, grow under load up to this and shrink back. */
    private static final int LARGEST_READ = 256 * 1024;

    private static final int FIRST_READ = 2 * 1024;
    private static final int SMALLEST_READ = 512;

    /** For a source whose bytes are held back: little is read in vain. */
    public static final RecvByteBufAllocator SMALL_READS =
            new FixedRecvByteBufAllocator(8 * 1024).maxMessagesPerRead(1);

    private final ByteBufAllocator allocator;
    private final RecvByteBufAllocator reads =
            new AdaptiveRecvByteBufAllocator(SMALLEST_READ, FIRST_READ, LARGEST_READ).maxMessagesPerRead(4);

    public SessionChannels(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    /**
     * Applies the settings.
     *
     * @param bufferBytes {@code proxy_buffer_size}; a source pauses while more than the larger of this and one largest
     *     read waits for its target
     */
    public void configure(ChannelConfig config, int bufferBytes) {
        config.setAllocator(allocator);
        config.setRecvByteBufAllocator(reads);
        config.setWriteBufferWaterMark(waterMark(bufferBytes));
        config.setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        // A failed write must not close the channel over bytes that can still be read: the session decides.
        config.setAutoClose(false);
    }

    private static final WriteBufferWaterMark DEFAULT_MARK = mark(16 * 1024);

    private static WriteBufferWaterMark waterMark(int bufferBytes) {
        return bufferBytes == 16 * 1024 ? DEFAULT_MARK : mark(bufferBytes);
    }

    private static WriteBufferWaterMark mark(int bufferBytes) {
        int high = Math.max(bufferBytes, LARGEST_READ);
        return new WriteBufferWaterMark(high / 2, high);
    }
}
