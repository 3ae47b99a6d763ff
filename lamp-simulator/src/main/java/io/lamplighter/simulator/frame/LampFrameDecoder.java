package io.lamplighter.simulator.frame;

import io.lamplighter.simulator.frame.LampFrameCodec.Decoded;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts a TCP stream into {@link LampFrame}s. The first bytes that are no frame become one {@link Decoded.Refused} message
 * and end the decoding: where the next frame would begin is unknown, so whatever follows is thrown away unread. What to do
 * with the channel then is the next handler's business. A peer cannot make it keep more than one frame of
 * {@value LampFrameCodec#MAX_FRAME_BYTES} bytes. Lives on its channel's event loop.
 */
public final class LampFrameDecoder extends ByteToMessageDecoder {
    private boolean hasRefused;

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (hasRefused) {
            in.skipBytes(in.readableBytes());
            return;
        }
        Decoded decoded = LampFrameCodec.decode(in);
        if (decoded instanceof Decoded.Whole whole) {
            out.add(whole.frame());
        } else if (decoded instanceof Decoded.Refused) {
            hasRefused = true;
            in.skipBytes(in.readableBytes());
            out.add(decoded);
        }
    }
}
