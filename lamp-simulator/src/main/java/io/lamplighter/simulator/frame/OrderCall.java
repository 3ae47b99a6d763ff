package io.lamplighter.simulator.frame;

import io.lamplighter.simulator.frame.LampFrame.Kind;
import io.lamplighter.simulator.frame.LampFrameCodec.Decoded;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Orders an emulated node to do something bad. Blocks until it has answered, for some seconds at most. */
public final class OrderCall {
    private static final int TIMEOUT_MS = 5000;

    private OrderCall() {}

    /**
     * Sends an order over TCP.
     *
     * @param target the node, or something that passes the order on to one
     * @param words such as {@code crash for 5s}
     * @return the node's answer: {@link Kind#ANSWER} when it obeys
     * @throws IOException when nobody answers
     */
    public static LampFrame send(InetSocketAddress target, String words) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(target, TIMEOUT_MS);
            socket.setSoTimeout(TIMEOUT_MS);
            ByteBuf order = Unpooled.buffer();
            LampFrameCodec.encode(
                    new LampFrame(Kind.ORDER, 0, 0, System.nanoTime(), words.getBytes(StandardCharsets.UTF_8)), order);
            socket.getOutputStream().write(ByteBufUtil.getBytes(order));
            return read(socket.getInputStream());
        }
    }

    private static LampFrame read(InputStream in) throws IOException {
        ByteBuf bytes = Unpooled.buffer();
        byte[] some = new byte[4096];
        for (int count = in.read(some); count >= 0; count = in.read(some)) {
            bytes.writeBytes(some, 0, count);
            Decoded decoded = LampFrameCodec.decode(bytes);
            if (decoded instanceof Decoded.Whole whole) {
                return whole.frame();
            }
            if (decoded instanceof Decoded.Refused refused) {
                throw new IOException("the answer is no lamp frame: " + refused.reason());
            }
        }
        throw new IOException("the connection ended without an answer");
    }
}
