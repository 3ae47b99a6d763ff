package io.lamplighter.balancer.tls;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** A fatal alert that is sent before there is an engine to send it, RFC 8446 section 6. */
enum Alert {
    HANDSHAKE_FAILURE(40),
    UNRECOGNIZED_NAME(112),
    NO_APPLICATION_PROTOCOL(120);

    private static final int RECORD_TYPE = 21;
    private static final int TLS_1_2 = 0x0303;
    private static final int FATAL = 2;

    private final int description;

    Alert(int description) {
        this.description = description;
    }

    /** The alert in its record. */
    ByteBuf record(ByteBufAllocator allocator) {
        return allocator
                .buffer(7)
                .writeByte(RECORD_TYPE)
                .writeShort(TLS_1_2)
                .writeShort(2)
                .writeByte(FATAL)
                .writeByte(description);
    }
}
