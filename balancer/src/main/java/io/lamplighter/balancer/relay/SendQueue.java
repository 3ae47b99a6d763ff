package io.lamplighter.balancer.relay;

import io.netty.channel.Channel;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What lies in a TCP socket's send queue, as Linux tells in {@code struct tcp_info}. */
final class SendQueue {
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_INFO = 11;
    private static final int UNACKED_SEGMENTS_OFFSET = 24;
    private static final int NOT_SENT_BYTES_OFFSET = 144;
    private static final int LENGTH = 148;

    private SendQueue() {}

    /**
     * Whether the other side acknowledged everything that was handed to the socket; false where that cannot be known,
     * as on NIO.
     */
    static boolean isAcknowledged(Channel channel) {
        if (!(channel instanceof UnixChannel unix)) {
            return false;
        }
        ByteBuffer info = ByteBuffer.allocate(LENGTH).order(ByteOrder.nativeOrder());
        try {
            new Socket(unix.fd().intValue()).getRawOpt(IPPROTO_TCP, TCP_INFO, info);
        } catch (IOException e) {
            return true; // the socket is gone, and its queue with it
        }
        return info.getInt(UNACKED_SEGMENTS_OFFSET) == 0 && info.getInt(NOT_SENT_BYTES_OFFSET) == 0;
    }
}
